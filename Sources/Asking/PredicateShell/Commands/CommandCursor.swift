import PredicateStatements
import PredicateSyntax

/// Reads the arguments of a command, one parameter after the other. The shell uses it to run the command, and completion uses it to find the
/// parameter at the cursor.
struct CommandCursor {
  let bytes: [UInt8]
  /// The range of the text that has not been read yet.
  private(set) var rest: Range<Int>

  /// The arguments in a range of a text.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    rest = range
    skipSpace()
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The range up to the next space; empty at the end of the text.
  var word: Range<Int> {
    rest.lowerBound..<(bytes[rest].firstIndex(where: StatementText.isSpace) ?? rest.upperBound)
  }

  /// Reads the next word if it is an option, or the last word if `isLast` is true. Returns nil if that word is not an option.
  mutating func takeOption(of parameters: [CommandParameter], isLast: Bool = false) -> String? {
    let lastStart = bytes[rest].lastIndex(where: StatementText.isSpace).map { $0 + 1 } ?? rest.lowerBound
    let place = isLast ? lastStart..<rest.upperBound : word
    let typed = text(place)
    guard parameters.contains(where: { $0.isOption && $0.words[0].hasSameScalars(as: typed) }) else { return nil }
    guard isLast else { return text(take(place, to: place.upperBound)) }
    rest = rest.lowerBound..<place.lowerBound
    while let last = bytes[rest].last, StatementText.isSpace(last) { rest.removeLast() }
    return typed
  }

  /// Reads the argument of a parameter. A fixed word or a name ends at the next space. A condition extends to the end of the text. A file or a key
  /// may be in quotes, which are not part of the argument. A file without quotes ends before the fixed word of the next parameter.
  mutating func take(_ parameter: CommandParameter, before next: CommandParameter?) -> Range<Int> {
    let word = word
    guard let kind = parameter.kind else { return take(word, to: word.upperBound) }
    // The name of an entity may be in quotes, so `"And"[3]` is tested before a key in quotes.
    if kind == .key, let object { return take(object, to: object.upperBound) }
    if kind == .file || kind == .key, let quoted { return take(quoted, to: quoted.upperBound + 1) }
    if kind == .file, let next {
      let end = next.kind == nil ? end(before: next) : word.upperBound
      return take(rest.lowerBound..<end, to: end)
    }
    return kind.takesRest ? take(rest, to: rest.upperBound) : take(word, to: word.upperBound)
  }

  /// The range between quotes at the current position; nil unless a quoted text begins there and ends.
  private var quoted: Range<Int>? {
    guard let quote = bytes[rest].first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    let start = rest.lowerBound + 1
    return bytes[start..<rest.upperBound].firstIndex(of: quote).map { start..<$0 }
  }

  /// The range of an object's name at the current position, `OrderLine[10248, 11]`; nil if there is none.
  private var object: Range<Int>? {
    let tokens = SourceToken.all(in: Array(bytes[..<rest.upperBound]), from: rest.lowerBound)
    guard tokens.count > 1, tokens[1].isMark("["), tokens[1].range.lowerBound == tokens[0].range.upperBound,
      let last = tokens.first(where: { $0.isMark("]") })
    else { return nil }
    return rest.lowerBound..<last.range.upperBound
  }

  /// The end of the text before a fixed word of a parameter.
  private func end(before parameter: CommandParameter) -> Int {
    var position = rest.lowerBound
    while position < rest.upperBound {
      let end = bytes[position..<rest.upperBound].firstIndex(where: StatementText.isSpace) ?? rest.upperBound
      if parameter.word(text(position..<end)) != nil {
        return bytes[rest.lowerBound..<position].lastIndex { !StatementText.isSpace($0) }.map { $0 + 1 } ?? position
      }
      position = bytes[end..<rest.upperBound].firstIndex { !StatementText.isSpace($0) } ?? rest.upperBound
    }
    return rest.upperBound
  }

  private mutating func take(_ range: Range<Int>, to end: Int) -> Range<Int> {
    skip(to: end)
    return range
  }

  private mutating func skip(to position: Int) {
    rest = position..<rest.upperBound
    skipSpace()
  }

  private mutating func skipSpace() {
    let start = bytes[rest].firstIndex { !StatementText.isSpace($0) } ?? rest.upperBound
    rest = start..<rest.upperBound
  }
}
