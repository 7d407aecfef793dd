import PredicateDocuments
import PredicateSyntax

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
  /// Whether the variable was declared without a value, so that each branch of the program gives it one: `let format: String`.
  var isChosen = false

  /// The greatest number of bytes of a concatenated text. Names that are concatenated from other names could make the text grow exponentially.
  private static let mostBytes = 100_000

  /// Whether the text is empty, with no inserted part.
  var isEmpty: Bool { text.text.isEmpty && interpolations.isEmpty }
  /// Whether the program appends an unknown text.
  var isOpen: Bool {
    interpolations.last.map { $0.range.isEmpty && $0.range.lowerBound == text.text.utf8.count } ?? false
  }

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

  /// Records that the program appends an unknown value to each of the texts.
  mutating func open(at place: Int) {
    if !isOpen { appendUnknown(at: place) }
    for index in others.indices where !others[index].isOpen { others[index].appendUnknown(at: place) }
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

  /// Records the names in braces of a template, `name == {text}`, which the program replaces later. A list of one key would make no sense there.
  mutating func noteTemplate(at place: Int) {
    guard interpolations.isEmpty, text.text.utf8.contains(UInt8(ascii: "{")) else { return }
    let bytes = Array(text.text.utf8)
    let isHole = bytes.indices.contains { open in
      guard bytes[open] == UInt8(ascii: "{") else { return false }
      let name = bytes[(open + 1)...].prefix { NameByte.isPart($0) || ".!:".utf8.contains($0) }
      guard let first = name.first, !(0x30...0x39).contains(first), name.endIndex < bytes.count,
        bytes[name.endIndex] == UInt8(ascii: "}")
      else { return false }
      let before = bytes[..<open].last { $0 != 0x20 }
      return before.map { "=<>]".utf8.contains($0) || NameByte.isPart($0) } ?? true
    }
    if isHole { noteFormat(inBraces: true, at: place) }
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

/// The literals of a source that are documents with predicates: a declaration in JSON, a Core Data model in XML, a statement of osquery.
enum DocumentLiterals {
  private static let words =
    [
      "com.apple.activation.simple", "<fetchRequest", "<key>NSExtensionActivationRule<", "<key>installable_condition<",
      "<key>conditional_items<", "<string>StopProcessingIf<", appleScript,
    ] + SQLStatements.words

  /// The words of a script in AppleScript that makes a predicate.
  static let appleScript = "NSPredicate's predicateWithFormat"

  /// Whether a source has words of such documents.
  static func mayBe(in bytes: [UInt8]) -> Bool { words.contains { bytes.holds($0.utf8) } }

  /// Whether a literal is such a document.
  static func hold(_ literal: SourceLiteral) -> Bool {
    let text = literal.text.text
    if words.contains(where: text.contains) { return true }
    // The text is the payload of a declaration, without the declaration around it: {"StandardConfigurations": [], "Predicate": "…"}
    return text.contains("\"Predicate\"") && text.first { !$0.isWhitespace } == "{"
  }
}

/// A value that a program joins to literals: `"name == '" + name + "'"`.
enum JoinedValue {
  /// The greatest number of bytes that are searched for the end of a value.
  private static let mostBytes = 400

  /// The end of the value at an offset: a sign of concatenation, a comma, a semicolon or the bracket that closes the call. Nil if none is near.
  ///
  /// - Parameters:
  ///   - sign: The sign of concatenation.
  ///   - lineEnds: Whether a line end after a closing bracket ends the value. It does not if the next line continues the expression: it then begins
  ///     with another byte than a name or a closing brace.
  static func end(
    in bytes: [UInt8], from start: Int, joinedBy sign: UInt8 = UInt8(ascii: "+"), lineEnds: Bool = false
  ) -> Int? {
    var depth = 0
    for index in bytes[start...].prefix(mostBytes).indices {
      let change = Bracket.change(bytes[index])
      if depth == 0, change < 0 || bytes[index] == sign || ",;".utf8.contains(bytes[index]) { return index }
      if lineEnds, depth == 0, bytes[index] == 0x0A, index > start, bytes[index - 1] == UInt8(ascii: ")"),
        bytes[index...].first(where: { !" \t\r\n".utf8.contains($0) })
          .map({ NameByte.isPart($0) || $0 == UInt8(ascii: "}") }) ?? true
      {
        return index
      }
      depth += change
    }
    return nil
  }
}

/// The literals that a source assigns to names, per block in which the names are valid.
///
/// ```swift
/// let format = "year > %d"
/// request.predicate = NSPredicate(format: format, year)
/// ```
struct NamedLiterals<Literal> {
  /// The literals by name, per open block; the innermost block is last. A name with nil hides the same name of an outer block.
  private var blocks: [[String: Literal?]] = [[:]]
  /// The number of open blocks beyond the limit. Their names are declared in the last block within the limit.
  private var beyond = 0

  private static var depthLimit: Int { 100 }

  /// Whether no block is open.
  var isOutermost: Bool { blocks.count == 1 }

  /// Begins a block whose parameters hide outer names.
  mutating func open(hiding parameters: [String] = []) {
    guard blocks.count < Self.depthLimit else {
      beyond += 1
      for name in parameters { declare(name, nil) }
      return
    }
    blocks.append(Dictionary(parameters.map { ($0, nil) }) { first, _ in first })
  }

  /// Ends a block. The outermost block never ends.
  mutating func close() {
    if beyond > 0 {
      beyond -= 1
    } else if blocks.count > 1 {
      blocks.removeLast()
    }
  }

  mutating func declare(_ name: String, _ literal: Literal?) { blocks[blocks.count - 1][name] = .some(literal) }

  /// Replaces the literal of a name in the block that declares it.
  mutating func replace(_ name: String, _ literal: Literal) {
    guard let block = blocks.lastIndex(where: { $0[name] != nil }) else { return }
    blocks[block][name] = .some(literal)
  }

  /// Removes the literal of a name, because the program changes its value.
  mutating func forget(_ name: String) {
    guard let block = blocks.lastIndex(where: { $0[name] != nil }) else { return }
    blocks[block][name] = .some(nil)
  }

  /// Whether the innermost block declares a name.
  func isOfInnermost(_ name: String) -> Bool { blocks[blocks.count - 1][name] != nil && beyond == 0 }

  /// Whether the source declares a name, with or without a literal.
  func declares(_ name: String) -> Bool { blocks.contains { $0[name] != nil } }

  /// The literals of names that are declared outside of all blocks.
  var outermost: [String: Literal] { blocks[0].compactMapValues { $0 } }

  /// The literal of a name; nil if the source does not show it.
  subscript(name: String) -> Literal? {
    for block in blocks.reversed() {
      if let literal = block[name] { return literal }
    }
    return nil
  }
}

extension ByteCursor {
  /// Whether nothing but bytes of `passed` precedes the next byte of `ends`, or the end of the text.
  func endsStatement(after passed: String, at ends: String) -> Bool {
    let next = bytes[position...].first { !passed.utf8.contains($0) }
    return next.map { ends.utf8.contains($0) } ?? true
  }

  /// Reads a name. Returns an empty text if no name begins at the position.
  mutating func word() -> String {
    let start = position
    while position < bytes.count, NameByte.isPart(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The names in a part of the text.
  func names(in range: Range<Int>) -> [String] {
    bytes[range].split { !NameByte.isPart($0) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The brackets of sources.
enum Bracket {
  /// 1 for a bracket that opens, -1 for one that closes, 0 for any other byte.
  static func change(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): -1
    default: 0
    }
  }

  /// The offset of the last bracket that some bytes open and do not close; nil if there is none.
  static func opening(in bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    for index in bytes.indices.reversed() {
      let change = change(bytes[index])
      if depth == 0, change > 0 { return index }
      depth -= change
    }
    return nil
  }
}

/// The bytes of names in sources.
enum NameByte {
  /// Whether a byte is a part of a name: a digit, an ASCII letter, `_`, or a byte of a character outside of ASCII.
  static func isPart(_ byte: UInt8) -> Bool { ByteClass.isWord(byte) || byte >= 0x80 }
}
