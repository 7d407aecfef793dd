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
    /// What a dictionary of Swift's has under a name, so many bytes from there.
    case member(Int, DynamicView.Kind, String)
  }

  /// The way from the row of a variable; no client code has a part in it.
  let path: RowPath
  let content: Content
  /// Whether there is a string at the place itself, which may lie elsewhere.
  private let isText: Bool

  init(path: RowPath, content: Content) {
    self.path = path
    self.content = content
    if case .value(_, let reader) = content {
      isText = StringMemory.isTrusted && (reader is ScalarReader<String> || reader is OptionalReader<String>)
    } else {
      isText = false
    }
  }

  /// Reads the values of the rows whose bit is set, which lie at the end of the path. Where there is no array, the value stays nil.
  ///
  /// - Parameters:
  ///   - column: A nil for each row.
  ///   - limit: How many elements may be visited; of more nothing is read.
  ///   - beyond: Takes the rows with more.
  func read(
    _ rows: Rows, _ mask: MaskWords, _ count: Int, into column: UnsafeMutablePointer<QueryValue>, limit: Int,
    beyond: MaskWords
  ) {
    switch content {
    case .value(let offset, let reader):
      let ahead = isText ? min(16, count) : count
      mask.forEachRow(count) { position in
        let next = position &+ ahead
        if next < count && mask.has(next) { StringMemory.prefetch(rows[next] + offset) }
        column[position] = reader.value(at: rows[position] + offset, owner: nil)
      }
    case .member(let offset, let kind, let name):
      mask.forEachRow(count) { position in
        column[position] = DynamicView(kind, rows[position] + offset).publicValue(of: name) ?? .null
      }
    case .count(let elements):
      mask.forEachRow(count) { position in
        guard let found = elements.count(of: rows[position]) else { return }
        if found > limit { beyond.set(position) } else { column[position] = .integer(Int64(found)) }
      }
    case .elements(let elements, let each):
      mask.forEachRow(count) { position in
        let row = rows[position]
        guard let found = elements.count(of: row) else { return }
        if found > limit { return beyond.set(position) }
        column[position] = .array(Self.values(of: row, elements, found, each))
      }
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
