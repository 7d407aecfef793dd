import PredicateModel
import PredicateSyntax

/// Reads what stands behind the predicate: `group by …`, `having …`, `show …`, `sort by …`, `limit …`, `offset …`.
struct ClauseParser {
  let model: DataModel
  /// What the rows are, or are groups of.
  let entity: Entity

  /// The words that clauses begin with.
  static let words = ["sort", "limit", "offset", "show", "group", "having"]
  /// How they are named in messages.
  private static let names = ["group by", "having", "show", "sort by", "limit", "offset"]

  /// Reads clauses up to the end of the statement.
  func parse(_ scanner: inout StatementScanner, into query: inout ShellQuery) throws(PredicateIssue) {
    let place = query.fetch.predicate == nil ? "the entity" : "the predicate"
    var seen: [String] = []
    // What can be sorted by depends on the other clauses, wherever they stand.
    var order: (start: StatementScanner, end: Int)?
    while !scanner.isAtEnd {
      scanner.skipSpaces()
      let start = scanner
      guard let word = scanner.takeName(), let clause = Self.words.first(where: { word.isWord($0) }) else {
        throw Self.unexpected(start, after: seen.last.map { "the \($0) clause" } ?? place, allowsWhere: false)
      }
      guard !seen.contains(clause) else {
        throw .repeatedClause(clause, range: word.range)
      }
      seen.append(clause)
      switch clause {
      case "group":
        try takeBy(&scanner, behind: word)
        query.fetch.groupBy = try ColumnParser(clause: "group by").parse(&scanner)
      case "having": query.fetch.having = try condition(&scanner, into: &query)
      case "sort":
        try takeBy(&scanner, behind: word)
        let keys = scanner
        Self.skipExpressions(&scanner)
        order = (keys, scanner.position)
      case "limit": query.fetch.limit = try number(&scanner, after: word)
      case "offset": query.fetch.offset = try number(&scanner, after: word)
      default:
        query.fetch.isDistinct = Self.takeDistinct(&scanner)
        query.fetch.columns = try ColumnParser().parse(&scanner)
      }
    }
    guard let order else { return }
    try SortKeyParser(model: model, entity: entity, end: order.end).parse(order.start, into: &query.fetch)
  }

  /// The issue for something that no clause begins with.
  static func unexpected(
    _ start: StatementScanner, after place: String, allowsWhere: Bool, words: [String] = []
  ) -> PredicateIssue {
    var scanner = start
    let found = scanner.takeAnything()
    let known = (allowsWhere ? ["where"] : ["AND", "OR"]) + names + ["sort", "group"] + words
    let hints = [
      ("order", "write sort by"), ("select", "write show"), ("where", "the form is ENTITY where PREDICATE"),
      ("distinct", "write show distinct"), ("filter", "write where"),
    ]
    let hint =
      hints.first { found.isWord($0.0) && !(allowsWhere && $0.0 == "where") }?.1
      ?? NearestSpelling.of(found.text, among: known).map { "\($0) may be meant" }
    return .unexpectedClause(
      found.text, behind: place, expected: allowsWhere ? ["where"] + names : names + ["the end"],
      range: found.range, hint: hint)
  }

  // MARK: Clauses

  private func takeBy(
    _ scanner: inout StatementScanner, behind word: StatementScanner.Word
  ) throws(PredicateIssue) {
    guard let by = scanner.peekName(), by.isWord("by") else {
      throw .clauseWithoutBy(word.text.lowercased(), word.range)
    }
    scanner.skipSpaces()
    _ = scanner.takeName()
  }

  /// Takes `distinct`, where it is no property: then something else than a value goes on behind it.
  private static func takeDistinct(_ scanner: inout StatementScanner) -> Bool {
    let tokens = CompletionScanner.tokens(of: scanner.bytes, from: scanner.position).prefix(2)
    guard let word = tokens.first, word.isWord("DISTINCT"), tokens.count == 2, let next = tokens.last else {
      return false
    }
    let begins = next.kind == .word && !(["AS"] + words.map { $0.uppercased() }).contains { next.isWord($0) }
    let isValue = next.kind != .word && next.kind != .sign && next.kind != .mark
    guard begins || isValue || next.isMark("{") || next.text == "-" else { return false }
    scanner.position = word.range.upperBound
    return true
  }

  private func condition(
    _ scanner: inout StatementScanner, into query: inout ShellQuery
  ) throws(PredicateIssue) -> QueryPredicate? {
    if scanner.isAtEnd {
      throw .conditionExpected(behind: "having", found: "", range: scanner.range(from: scanner.position))
    }
    let text = String(decoding: scanner.bytes, as: UTF8.self)
    let (result, end) = PredicateParser.prefix(of: text, from: scanner.position)
    if let error = result.errors.first { throw error }
    scanner.position = end
    query.notes += result.notes
    return result.tree
  }

  /// Goes to the next clause or to the end.
  private static func skipExpressions(_ scanner: inout StatementScanner) {
    var rest = CompletionScanner.tokens(of: scanner.bytes, from: scanner.position)[...]
    while true {
      let length = ColumnParser.lengthOfExpression(rest, endedBy: [])
      if let last = rest.prefix(length).last { scanner.position = last.range.upperBound }
      rest = rest.dropFirst(length)
      guard let comma = rest.first, comma.isMark(",") else { return }
      scanner.position = comma.range.upperBound
      rest = rest.dropFirst()
    }
  }

  private func number(
    _ scanner: inout StatementScanner, after word: StatementScanner.Word
  ) throws(PredicateIssue) -> Int {
    scanner.skipSpaces()
    let start = scanner.position
    while let byte = scanner.byte(), !StatementScanner.isSpaceOrSemicolon(byte) { scanner.position += 1 }
    let text = String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self)
    // More than there can be is as good as all.
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Int(text) ?? Int.max }
    throw .clauseNumber(word.text, found: text, range: scanner.range(from: start))
  }
}
