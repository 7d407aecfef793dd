import PredicateModel
import PredicateSyntax

/// Reads clauses, which may be in any order but occur only once.
extension StatementReading {
  /// The words that end an invalid value.
  private static let endWords = ClauseKind.endWords + ["as"]

  /// Reads the clauses up to the end of the statement.
  mutating func clauses(of query: inout QueryStatement, allowsWhere: Bool) {
    var place = allowsWhere ? "the entity" : "the predicate"
    var isFirst = allowsWhere
    if isFirst { end = .clauses(allowsWhere: true) }
    while !tokens.isAtEnd {
      guard let word = tokens.next, let kind = ClauseKind(word), kind != .where || isFirst else {
        fail(Self.unexpected(tokens, after: place, allowsWhere: false))
        tokens.advance()
        skip { ClauseKind($0) != nil }
        continue
      }
      isFirst = false
      let isRepeated = query.clauses.contains { $0.kind == kind }
      if isRepeated { fail(.repeatedClause(kind.word, range: word.place)) }
      let clause = self.clause(kind, of: query.entity)
      if !isRepeated { query.clauses.append(clause) }
      place = kind == .where ? "the predicate" : "the \(kind.word) clause"
    }
  }

  /// The issue for a token that does not begin a clause.
  static func unexpected(
    _ tokens: StatementTokens, after place: String, allowsWhere: Bool, words: [String] = []
  ) -> PredicateIssue {
    let found = tokens.found()
    func isWord(_ word: String) -> Bool { found.text.lowercased().hasSameScalars(as: word) }
    let names = ClauseKind.unordered.map(\.words)
    let known = (allowsWhere ? ["where"] : ["AND", "OR"]) + names + ["sort", "group"] + words
    let hints = [
      ("order", "the syntax is: order by KEY desc, KEY"), ("select", "write show"),
      ("where", "the syntax is: ENTITY where PREDICATE"),
      ("distinct", "write show distinct"), ("filter", "write where"),
    ]
    let form = hints.first { isWord($0.0) && !(allowsWhere && $0.0 == "where") }?.1
    let nearest = form == nil ? NearestSpelling.of(found.text, among: known) : nil
    return .unexpectedClause(
      found.text, behind: place, expected: allowsWhere ? ["where"] + names : names + ["the end"],
      range: found.range, hint: form ?? nearest.map { "\($0) may be meant" }
    ).replacing(with: nearest)
  }

  /// Skips tokens up to a wanted token, or to the end of the text.
  mutating func skip(to isWanted: (SourceToken) -> Bool) {
    while let token = tokens.next, token.text != ";" || !tokens.isAtEnd, !isWanted(token) { tokens.advance() }
  }

  /// Reads the clause whose keyword is the next token.
  private mutating func clause(_ kind: ClauseKind, of entity: String) -> StatementClause {
    let start = tokens.offset
    tokens.advance()
    if kind.takesBy {
      end = .word("by")
      if !tokens.take("by") {
        fail(.clauseWithoutBy(kind.word, place(from: start)))
        skip { ClauseKind($0) != nil }
        let content: StatementClause.Content = kind == .sort ? .keys([]) : .columns([], isDistinct: false)
        return StatementClause(kind: kind, range: place(from: start), content: content)
      }
    }
    let content: StatementClause.Content
    switch kind {
    case .where, .having: content = .condition(condition(kind))
    case .group: content = .columns(columns(kind), isDistinct: false)
    case .show:
      let isDistinct = takeDistinct()
      let isUnfinished = !isDistinct && endsWithDistinct(of: entity)
      content = .columns(columns(kind), isDistinct: isDistinct)
      if isUnfinished { end = .expression(.show, from: tokens.bytes.count) }
    case .sort: content = .keys(sortKeys())
    case .first: content = first()
    case .limit, .offset: content = .number(number(behind: kind))
    }
    return StatementClause(kind: kind, range: place(from: start), content: content)
  }

  /// The range from an offset to the end of the last token that was read.
  func place(from start: Int) -> SourceRange { SourceRange(start, tokens.previousEnd) }

  // MARK: Conditions

  /// Reads a condition; nil if it has errors.
  mutating func condition(_ kind: ClauseKind) -> QueryPredicate? {
    end = .expression(kind, from: tokens.offset)
    if let missing = missingCondition(behind: kind) {
      fail(missing)
      return nil
    }
    let (result, end) = PredicateParser.prefix(of: tokens.text, from: tokens.offset, before: ClauseKind.endWords)
    tokens.skip(to: end)
    if !result.errors.isEmpty {
      fail(result.errors)
      skip { ClauseKind($0) != nil }
    }
    notes += result.notes
    return result.tree
  }

  /// The issue for a missing condition. A clause with `by`, or the end, after the keyword means that the condition is missing, not that it is wrong.
  private func missingCondition(behind kind: ClauseKind) -> PredicateIssue? {
    if tokens.isAtEnd { return .conditionExpected(behind: kind.word, found: "", range: tokens.endPlace) }
    guard let word = tokens.next, let next = ClauseKind(word), next.takesBy, let by = tokens.token(at: 1),
      by.isWord("by")
    else { return nil }
    return .conditionExpected(behind: kind.word, found: "\(word.text) \(by.text)", range: word.place.union(by.place))
  }

  // MARK: Values

  /// Reads columns with commas between them. Each column may have a name after `as`.
  private mutating func columns(_ kind: ClauseKind) -> [StatementColumn] {
    var columns: [StatementColumn] = []
    repeat {
      let first = tokens.position
      guard let value = value(kind, missing: { .columnExpected(behind: kind.words, found: $0, range: $1) }) else {
        continue
      }
      let isNamed = tokens.take("as")
      let name = isNamed ? self.name() : tokens.text(Self.named(value))
      guard let name else { continue }
      end = .expression(kind, from: value.range.lowerBound)
      // In `show price * 1,19` the comma separates the columns `price * 1` and `19`.
      if case .literal(.integer) = value.expression.node,
        let number = SourceToken.numberWithComma(in: tokens.all, at: first - 1)
      {
        notes.append(.numberWithComma(number, tokens.text(number)))
      }
      columns.append(
        StatementColumn(column: FetchedColumn(value.expression, as: name), range: value.range, isNamed: isNamed))
    } while tokens.take(mark: ",")
    return columns
  }

  /// The range of the text that becomes the name of a column without `as`: `tags.name` for `each tags.name`.
  private static func named(_ value: (expression: QueryExpression, range: Range<Int>)) -> Range<Int> {
    guard case .call("each:", let arguments) = value.expression.node, let range = arguments.first?.range else {
      return value.range
    }
    return Int(range.lowerBound)..<Int(range.upperBound)
  }

  /// Reads a value. Returns it with its range, which includes parentheses around it; nil for an error.
  mutating func value(
    _ kind: ClauseKind, missing: (String, SourceRange) -> PredicateIssue
  ) -> (expression: QueryExpression, range: Range<Int>)? {
    let start = tokens.offset
    end = .expression(kind, from: start)
    guard !tokens.isAtEnd, let first = tokens.next, !first.isMark(",") else {
      fail(missing(tokens.foundToken.text, tokens.foundToken.range))
      return nil
    }
    let (result, end) = PredicateParser.valuePrefix(of: tokens.text, from: start, before: Self.endWords)
    tokens.skip(to: end)
    guard let expression = result.tree else {
      fail(result.errors)
      skip { $0.isMark(",") || ClauseKind($0) != nil }
      return nil
    }
    return (expression, start..<end)
  }

  private mutating func name() -> String? {
    end = .name
    guard let token = tokens.next, token.text != ";", let name = token.name else {
      fail(.columnName(found: tokens.foundToken.text, range: tokens.foundToken.range))
      skip { $0.isMark(",") || ClauseKind($0) != nil }
      return nil
    }
    tokens.advance()
    return name
  }

  /// Reads the keyword `distinct`. False if it is a property: no value follows it, or the text ends.
  private mutating func takeDistinct() -> Bool {
    guard let word = tokens.next, word.isWord("distinct"), let next = tokens.token(at: 1) else { return false }
    let beginsValue: Bool
    switch next.kind {
    case .word: beginsValue = !next.isWord("as") && !Self.beginsClause(next, before: tokens.token(at: 2))
    case .sign: beginsValue = next.text == "-"
    case .mark: beginsValue = next.isMark("{")
    case .variable, .collectionOperator, .string, .openString, .number: beginsValue = true
    }
    if beginsValue { tokens.advance() }
    return beginsValue
  }

  /// Whether a word before a token begins a clause and not a value: `first` before a number, `sort` before `by`.
  private static func beginsClause(_ word: SourceToken, before next: SourceToken?) -> Bool {
    switch ClauseKind(word) {
    case .first, .limit, .offset: next?.kind == .number
    case .group, .sort: next?.isWord("by") == true
    case .where, .having, .show: next.map { $0.text != ";" && standsAlone(before: $0) } ?? false
    case nil: false
    }
  }

  /// Whether the text ends with `distinct`, and the entity has no property of this name. Columns are then expected next.
  private func endsWithDistinct(of entity: String) -> Bool {
    guard let word = tokens.next, word.isWord("distinct"), tokens.token(at: 1) == nil else { return false }
    return model.entity(named: entity)?.member(named: word.text) == nil
  }

  /// Reads the part after `first`: a number, `of each`, and keys with commas between them.
  private mutating func first() -> StatementClause.Content {
    let count = number(behind: .first)
    var keys: [QueryExpression] = []
    guard count != nil else { return .first(nil, of: keys) }
    for word in ["of", "each"] {
      end = .word(word)
      guard tokens.take(word) else {
        fail(.firstWithoutWords(word, found: tokens.foundToken.text, range: tokens.foundToken.range))
        skip { ClauseKind($0) != nil }
        return .first(nil, of: keys)
      }
    }
    repeat {
      let value = value(.first, missing: { .firstKeyExpected(found: $0, range: $1) })
      if let value { keys.append(value.expression) }
    } while tokens.take(mark: ",")
    return .first(keys.isEmpty ? nil : count, of: keys)
  }

  // MARK: Numbers

  mutating func number(behind kind: ClauseKind, inBrackets: Bool = false) -> Int? {
    end = .number
    let start = tokens.offset
    let stop =
      tokens.bytes[start...].firstIndex {
        StatementText.isSpaceOrSemicolon($0) || inBrackets && $0 == UInt8(ascii: ")")
      } ?? tokens.bytes.count
    let text = tokens.text(start..<stop)
    tokens.skip(to: stop)
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      fail(.clauseNumber(kind.word, found: text, range: SourceRange(start, stop)))
      skip { ClauseKind($0) != nil }
      return nil
    }
    end = .clauses(allowsWhere: false)
    // A number that is too large for `Int` means the same as the greatest `Int`: all rows.
    return Int(text) ?? Int.max
  }
}

/// Reads the part after `sort by`: keys with commas between them. Each key may have options and a direction.
extension StatementReading {
  mutating func sortKeys() -> [QuerySortKey] {
    var keys: [QuerySortKey] = []
    repeat {
      if let key = sortKey() { keys.append(key) }
    } while tokens.take(mark: ",")
    if let token = tokens.next, !tokens.isAtEnd, ClauseKind(token) == nil {
      fail(Self.unexpected(tokens, after: "the sort clause", allowsWhere: false, words: ["desc", "asc"]))
    }
    return keys
  }

  mutating func sortKey() -> QuerySortKey? {
    guard let value = value(.sort, missing: { .sortKeyExpected(found: $0, range: $1) }) else { return nil }
    if case .literal = value.expression.node {
      failLater(.sortKeyExpected(found: tokens.text(value.range), range: value.expression.range, kind: .type))
    }
    var key = QuerySortKey(value.expression)
    takeOptions(value.range, of: &key)
    if tokens.take("desc", "descending") {
      key.isAscending = false
    } else {
      _ = tokens.take("asc", "ascending")
    }
    return key
  }

  /// In an expression, `title[cd]` is the index `cd` of `title`. In a sort key, `c` and `d` are options.
  private mutating func takeOptions(_ range: Range<Int>, of key: inout QuerySortKey) {
    guard case .index(let base, .expression(let letters)) = key.expression.node,
      Int(key.expression.range.upperBound) == range.upperBound,
      case .keyPath(let path) = letters.node, path.rest.isEmpty, case .key(let name) = path.first
    else { return }
    var options: StringOptions = []
    for (position, letter) in name.lowercased().utf8.enumerated() {
      guard let option = StringOptions(letter: letter) else {
        let start = Int(letters.range.lowerBound)
        let bracket = tokens.bytes[..<start].lastIndex(of: UInt8(ascii: "[")) ?? start
        return failLater(.sortOptions(SourceRange(bracket, start + position + 1)))
      }
      options.insert(option)
    }
    key.expression = base
    key.options = options
  }
}
