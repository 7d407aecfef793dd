import PredicateModel
import PredicateSyntax

/// Reads what stands behind the predicate: `sort by …`, `limit …`, `offset …`, `show …`.
struct ClauseParser {
  let model: DataModel
  /// What is sorted.
  let entity: Entity

  /// Reads clauses up to the end of the statement.
  func parse(_ scanner: inout StatementScanner, into query: inout ShellQuery) throws(PredicateIssue) {
    let place = query.fetch.predicate == nil ? "the entity" : "the predicate"
    var seen: [String] = []
    while !scanner.isAtEnd {
      scanner.skipSpaces()
      let start = scanner
      guard let word = scanner.takeName(), let clause = Self.words.first(where: { word.isWord($0) }) else {
        throw Self.unexpected(
          start, after: seen.last.map { "the \($0) clause" } ?? place, allowsWhere: false,
          words: seen.last == "sort" ? ["desc", "asc"] : [])
      }
      guard !seen.contains(clause) else {
        throw .repeatedClause(clause, range: word.range)
      }
      seen.append(clause)
      switch clause {
      case "sort": query.fetch.sortKeys = try sortKeys(&scanner, after: word)
      case "limit": query.fetch.limit = try number(&scanner, after: word)
      case "offset": query.fetch.offset = try number(&scanner, after: word)
      default: query.columns = try ColumnParser().parse(&scanner)
      }
    }
  }

  private static let words = ["sort", "limit", "offset", "show"]

  /// The issue for something that no clause begins with.
  static func unexpected(
    _ start: StatementScanner, after place: String, allowsWhere: Bool, words: [String] = []
  ) -> PredicateIssue {
    var scanner = start
    let found = scanner.takeAnything()
    let clauses = ["sort by", "limit", "offset", "show"]
    let known = (allowsWhere ? ["where"] : ["AND", "OR"]) + ["sort by", "sort", "limit", "offset", "show"] + words
    var hint: String?
    if found.isWord("order") {
      hint = "write sort by"
    } else if found.isWord("select") {
      hint = "write show"
    } else if found.isWord("where") {
      hint = "the form is ENTITY where PREDICATE"
    } else {
      hint = NearestSpelling.of(found.text, among: known).map { "\($0) may be meant" }
    }
    return .unexpectedClause(
      found.text, behind: place, expected: allowsWhere ? ["where"] + clauses : clauses + ["the end"],
      range: found.range, hint: hint)
  }

  // MARK: Numbers

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

  // MARK: Sorting

  private func sortKeys(
    _ scanner: inout StatementScanner, after word: StatementScanner.Word
  ) throws(PredicateIssue) -> [SortKey] {
    guard let by = scanner.peekName(), by.isWord("by") else {
      throw .sortWithoutBy(word.range)
    }
    scanner.skipSpaces()
    _ = scanner.takeName()
    var keys: [SortKey] = []
    repeat {
      keys.append(try sortKey(&scanner))
      scanner.skipSpaces()
    } while scanner.take(",")
    return keys
  }

  private func sortKey(_ scanner: inout StatementScanner) throws(PredicateIssue) -> SortKey {
    let path = try SortPathParser(model: model, entity: entity).parse(&scanner)
    scanner.skipSpaces()
    var key = SortKey(path)
    if let options = try options(&scanner) { key.options = options }
    if let direction = scanner.peekName() {
      let isAscending = direction.isWord("asc") || direction.isWord("ascending")
      let isDescending = direction.isWord("desc") || direction.isWord("descending")
      if isAscending || isDescending {
        key.isAscending = isAscending
        scanner.skipSpaces()
        _ = scanner.takeName()
      }
    }
    return key
  }

  private static let optionLetters: [(UInt8, StringOptions)] = [
    (UInt8(ascii: "c"), .caseInsensitive), (UInt8(ascii: "d"), .diacriticInsensitive),
    (UInt8(ascii: "n"), .normalized), (UInt8(ascii: "l"), .localeSensitive),
  ]

  private func options(_ scanner: inout StatementScanner) throws(PredicateIssue) -> StringOptions? {
    let start = scanner.position
    guard scanner.take("[") else { return nil }
    var options: StringOptions = []
    while let byte = scanner.byte(), let option = Self.optionLetters.first(where: { $0.0 == byte | 0x20 }) {
      options.insert(option.1)
      scanner.position += 1
    }
    guard scanner.take("]"), !options.isEmpty else {
      throw .sortOptions(SourceRange(start, min(scanner.position + 1, scanner.bytes.count)))
    }
    return options
  }
}
