import PredicateModel
import PredicateSyntax
import PredicateValues

/// Reads what stands behind `sort by`: keys with commas between them, each perhaps with options and a direction.
struct SortKeyParser {
  let model: DataModel
  let entity: Entity
  /// Where the clause ends.
  let end: Int

  /// Reads the keys of a clause that begins at a place; the other clauses are read already.
  func parse(_ start: StatementScanner, into fetch: inout EntityFetch) throws(PredicateIssue) {
    var scanner = StatementScanner(Array(start.bytes.prefix(end)), from: start.position)
    var keys: [SortKey] = []
    repeat {
      keys.append(try key(&scanner, fetch))
      scanner.skipSpaces()
    } while scanner.take(",")
    fetch.sortKeys = keys
    guard scanner.isAtEnd else {
      throw ClauseParser.unexpected(
        scanner, after: "the sort clause", allowsWhere: false, words: ["desc", "asc"])
    }
  }

  private func key(_ scanner: inout StatementScanner, _ fetch: EntityFetch) throws(PredicateIssue) -> SortKey {
    let tokens = CompletionScanner.tokens(of: scanner.bytes, from: scanner.position)[...]
    let length = Self.lengthOfKey(tokens)
    var key: SortKey
    if isExpression(tokens.prefix(length), fetch), let first = tokens.first, let last = tokens.prefix(length).last {
      let range = first.range.lowerBound..<last.range.upperBound
      key = SortKey(try ColumnParser.expression(scanner.bytes, range))
      scanner.position = range.upperBound
    } else {
      scanner.skipSpaces()
      let start = scanner.position
      let path = try SortPathParser(model: model, entity: entity).parse(&scanner)
      key = SortKey(.keyPath(path, range: scanner.range(from: start)))
    }
    scanner.skipSpaces()
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

  /// Whether a key is read as an expression, whose names are resolved when it runs: of groups, for the name of a column, and for what
  /// is more than a path. A path of an object is followed at once.
  private func isExpression(_ tokens: ArraySlice<CompletionToken>, _ fetch: EntityFetch) -> Bool {
    guard let first = tokens.first else { return false }
    if !fetch.groupBy.isEmpty || fetch.having != nil || fetch.isDistinct { return true }
    if tokens.count == 1, first.kind == .word {
      return fetch.columns.contains { $0.name.hasSameScalars(as: first.text) }
        && entity.member(named: first.text) == nil
    }
    if first.isWord("SELF") { return true }
    if zip(tokens, tokens.dropFirst()).contains(where: { Self.givesOneValue($0) && $1.isMark(".") }) { return true }
    return tokens.contains { $0.kind == .sign && $0.text != "#" || $0.isMark("(") || $0.isMark("{") }
  }

  /// Whether a token is `@sum`, `@max` or the like, which stand before a key. A path with `@count`, or with an unknown operator, is followed
  /// here.
  private static func givesOneValue(_ token: CompletionToken) -> Bool {
    guard token.kind == .collectionOperator else { return false }
    switch CollectionOperator(name: token.text) {
    case .sum, .avg, .min, .max: return true
    default: return false
    }
  }

  /// How many pieces the expression of a key has: without options and direction.
  private static func lengthOfKey(_ tokens: ArraySlice<CompletionToken>) -> Int {
    let length = ColumnParser.lengthOfExpression(
      tokens, endedBy: ["ASC", "ASCENDING", "DESC", "DESCENDING"])
    let last = Array(tokens.prefix(length).suffix(3))
    let letters = Set("cdnlCDNL")
    let hasOptions =
      last.count == 3 && last[0].isMark("[") && last[1].kind == .word && last[2].isMark("]")
      && last[1].text.allSatisfy(letters.contains)
    return hasOptions ? length - 3 : length
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
