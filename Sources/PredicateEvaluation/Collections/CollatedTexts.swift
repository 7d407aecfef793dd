import PredicateValues

/// Strings beside the keys that a collation gives them: bytes that stand as the strings do, so that a string is looked at once and not in
/// each comparison.
struct CollatedTexts {
  private let collation: Collation
  private let values: [QueryValue]
  /// All keys in a row; none where the platform's collation has no keys.
  private var keys: [UInt8] = []
  /// Where each key ends.
  private var ends: [Int] = []

  /// The keys of strings; of everything else none. Linear in the strings.
  init(_ values: [QueryValue], _ collation: Collation) {
    self.collation = collation
    self.values = values
    ends.reserveCapacity(values.count)
    for value in values {
      if case .string(let text) = value { collation.appendKey(of: text, to: &keys) }
      ends.append(keys.count)
    }
  }

  private func range(at position: Int) -> Range<Int> { (position == 0 ? 0 : ends[position - 1])..<ends[position] }

  /// The first eight bytes of a key, zeros where there are fewer.
  func head(at position: Int) -> UInt64 { SortColumn.head(of: keys[range(at: position)]) }

  /// How two strings stand.
  func order(_ left: Int, _ right: Int) -> ValueOrder {
    if keys.isEmpty, case .string(let a) = values[left], case .string(let b) = values[right] {
      return collation.order(a, b)
    }
    return keys.withUnsafeBufferPointer { keys in
      StringSearch.order(
        UnsafeBufferPointer(rebasing: keys[range(at: left)]), UnsafeBufferPointer(rebasing: keys[range(at: right)]))
    }
  }
}
