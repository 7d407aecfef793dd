import PredicateBinding
import PredicateReference

/// The order of elements by sort keys. It contains the values of each key for all elements.
struct SortOrder {
  let columns: [SortColumn]

  /// Reads and binds the keys, and computes their values for all elements.
  init<Element>(
    _ elements: [Element], by keys: [QuerySortKey], variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) {
    let reader = try ElementReader<Element>(reading: options.reading)
    columns = try keys.map { (key) throws(PredicateIssue) in
      let bound = try key.bound { (expression) throws(PredicateIssue) in
        do throws(PredicateIssue) {
          return try Binder.bind(expression, to: reader.root, variables: variables, options: options)
        } catch {
          throw error.withMessage("the sort key “\(key.text)”: \(error.text)")
        }
      }
      let plan = QueryPlan(bound, over: reader.rows, limits: options.limits)
      if let heads = reader.sortHeads(by: plan, for: elements) { return SortColumn(numbers: heads, key) }
      return try SortColumn(reader.values(by: plan, for: elements) { $0.withoutNaN }, key)
    }
  }

  /// The positions of `count` elements in their order.
  func positions(_ count: Int) throws(PredicateIssue) -> [Int] {
    guard let first = columns.first else { return Array(0..<count) }
    // Each head is stored with its position, because most comparisons need only the heads.
    var order = (0..<count).map { (head: first.head(at: $0), position: $0) }
    var issue: PredicateIssue?
    order.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      if issue != nil { return false }
      do throws(PredicateIssue) {
        return try precedes(left.position, right.position)
      } catch {
        issue = error
        return false
      }
    }
    if let issue { throw issue }
    return order.map(\.position)
  }

  /// The position of the first or last element in the order of the keys. Elements without a value of the first key are ignored; nil if no element has
  /// a value.
  func end(isLast: Bool) throws(PredicateIssue) -> Int? {
    guard let column = columns.first else { return nil }
    var found: Int?
    for position in 0..<column.count where !column.isNull(at: position) {
      if let found, try precedes(position, found) == isLast { continue }
      found = position
    }
    return found
  }

  /// Whether an element is sorted before another one. Elements with equal keys keep their order in the collection.
  func precedes(_ left: Int, _ right: Int) throws(PredicateIssue) -> Bool {
    for column in columns {
      switch try column.order(left, right) {
      case .less: return true
      case .greater: return false
      case .equal: continue
      }
    }
    return left < right
  }
}

extension QuerySortKey {
  /// The expression of the key, bound by a function to the type of the elements.
  func bound(
    by bind: (QueryExpression) throws(PredicateIssue) -> BoundExpression
  ) throws(PredicateIssue) -> BoundExpression {
    let bound = try bind(readExpression())
    if let family = bound.value.type.family, !family.isOrdered { throw .unorderedSortKey(text, bound.value.type) }
    return bound
  }
}

extension PredicateIssue {
  /// A sort key whose values are objects, collections or dictionaries.
  static func unorderedSortKey(_ format: String, _ type: QueryType) -> PredicateIssue {
    .error(
      "unordered-sort-key", nil,
      "the sort key “\(format)” cannot be used, because it is \(type.description). Sort by values such as numbers, strings or dates",
      kind: .type)
  }
}

/// The values of one sort key for all elements, prepared for fast comparisons.
///
/// Each value has a head, a number of eight bytes. Values with different heads are in the order of their heads. Values with the same head are
/// compared themselves.
struct SortColumn {
  /// The values. Strings are folded, unless a collation compares them. Nil for numbers whose heads are enough to compare them (0 for nil).
  private var values: [QueryValue]?
  private let heads: [UInt64]
  private var collated: CollatedTexts?
  private let key: QuerySortKey

  /// A column of numbers of one type, given by their heads; 0 for nil.
  init(numbers heads: [UInt64], _ key: QuerySortKey) {
    self.key = key
    self.heads = heads
  }

  /// A column of the values of all elements, in their order. Throws an issue of kind `unsupported` if the key needs a collation and the platform has
  /// none.
  init(_ values: [QueryValue], _ key: QuerySortKey) throws(PredicateIssue) {
    self.key = key
    self.values = values
    switch Self.family(of: values) {
    case .number?, .date?:
      heads = values.map { $0.isNull ? 0 : Self.head($0.numberForOrder) }
    case .string?:
      if let collation = try Self.collation(of: key) {
        let texts = CollatedTexts(values, collation)
        collated = texts
        heads = values.indices.map { texts.head(at: $0) }
      } else {
        let folding = StringFolding(key.options)
        let folded = folding.isIdentity ? values : values.map { $0.folded(by: folding) }
        self.values = folded
        heads = folded.map { if case .string(let text) = $0 { Self.head(of: text.utf8) } else { 0 } }
      }
    default:
      heads = Array(repeating: 0, count: values.count)
    }
  }

  /// The head of an element's value, in the key's direction.
  func head(at position: Int) -> UInt64 { key.isAscending ? heads[position] : ~heads[position] }

  func isNull(at position: Int) -> Bool { values.map { $0[position].isNull } ?? (heads[position] == 0) }

  var count: Int { heads.count }

  /// The order of two elements, in the key's direction. Throws for values that have no order.
  func order(_ left: Int, _ right: Int) throws(PredicateIssue) -> ValueOrder {
    let order =
      heads[left] == heads[right]
      ? try ascending(left, right) : heads[left] < heads[right] ? ValueOrder.less : ValueOrder.greater
    return key.isAscending ? order : order.reversed
  }

  /// The order of two elements in the ascending direction. Nil is first.
  private func ascending(_ left: Int, _ right: Int) throws(PredicateIssue) -> ValueOrder {
    guard let values else { return .equal }
    let a = values[left]
    let b = values[right]
    if a.isNull || b.isNull { return a.isNull ? (b.isNull ? .equal : .less) : .greater }
    if let collated { return collated.order(left, right) }
    if let order = a.order(b) { return order }
    if try ValueComparison.evaluate(a, .lessThan, b, options: key.options) { return .less }
    return try ValueComparison.evaluate(b, .lessThan, a, options: key.options) ? .greater : .equal
  }

  private static func collation(of key: QuerySortKey) throws(PredicateIssue) -> Collation? {
    if key.isLocalizedStandard { return try Collation.localizedStandard() }
    guard key.options.contains(.localeSensitive), !key.options.contains(.normalized) else { return nil }
    return try Collation.root(key.options)
  }

  /// The family of the values other than nil; nil if they are of several families, or all nil.
  private static func family(of values: [QueryValue]) -> ValueFamily? {
    let families = values.lazy.compactMap(\.family)
    return families.first.flatMap { first in families.allSatisfy { $0 == first } ? first : nil }
  }

  /// The head of a number or date: the bits of a double, changed so that unsigned integers have the order of the doubles. 0 is reserved for nil. An
  /// integer or a decimal may be given by its nearest double: if it is less than another number, its nearest double is not greater.
  static func head(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// The head of a string or sort key: its first eight bytes, padded with zeros. The first byte is the highest.
  static func head(of bytes: some Sequence<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    var shift: UInt64 = 56
    for byte in bytes.prefix(8) {
      head |= UInt64(byte) << shift
      shift &-= 8
    }
    return head
  }
}

extension QueryValue {
  /// The nearest double of a number, or the seconds of a date.
  fileprivate var numberForOrder: Double {
    switch self {
    case .integer(let value): Double(value)
    case .boolean(let truth): truth ? 1 : 0
    case .double(let value), .date(let value): value
    case .decimal(let value): value.nearestDouble
    default: 0
    }
  }

  fileprivate func folded(by folding: StringFolding) -> QueryValue {
    if case .string(let text) = self { .string(folding.fold(text)) } else { self }
  }
}

/// Strings with their sort keys for a collation. Sort keys compare byte by byte as their strings do. So each string is read once, not in each
/// comparison.
struct CollatedTexts {
  private let collation: Collation
  private let values: [QueryValue]
  /// All sort keys, one after the other. Empty if the collation of the platform has no sort keys.
  private var keys: [UInt8] = []
  private var ends: [Int] = []

  /// Makes the sort keys of the strings. Values that are not strings have none. Linear in the strings.
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

  /// The first eight bytes of a sort key, padded with zeros.
  func head(at position: Int) -> UInt64 { SortColumn.head(of: keys[range(at: position)]) }

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
