import PredicateModel
import PredicateSyntax

/// The tokens of a text, and the index of the next token.
struct StatementTokens {
  let text: String
  let bytes: [UInt8]
  let all: [SourceToken]
  private(set) var position = 0

  init(_ text: String, from start: Int) {
    self.text = text
    bytes = Array(text.utf8)
    all = Self.tokens(of: bytes, from: start)
  }

  /// The tokens of a text. ORDER BY is replaced by SORT BY, because no expression contains these two words in a row.
  static func tokens(of bytes: [UInt8], from start: Int) -> [SourceToken] {
    let tokens = SourceToken.all(in: bytes, from: start)
    let words = zip(tokens, tokens.dropFirst()).filter { $0.isWord("order") && $1.isWord("by") }.map(\.0)
    guard !words.isEmpty else { return tokens }
    var bytes = bytes
    for word in words { bytes.replaceSubrange(word.range, with: "sort ".utf8) }
    return SourceToken.all(in: bytes, from: start)
  }

  /// The remaining tokens. Names of the entity's columns get the case that the model uses, because SQL ignores case in names: `DELETE FROM region
  /// WHERE REGIONID = 9`. The length of a name does not change, so all ranges stay valid.
  func respelled(for entity: Entity, in model: DataModel) -> StatementTokens {
    let names = entity.memberNames + entity.attributes.map(\.column)
    var bytes = bytes
    for (token, before) in zip(all.dropFirst(position), all.dropFirst(position - 1)) where token.kind == .word {
      guard !before.isMark("."), entity.member(named: token.text) == nil, model.entity(spelled: token.text) == nil,
        !ReservedWords.contains(token.text),
        let name = names.first(where: { $0.isSameSQLName(as: token.text) && $0.utf8.count == token.range.count })
      else { continue }
      bytes.replaceSubrange(token.range, with: name.utf8)
    }
    return StatementTokens(String(decoding: bytes, as: UTF8.self), from: offset)
  }

  /// The next token; nil at the end of the text.
  var next: SourceToken? { token(at: 0) }

  /// The token after `distance` other tokens; 0 for the next token.
  func token(at distance: Int) -> SourceToken? {
    all.indices.contains(position + distance) ? all[position + distance] : nil
  }

  var offset: Int { next?.range.lowerBound ?? bytes.count }

  /// The end offset of the last token that was read.
  var previousEnd: Int { position > 0 ? all[position - 1].range.upperBound : 0 }

  /// The empty range at the end of the text.
  var endPlace: SourceRange { SourceRange(bytes.count, bytes.count) }

  var isAtEnd: Bool { isAtEnd(behind: 0) }

  /// Whether only semicolons follow after `distance` more tokens.
  func isAtEnd(behind distance: Int) -> Bool { all.dropFirst(position + distance).allSatisfy { $0.text == ";" } }

  mutating func advance() { position = min(position + 1, all.count) }

  /// Moves to the first token that begins at or after an offset.
  mutating func skip(to offset: Int) {
    while let token = next, token.range.lowerBound < offset { position += 1 }
  }

  /// Moves past the next token if it is one of some words, which are given in lower case. Returns whether it is.
  mutating func take(_ words: String...) -> Bool {
    guard let token = next, words.contains(where: { token.isWord($0) }) else { return false }
    position += 1
    return true
  }

  /// Moves past the next token if it is a mark. Returns whether it is.
  mutating func take(mark: String) -> Bool {
    guard next?.isMark(mark) == true else { return false }
    position += 1
    return true
  }

  /// The text of the next token for messages: a word, or the text up to the next space.
  func found() -> (text: String, range: SourceRange) {
    guard let token = next else { return ("", endPlace) }
    if token.kind == .word { return (token.text, token.place) }
    let end = bytes[token.range.lowerBound...].firstIndex { StatementText.isSpace($0) } ?? bytes.count
    return (text(token.range.lowerBound..<end), SourceRange(token.range.lowerBound, end))
  }

  /// The next token for messages; an empty text if only semicolons follow.
  var foundToken: (text: String, range: SourceRange) {
    guard let token = next, !isAtEnd else { return ("", endPlace) }
    return (token.text, token.place)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// Functions for the bytes of statements.
package enum StatementText {
  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func isSpaceOrSemicolon(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ";") }

  /// The text without spaces around it.
  static func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
    var bytes = bytes[...]
    while let first = bytes.first, isSpace(first) { bytes = bytes.dropFirst() }
    while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The name without its quotes, with escapes replaced; the text itself if it is not a name in quotes.
  package var withoutNameQuotes: String {
    let tokens = SourceToken.all(in: Array(utf8), from: 0)
    guard tokens.count == 1, let name = tokens[0].stringValue, tokens[0].range == 0..<utf8.count else { return self }
    return name
  }

  /// The name as statements write properties: in quotes unless it is a plain word.
  package var asStatementName: String {
    let tokens = SourceToken.all(in: Array(utf8), from: 0)
    return tokens.count == 1 && tokens[0].kind == .word && tokens[0].name == self ? self : inNameQuotes
  }

  /// The name in double quotes, with escapes.
  package var inNameQuotes: String {
    "\"" + unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}

extension SourceToken {
  /// The range of a number with a comma, `1,19`, if the token at an index is its comma. Nil for another token, or if spaces are around the comma.
  static func numberWithComma(in tokens: [SourceToken], at comma: Int) -> Range<Int>? {
    guard comma > 0, comma + 1 < tokens.count, tokens[comma].isMark(",") else { return nil }
    let (whole, fraction) = (tokens[comma - 1], tokens[comma + 1])
    guard whole.kind == .number, fraction.kind == .number, whole.range.upperBound == tokens[comma].range.lowerBound,
      tokens[comma].range.upperBound == fraction.range.lowerBound
    else { return nil }
    return whole.range.lowerBound..<fraction.range.upperBound
  }

  /// The name of an entity or a column that the token contains: a word without `#`, escapes, colons and hyphens, or a text in quotes; nil for another token.
  var name: String? {
    if let stringValue { return stringValue }
    let isPlain = kind == .word && !text.utf8.contains { "#\\:-".utf8.contains($0) }
    return isPlain ? text : nil
  }

  /// The name of a property that the token is: as ``name``, and with the `#` that a condition needs before a word of the language.
  var memberName: String? {
    guard kind == .word, text.hasPrefix("#") else { return name }
    let word = text.dropFirst()
    return word.utf8.contains { "#\\:-".utf8.contains($0) } ? nil : String(word)
  }
}
