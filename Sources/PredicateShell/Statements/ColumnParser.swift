import PredicateModel
import PredicateSyntax

/// Reads what stands behind `show` and `group by`: expressions with commas between them, each perhaps with a name behind `as`.
struct ColumnParser {
  private static let clauses = ClauseParser.words.map { $0.uppercased() }

  /// The clause, for messages.
  var clause = "show"

  /// Takes columns up to the next clause or the end.
  func parse(_ scanner: inout StatementScanner) throws(PredicateIssue) -> [FetchedColumn] {
    let tokens = CompletionScanner.tokens(of: scanner.bytes, from: scanner.position)
    var rest = tokens[...]
    var columns: [FetchedColumn] = []
    while true {
      let length = Self.lengthOfExpression(rest)
      guard length > 0, let first = rest.first, let last = rest.prefix(length).last else {
        let end = rest.first?.range.lowerBound ?? scanner.bytes.count
        let place = SourceRange(end, rest.first?.range.upperBound ?? end)
        throw .columnExpected(behind: clause, found: rest.first?.text ?? "", range: place)
      }
      let range = first.range.lowerBound..<last.range.upperBound
      rest = rest.dropFirst(length)
      let expression = try Self.expression(scanner.bytes, range)
      var name = String(decoding: scanner.bytes[range], as: UTF8.self)
      scanner.position = range.upperBound
      if rest.first?.isWord("AS") == true {
        rest = rest.dropFirst()
        name = try Self.name(&scanner, behind: rest.first)
        rest = rest.dropFirst()
      }
      columns.append(FetchedColumn(expression, as: name))
      guard let comma = rest.first, comma.isMark(",") else { return columns }
      scanner.position = comma.range.upperBound
      rest = rest.dropFirst()
    }
  }

  /// How many pieces belong to the expression at the beginning. A word of a clause ends it, but not where an expression has to begin;
  /// so do other words that may follow.
  static func lengthOfExpression(_ tokens: ArraySlice<CompletionToken>, endedBy words: [String] = ["AS"]) -> Int {
    var depth = 0
    var length = 0
    var needsOperand = true
    for token in tokens {
      if token.text == ";" || (depth == 0 && token.isMark(",")) { break }
      if depth == 0, !needsOperand, (words + clauses).contains(where: { token.isWord($0) }) { break }
      if token.kind == .mark, "([{".contains(token.text) { depth += 1 }
      if token.kind == .mark, ")]}".contains(token.text) { depth -= 1 }
      needsOperand = token.kind == .sign || token.isMark(".") || token.isMark("(")
      length += 1
    }
    return length
  }

  /// The expression at a place, with places in the whole text: what stands before it is spaces for the parser.
  static func expression(_ bytes: [UInt8], _ range: Range<Int>) throws(PredicateIssue) -> QueryExpression {
    let spaces = String(repeating: " ", count: range.lowerBound)
    return try PredicateParser.expression(spaces + String(decoding: bytes[range], as: UTF8.self)).get()
  }

  private static func name(
    _ scanner: inout StatementScanner, behind token: CompletionToken?
  ) throws(PredicateIssue) -> String {
    guard let token else {
      throw .columnName(found: "", range: SourceRange(scanner.bytes.count, scanner.bytes.count))
    }
    var words = StatementScanner(scanner.bytes, from: token.range.lowerBound)
    guard let name = words.takeQuotedName() ?? words.takeName() else {
      throw .columnName(found: token.text, range: SourceRange(token.range.lowerBound, token.range.upperBound))
    }
    scanner.position = token.range.upperBound
    return name.text
  }
}
