import PredicateDocuments

/// A string literal of a source.
struct SourceLiteral {
  /// A value that the program inserts into the text.
  struct Interpolation {
    /// The place in the file.
    let place: Range<Int>
    /// The place in the text.
    let range: Range<Int>

    /// Whether the program makes the whole text, as `String(format:)` does.
    func isWhole(of text: String) -> Bool { range.count > 1 && range == 0..<text.utf8.count }
  }

  var text = MappedText()
  var interpolations: [Interpolation] = []
  /// The literals that the program may take instead: the second one of `c ? "…" : "…"`.
  var others: [SourceLiteral] = []

  /// The greatest number of bytes in a sum, that of a format. Names in sums of names would let the text grow exponentially.
  private static let mostBytes = 100_000

  /// Appends a literal that follows this one in a sum. The text after 100,000 bytes is unknown.
  mutating func append(_ other: SourceLiteral) {
    guard text.text.utf8.count + other.text.text.utf8.count <= Self.mostBytes else {
      if interpolations.last?.range.isEmpty != true { appendUnknown(at: 0) }
      return
    }
    let start = text.text.utf8.count
    text.append(other.text)
    interpolations += other.interpolations.map {
      Interpolation(place: $0.place, range: $0.range.lowerBound + start..<$0.range.upperBound + start)
    }
  }

  /// Appends `_` for a value that the program inserts when it runs.
  mutating func append(interpolation place: Range<Int>) {
    let offset = text.text.utf8.count
    text.append("_", from: place)
    interpolations.append(Interpolation(place: place, range: offset..<offset + 1))
  }

  /// Records that the program appends a value to the literal. The text stays as it is.
  mutating func appendUnknown(at place: Int) {
    let offset = text.text.utf8.count
    interpolations.append(Interpolation(place: place..<place, range: offset..<offset))
  }

  /// Records the parts that a function of the program replaces: `%s` and `%(name)s`, or `{}` and `{name}`. Returns whether there are any.
  @discardableResult
  mutating func noteSpecifiers(inBraces: Bool) -> Bool {
    guard text.text.utf8.contains(UInt8(ascii: inBraces ? "{" : "%")) else { return false }
    let pattern = inBraces ? /\{\w*\}/ : /%(?:\(\w+\))?[-0-9.$]*[a-zA-Z@]/
    let content = text.text
    let ranges = content.matches(of: pattern).map { match in
      let start = content.utf8.distance(from: content.startIndex, to: match.range.lowerBound)
      return start..<start + content[match.range].utf8.count
    }
    interpolations += ranges.map { Interpolation(place: text.place(of: $0), range: $0) }
    return !ranges.isEmpty
  }

  /// The literal without the first bytes of its text, which are whole characters.
  func dropFirst(_ count: Int) -> SourceLiteral {
    SourceLiteral(
      text: text.dropFirst(count),
      interpolations: interpolations.filter { $0.range.lowerBound >= count }.map {
        Interpolation(place: $0.place, range: $0.range.lowerBound - count..<$0.range.upperBound - count)
      })
  }
}

/// A value that a program joins to literals: `"name == '" + name + "'"`.
enum JoinedValue {
  /// The greatest number of bytes in a value whose end is searched for.
  private static let mostBytes = 400

  /// The end of the value at a place: a sign of joining, a comma, a semicolon or the bracket that closes the call. Nil if none is near.
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    for index in bytes[start...].prefix(mostBytes).indices {
      let change = Bracket.change(bytes[index])
      if depth == 0, change < 0 || "+,;".utf8.contains(bytes[index]) { return index }
      depth += change
    }
    return nil
  }
}
