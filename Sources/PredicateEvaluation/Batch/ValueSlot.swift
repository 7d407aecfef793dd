import PredicateValues

/// A value of a row that a condition asks for, and how it is read where it lies.
struct ValueSlot: Sendable {
  /// What is read at the end of the way.
  enum Content: Sendable {
    /// The value so many bytes from there.
    case value(Int, any ValueReader)
    /// How many elements an array has.
    case count(ElementPath)
    /// A value of each element of an array, as an array.
    case elements(ElementPath, each: ValuePlace)
  }

  /// The way from the row of a variable; no client code has a part in it.
  let path: RowPath
  let content: Content
  /// Whether there is a string at the place itself.
  let isText: Bool

  init(path: RowPath, content: Content) {
    self.path = path
    self.content = content
    if case .value(_, let reader) = content, case .attribute(.string) = reader.kind {
      isText = StringMemory.isTrusted && (reader is ScalarReader<String> || reader is OptionalReader<String>)
    } else {
      isText = false
    }
  }

  /// The value for a row of the path's variable: nil where the path leads nowhere, or there is no array.
  ///
  /// - Parameter limit: How many elements may be visited; of more nothing is read, and there is no result.
  @inline(__always)
  func value(from start: UnsafeRawPointer, limit: Int) -> QueryValue? {
    guard let row = path.row(from: start) else { return .null }
    switch content {
    case .value(let offset, let reader): return reader.value(at: row + offset, owner: nil)
    case .count(let elements):
      guard let count = elements.count(of: row) else { return .null }
      return count > limit ? nil : .integer(Int64(count))
    case .elements(let elements, let each):
      guard let count = elements.count(of: row) else { return .null }
      return count > limit ? nil : .array(Self.values(of: row, elements, count, each))
    }
  }

  /// Has fetched what the value of a row leads to.
  @inline(__always)
  func prefetch(from start: UnsafeRawPointer) {
    guard path.isDirect else { return }
    switch content {
    case .value(let offset, _): if isText { StringMemory.prefetch(start + offset) }
    case .count(let elements), .elements(let elements, _): ArrayMemory.prefetch(start + elements.offset)
    }
  }

  private static func values(
    of row: UnsafeRawPointer, _ elements: ElementPath, _ count: Int, _ each: ValuePlace
  ) -> [QueryValue] {
    var values: [QueryValue] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      guard let element = elements.element(index, of: row) else { break }
      values.append(each.path.row(from: element).map { each.reader.value(at: $0 + each.offset, owner: nil) } ?? .null)
    }
    return values
  }
}
