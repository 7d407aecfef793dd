import PredicateDocuments

/// A string literal of a source.
struct SourceLiteral {
  /// A value that the program inserts into the literal's text.
  struct Interpolation {
    /// The range in the file.
    let place: Range<Int>
    /// The range in the text.
    let range: Range<Int>

    /// Whether the program formats the whole text, as `String(format:)` does.
    func isWhole(of text: String) -> Bool { range.count > 1 && range == 0..<text.utf8.count }
  }

  var text = MappedText()
  var interpolations: [Interpolation] = []
  /// The other literals that the program may use instead: the second one of `c ? "…" : "…"`.
  var others: [SourceLiteral] = []

  /// The greatest number of bytes of a concatenated text. Names that are concatenated from other names could make the text grow exponentially.
  private static let mostBytes = 100_000

  /// Appends a literal that the program concatenates to this one. Beyond 100,000 bytes an unknown part is appended instead.
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

  /// Appends `_` for a value that the program inserts at run time.
  mutating func append(interpolation place: Range<Int>) {
    let offset = text.text.utf8.count
    text.append("_", from: place)
    interpolations.append(Interpolation(place: place, range: offset..<offset + 1))
  }

  /// Records that the program appends an unknown value. The text stays as it is.
  mutating func appendUnknown(at place: Int) {
    let offset = text.text.utf8.count
    interpolations.append(Interpolation(place: place..<place, range: offset..<offset))
  }

  /// Records the parts that a formatting function of the program replaces: `%s` and `%(name)s`, or `{}` and `{name}`. Returns whether there are any.
  @discardableResult
  mutating func noteSpecifiers(inBraces: Bool) -> Bool {
    guard text.text.utf8.contains(UInt8(ascii: inBraces ? "{" : "%")) else { return false }
    let pattern = inBraces ? /\{[^{}]*\}/ : /%(?:\([^()]*\))?[-+#0-9.,$]*[a-zA-Z@]/
    let content = text.text
    let ranges = content.matches(of: pattern).map { match in
      let start = content.utf8.distance(from: content.startIndex, to: match.range.lowerBound)
      return start..<start + content[match.range].utf8.count
    }
    interpolations += ranges.map { Interpolation(place: text.place(of: $0), range: $0) }
    return !ranges.isEmpty
  }

  /// Records the parts of a literal that a formatting function makes a text of. The whole text is unknown if no part is known, or if a brace is
  /// not a part: `{{` and `{v:{width}}` of Python.
  mutating func noteFormat(inBraces: Bool, at place: Int) {
    let isInserted = !interpolations.isEmpty
    let isKnown = noteSpecifiers(inBraces: inBraces) || isInserted
    if inBraces, isKnown, !isInserted { replaceParts() }
    if !isKnown || inBraces && text.text.utf8.contains(where: "{}".utf8.contains) { makeUnknown(at: place) }
  }

  /// Writes `_` for each recorded part, because `{}` would be read as a list.
  private mutating func replaceParts() {
    let bytes = Array(text.text.utf8)
    var whole = SourceLiteral()
    var start = 0
    for part in interpolations {
      whole.text.append(MappedText(bytes[start..<part.range.lowerBound]).placed(in: text))
      whole.append(interpolation: part.place)
      start = part.range.upperBound
    }
    whole.text.append(MappedText(bytes[start...]).placed(in: text))
    self = whole
  }

  /// Records that the program makes the whole text.
  mutating func makeUnknown(at place: Int) {
    interpolations = [Interpolation(place: place..<place, range: 0..<text.text.utf8.count)]
  }

  /// The literal without the first bytes of its text. The bytes must be whole characters.
  func dropFirst(_ count: Int) -> SourceLiteral {
    SourceLiteral(
      text: text.dropFirst(count),
      interpolations: interpolations.filter { $0.range.lowerBound >= count }.map {
        Interpolation(place: $0.place, range: $0.range.lowerBound - count..<$0.range.upperBound - count)
      })
  }
}

/// The literals of a source that are documents with predicates: a declaration in JSON, a Core Data model in XML.
enum DocumentLiterals {
  private static let words = ["com.apple.activation.simple", "<fetchRequest"]

  /// Whether a source has words of such documents.
  static func mayBe(in bytes: [UInt8]) -> Bool { words.contains { bytes.holds($0.utf8) } }

  /// Whether a literal is such a document.
  static func hold(_ literal: SourceLiteral) -> Bool { words.contains { literal.text.text.contains($0) } }
}

/// A value that a program joins to literals: `"name == '" + name + "'"`.
enum JoinedValue {
  /// The greatest number of bytes that are searched for the end of a value.
  private static let mostBytes = 400

  /// The end of the value at an offset: a `+`, a comma, a semicolon or the bracket that closes the call. Nil if none is near.
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
