import PredicateModel
import PredicateSyntax

/// Reads the part before the clauses: `count`, and an entity or a condition of the current entity.
extension StatementReading {
  /// Reads the keyword `count`. Nil if `count` is a property, because an operator or a dot follows.
  mutating func takeCount() -> SourceToken? {
    guard let word = tokens.next, word.isWord("count"),
      Self.standsAlone(before: tokens.token(at: 1)) || isBeforeEntityNamedAsOperator
    else { return nil }
    tokens.advance()
    return word
  }

  /// Whether the name of an entity follows that is also an operator, and after it a clause or the end: `count Like where n == 2`. A property `count`
  /// has precedence.
  private var isBeforeEntityNamedAsOperator: Bool {
    guard let word = tokens.token(at: 1), word.kind == .word, model.entity(spelled: word.text) != nil,
      parser.current?.member(named: "count") == nil
    else { return false }
    return tokens.isAtEnd(behind: 2) || tokens.token(at: 2).flatMap { ClauseKind($0) } != nil
  }

  /// Reads the statement at the position, with its clauses; nil if it does not begin with an entity.
  mutating func beginning(isCount: Bool) -> QueryStatement? {
    let offset = tokens.offset
    if let entity = ownEntity(isCount: isCount) {
      var query = QueryStatement(entity.name, .beforeClauses(offset), text: tokens.text, start: start)
      if !tokens.isAtEnd { clauses(of: &query, allowsWhere: true) }
      return query
    }
    if let query = objectStatement() { return query }
    let next = tokens.token(at: 1).flatMap { ClauseKind($0) }
    if let word = tokens.next, let name = word.name, next != nil || tokens.isAtEnd(behind: 1) {
      // A property of the current entity has precedence: `loans` is a property, although it could be the plural of an entity.
      let isMember = parser.current?.member(named: name) != nil
      if let entity = isMember ? model.entity(spelled: name) : model.entity(inOneOrMany: name) {
        tokens.advance()
        var query = QueryStatement(entity.name, .written(word.place), text: tokens.text, start: start)
        clauses(of: &query, allowsWhere: true)
        return query
      }
      if next == .where {
        tokens.advance()
        fail(.unknownEntity(name, known: model.entityNames, range: word.place))
        var query = QueryStatement(name, .written(word.place), text: tokens.text, start: start)
        clauses(of: &query, allowsWhere: true)
        return query
      }
    }
    return bareStatement()
  }

  /// Reads `Customer[2]` and the clauses after it as `Customer where SELF == Customer[2]`. Nil if an operator or a dot follows the bracket, because
  /// the text then is a condition.
  private mutating func objectStatement() -> QueryStatement? {
    guard let word = tokens.next, let name = word.name, parser.current?.member(named: name) == nil,
      let entity = model.entity(inOneOrMany: name)
    else { return nil }
    var reading = self
    reading.tokens.advance()
    guard let condition = reading.takeKey(of: entity, named: word) else { return nil }
    var query = QueryStatement(entity.name, .written(word.place), text: tokens.text, start: start)
    query.clauses = [condition]
    reading.clauses(of: &query, allowsWhere: false)
    self = reading
    return query
  }

  /// Reads a key in brackets after the name of an entity. Returns the condition that the object has this key. Nil without a key, and if a word follows
  /// that is not one of `words`.
  mutating func takeKey(of entity: Entity, named word: SourceToken, before words: [String] = []) -> StatementClause? {
    guard tokens.next?.isMark("[") == true, entity.member(named: entity.name) == nil else { return nil }
    let first = word.range.lowerBound
    let (result, last) = PredicateParser.valuePrefix(
      of: tokens.text, from: first, before: ClauseKind.endWords + words)
    guard let expression = result.tree, case .index(let base, .expression(let key)) = expression.node,
      base.keyedEntityName != nil
    else { return nil }
    var behind = tokens
    behind.skip(to: last)
    guard
      behind.isAtEnd || behind.next.flatMap({ ClauseKind($0) }) != nil
        || words.contains(where: { behind.next?.isWord($0) == true })
    else { return nil }
    let bracket = tokens.offset
    tokens = behind
    end = .clauses(allowsWhere: false)
    let range = SourceRange(first, last)
    let object = QueryExpression.index(
      .keyPath(QueryKeyPath(.key(entity.name))), .expression(key), range: range)
    // `SELF` gets the range of the object's name, because the text does not contain this condition.
    let isMeant = QueryPredicate.comparison(QueryComparison(.evaluatedObject(range: range), .equal, object))
    return StatementClause(kind: .where, range: place(from: bracket), content: .condition(isMeant))
  }

  /// The current entity, for a statement that begins with a clause (`limit 3`, `sort by year`, `where year > 1990`) or is only `count`. Nil if the
  /// word is a property, because a predicate may begin with a property.
  private func ownEntity(isCount: Bool) -> Entity? {
    guard let entity = parser.current else { return nil }
    if isCount, tokens.isAtEnd { return entity }
    let next = tokens.token(at: 1)
    guard let word = tokens.next, let kind = ClauseKind(word), Self.standsAlone(before: next) else { return nil }
    if entity.member(named: word.text) == nil { return entity }
    // These clauses cannot be mistaken for a predicate that begins with a property.
    switch kind {
    case .limit, .offset, .first: return next?.kind == .number ? entity : nil
    case .sort: return next?.isWord("by") == true ? entity : nil
    default: return nil
    }
  }

  /// Whether the word before a token is a keyword. It is a property in a predicate if an operator or a dot follows it.
  static func standsAlone(before next: SourceToken?) -> Bool {
    guard let next, next.text != ";" else { return true }
    switch next.kind {
    case .word:
      let spelling = next.text.uppercased()
      return !OperatorTable.entries.contains { entry in
        entry.class != .negation && entry.class != .quantifier && entry.spellings.contains(spelling)
      }
    case .sign: return next.text == "!"
    case .mark: return next.text == "(" || next.text == "{"
    case .variable, .collectionOperator, .string, .openString, .number: return true
    }
  }

  // MARK: Bare predicates

  /// Reads a condition on the current entity, and the clauses after it; nil without a current entity.
  mutating func bareStatement() -> QueryStatement? {
    guard let entity = parser.current else {
      fail(.noEntity)
      return nil
    }
    let before = tokens
    let beginning = self
    var query = QueryStatement(entity.name, .beforeCondition(tokens.offset), text: tokens.text, start: start)
    let predicate = condition(.where)
    query.clauses.append(
      StatementClause(kind: .where, range: place(from: before.offset), content: .condition(predicate)))
    if !errors.isEmpty, let clauses = beginning.withClauses(of: entity) {
      self = clauses.reading
      return clauses.query
    }
    if !errors.isEmpty, let better = betterIssue(at: before, entity) { fail(insteadWith: better) }
    clauses(of: &query, allowsWhere: false)
    return query
  }

  /// Reads a text that is not a valid condition as clauses: `show -year`. Its first word could have been a property. Nil if the clauses have errors, too.
  private func withClauses(of entity: Entity) -> (reading: StatementReading, query: QueryStatement)? {
    guard let word = tokens.next, ClauseKind(word) != nil else { return nil }
    var reading = self
    var query = QueryStatement(entity.name, .beforeClauses(tokens.offset), text: tokens.text, start: start)
    reading.clauses(of: &query, allowsWhere: true)
    return reading.errors.isEmpty ? (reading, query) : nil
  }

  /// A better issue for a text that begins like an entity statement and is not a predicate; nil for any other text.
  private func betterIssue(at before: StatementTokens, _ entity: Entity) -> PredicateIssue? {
    guard let word = before.next, word.kind == .word, let name = word.name, entity.member(named: name) == nil else {
      return nil
    }
    var behind = before
    behind.advance()
    if let named = model.entity(spelled: name) {
      return Self.unexpected(behind, after: "the entity \(named.name)", allowsWhere: true)
    }
    guard behind.isAtEnd || behind.next.flatMap({ ClauseKind($0) }) != nil, !ReservedWords.contains(name) else {
      return nil
    }
    return .unknownEntity(name, known: model.entityNames, orOneOf: entity.memberNames, range: word.place)
  }
}
