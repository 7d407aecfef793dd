import PredicateSyntax

extension StatementParser {
  /// Reads statements with semicolons between them, each with its places in the text. A semicolon inside of brackets or quotes separates
  /// nothing.
  ///
  /// ```swift
  /// parser.parseSequence("delete Loan where note == nil; count Loan").count  // 2
  /// ```
  package func parseSequence(_ text: String, from start: Int = 0) -> [StatementTree] {
    let bytes = Array(text.utf8)
    return sequencePlaces(text, from: start).map { place in
      parse(String(decoding: bytes[..<place.upperBound], as: UTF8.self), from: place.lowerBound)
    }
  }

  /// The UTF-8 offsets of the statements with semicolons between them, without those of spaces alone.
  package func sequencePlaces(_ text: String, from start: Int = 0) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var places: [Range<Int>] = []
    var first = start
    var depth = 0
    func add(upTo end: Int) {
      if bytes[first..<end].allSatisfy(StatementText.isSpaceOrSemicolon) { return }
      places.append(first..<end)
    }
    for token in SourceToken.all(in: bytes, from: start) {
      switch token.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ";" where depth <= 0:
        add(upTo: token.range.lowerBound)
        first = token.range.upperBound
      default: break
      }
    }
    add(upTo: bytes.count)
    return places
  }
}
