import PredicateModel
import PredicateSyntax

extension StatementReading {
  /// Reads the verb of a statement that changes data. Nil if the word is a property or an entity, or if no name can follow.
  mutating func takeChangeVerb() -> (verb: ChangeVerb, word: SourceToken)? {
    guard let word = tokens.next, let verb = ChangeVerb(word) else { return nil }
    let next = tokens.token(at: 1)
    if tokens.isAtEnd(behind: 1) || next.flatMap({ ClauseKind($0) }) != nil {
      // A word such as `update` at the end may be the name of an entity, or a property with which a condition begins.
      guard model.entity(spelled: word.text) == nil, parser.current?.member(named: word.text) == nil else { return nil }
    } else {
      guard Self.standsAlone(before: next), next?.kind == .word || next?.kind == .string else { return nil }
    }
    tokens.advance()
    return (verb, word)
  }

  /// Reads the statement after a verb; nil without the name of an entity.
  mutating func change(_ verb: ChangeVerb, _ word: SourceToken) -> ChangeStatement? {
    end = .entity
    let isSQL = takeWordOfSQL(verb)
    guard let (entity, name) = changedEntity(verb) else { return nil }
    if isSQL, verb == .delete { tokens = tokens.respelled(for: entity, in: model) }
    var change = ChangeStatement(verb, word.place, entity.name, text: tokens.text, start: start)
    if verb != .insert, let key = takeKey(of: entity, named: name, before: ["set"]),
      case .condition(let predicate) = key.content
    {
      change.predicate = predicate
    }
    switch verb {
    case .insert:
      end = .member(isRequired: false)
      if tokens.next?.isMark("(") == true {
        rowOfSQL(of: &change, entity)
      } else if !tokens.isAtEnd {
        // If `=` follows `set`, it is the name of a property.
        if tokens.token(at: 1)?.text != "=" { _ = tokens.take("set") }
        assignments(of: &change)
      }
    case .update:
      end = .word("set")
      guard tokens.take("set") else {
        let found = tokens.foundToken
        fail(.changeWord("set", of: verb, found: found.text, range: found.range))
        return change
      }
      assignments(of: &change)
    case .delete: end = .clauses(allowsWhere: true)
    }
    if verb != .insert, change.predicate == nil, let found = tokens.next, tokens.take("where") {
      change.predicate = condition(.where)
      finish(verb, behind: "the predicate", expected: [], after: found)
    } else {
      let place = change.assignments.isEmpty ? "the entity" : "the value"
      finish(
        verb, behind: place,
        expected: verb == .insert ? [","] : change.assignments.isEmpty ? ["where"] : [",", "where"])
    }
    return change
  }

  /// Reads the INTO of INSERT INTO or the FROM of DELETE FROM, unless an entity has this name. Returns whether there is such a word.
  private mutating func takeWordOfSQL(_ verb: ChangeVerb) -> Bool {
    let word: String? =
      switch verb {
      case .insert: "into"
      case .delete: "from"
      case .update: nil
      }
    guard let word, tokens.next?.isWord(word) == true, tokens.token(at: 1)?.name != nil,
      model.entity(spelled: word) == nil
    else { return false }
    tokens.advance()
    return true
  }

  /// Reads `(title, year) values ("Alien", 1979)`, with as many values as members. A member may be named by its column.
  private mutating func rowOfSQL(of change: inout ChangeStatement, _ entity: Entity) {
    var members: [(name: String, range: SourceRange)] = []
    tokens.advance()
    repeat {
      end = .member(isRequired: true)
      guard let token = tokens.next, !tokens.isAtEnd, let name = token.memberName else {
        return fail(.memberExpected(.insert, found: tokens.foundToken.text, range: tokens.foundToken.range))
      }
      let column = entity.attributes.first { $0.column.isSameSQLName(as: name) }
      members.append((entity.member(named: name) == nil ? column?.name ?? name : name, token.place))
      tokens.advance()
    } while tokens.take(mark: ",")
    guard takeOfRow(mark: ")") else { return }
    end = .word("values")
    guard tokens.take("values") else {
      let found = tokens.foundToken
      return fail(.changeWord("values", of: .insert, found: found.text, range: found.range))
    }
    guard takeOfRow(mark: "(") else { return }
    for (position, member) in members.enumerated() {
      if position > 0, !takeOfRow(mark: ",") { return }
      let first = tokens.offset
      guard let value = assignedValue(member.name) else { return skip { _ in false } }
      if change.assignments.contains(where: { $0.member.hasSameScalars(as: member.name) }) {
        fail(.repeatedClause(member.name, range: member.range))
      }
      change.assignments.append(
        ChangeAssignment(
          member: member.name, memberRange: member.range, value: value, valueRange: place(from: first)))
    }
    guard takeOfRow(mark: ")") else { return }
    if tokens.next?.isMark(",") == true, tokens.token(at: 1)?.isMark("(") == true {
      fail(.secondRow(of: change, range: tokens.foundToken.range))
      return skip { _ in false }
    }
    end = .closed
  }

  /// Reads a mark in a row of SQL. If the next token is another one, adds an issue and returns false.
  private mutating func takeOfRow(mark: String) -> Bool {
    if tokens.take(mark: mark) { return true }
    fail(.rowOfSQL(mark, found: tokens.foundToken.text, range: tokens.foundToken.range))
    skip { _ in false }
    return false
  }

  /// Adds an issue if the statement does not end at the position.
  private mutating func finish(
    _ verb: ChangeVerb, behind place: String, expected: [String], after word: SourceToken? = nil
  ) {
    guard !tokens.isAtEnd else { return }
    let found = tokens.found()
    fail(.changeEnd(verb, behind: place, expected: expected, found: found.text, range: found.range))
    skip { _ in false }
  }

  private mutating func changedEntity(_ verb: ChangeVerb) -> (Entity, SourceToken)? {
    guard let token = tokens.next, !tokens.isAtEnd, let name = token.name else {
      fail(.changeEntityExpected(verb, found: tokens.foundToken.text, range: tokens.foundToken.range))
      skip { _ in false }
      return nil
    }
    guard let entity = model.entity(inOneOrMany: name) else {
      if ClauseKind(token) != nil || token.isWord("set") {
        fail(.changeEntityExpected(verb, found: token.text, range: token.place))
      } else {
        fail(.unknownEntity(name, known: model.entityNames, range: token.place))
      }
      skip { _ in false }
      return nil
    }
    tokens.advance()
    return (entity, token)
  }

  // MARK: Values

  private mutating func assignments(of change: inout ChangeStatement) {
    repeat {
      guard let assignment = assignment(of: change) else {
        skip { $0.isMark(",") || $0.isWord("where") }
        continue
      }
      let isRepeated = change.assignments.contains { $0.member.hasSameScalars(as: assignment.member) }
      if isRepeated { fail(.repeatedClause(assignment.member, range: assignment.memberRange)) }
      change.assignments.append(assignment)
    } while tokens.take(mark: ",")
  }

  private mutating func assignment(of change: ChangeStatement) -> ChangeAssignment? {
    end = .member(isRequired: true)
    let isCondition = tokens.next?.isWord("where") == true && tokens.token(at: 1)?.text != "="
    guard let token = tokens.next, !tokens.isAtEnd, !isCondition, let member = token.memberName else {
      fail(.memberExpected(change.verb, found: tokens.foundToken.text, range: tokens.foundToken.range))
      return nil
    }
    tokens.advance()
    end = .word("=")
    guard let sign = tokens.next, sign.kind == .sign, sign.text == "=" else {
      if tokens.next?.isMark(".") == true || tokens.next?.isMark("[") == true,
        model.entity(named: change.entity)?.attribute(named: member)?.isJSON == true
      {
        fail(.partOfJSON(token.text, range: tokens.foundToken.range))
        return nil
      }
      fail(.assignmentExpected(token.text, found: tokens.foundToken.text, range: tokens.foundToken.range))
      return nil
    }
    tokens.advance()
    let first = tokens.offset
    guard let value = assignedValue(member) else { return nil }
    return ChangeAssignment(
      member: member, memberRange: token.place, value: value, valueRange: place(from: first))
  }

  private mutating func assignedValue(_ member: String) -> ChangeAssignment.Value? {
    let start = tokens.offset
    end = .assigned(member, from: start)
    guard !tokens.isAtEnd, let first = tokens.next, !first.isMark(","), !beginsCondition else {
      fail(.assignedValueExpected(member, found: tokens.foundToken.text, range: tokens.foundToken.range))
      return nil
    }
    let operators = setOperators()
    guard var value = assignedPart(member, from: start, upTo: operators.first) else { return nil }
    for (position, place) in operators.enumerated() where tokens.offset == place {
      guard let word = tokens.next, let op = Self.setOperator(word) else { break }
      tokens.advance()
      let next = operators.indices.contains(position + 1) ? operators[position + 1] : nil
      guard let part = assignedPart(member, from: start, upTo: next) else { return nil }
      value = .sets(value, op, part)
    }
    return value
  }

  private static func setOperator(_ token: SourceToken) -> BinaryOperator? {
    token.isWord("union") ? .union : token.isWord("minus") ? .minus : token.isWord("intersect") ? .intersect : nil
  }

  /// The indexes of the operators between the sets of a value, if at least one of the sets is a selection: `tags UNION (Tag where id < 4)`.
  private func setOperators() -> [Int] {
    var places: [Int] = []
    var ahead = tokens
    var depth = 0
    var hasSelection = beginsSelection(ahead)
    while let token = ahead.next, depth > 0 || !(token.isMark(",") || token.isWord("where") || token.text == ";") {
      switch token.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      if depth < 0 { break }
      ahead.advance()
      guard depth == 0, Self.setOperator(token) != nil else { continue }
      places.append(token.range.lowerBound)
      hasSelection = hasSelection || beginsSelection(ahead)
    }
    return hasSelection ? places : []
  }

  private func beginsSelection(_ tokens: StatementTokens) -> Bool {
    guard tokens.next?.isMark("(") == true, tokens.token(at: 1)?.name != nil, let clause = tokens.token(at: 2) else {
      return false
    }
    let next = tokens.token(at: 3)
    return clause.isWord("where") || ClauseKind(clause) == .sort && next?.isWord("by") == true
      || clause.isWord("limit") && next?.kind == .number
  }

  /// Reads a value up to the end, or one of several sets up to the next operator.
  private mutating func assignedPart(
    _ member: String, from start: Int, upTo place: Int?
  ) -> ChangeAssignment.Value? {
    if beginsSelection(tokens), let name = tokens.token(at: 1), let entity = name.name {
      return selection(of: entity, name, member, from: start)
    }
    let text = place.map { tokens.text(0..<$0) } ?? tokens.text
    let (result, stop) = PredicateParser.valuePrefix(of: text, from: tokens.offset, before: ["where"])
    tokens.skip(to: stop)
    guard let expression = result.tree else {
      fail(result.errors)
      return nil
    }
    notes += result.notes
    return .expression(expression)
  }

  /// Whether the next token is the `where` of a condition and not a property named `where`: `= where title == "Alien"`, but not `= where + 1`.
  private var beginsCondition: Bool {
    guard let word = tokens.next, word.isWord("where"), !tokens.isAtEnd(behind: 1), let next = tokens.token(at: 1),
      !next.isMark(","), !next.isMark("(")
    else { return false }
    return Self.standsAlone(before: next)
  }

  /// Reads a selection such as `(Friend where friendName == "Anna")`, perhaps with an order and a limit: `(Loan where … sort by lentOn limit 1)`. Without a
  /// condition, an order or a limit follows the entity: `(Loan sort by lentOn limit 1)`.
  private mutating func selection(
    of name: String, _ token: SourceToken, _ member: String, from start: Int
  ) -> ChangeAssignment.Value? {
    guard let entity = model.entity(spelled: name) else {
      fail(.unknownEntity(name, known: model.entityNames, range: token.place))
      return nil
    }
    for _ in 0..<2 { tokens.advance() }
    var fetch = EntityFetch(entity.name)
    if tokens.take("where") {
      end = .selection(entity.name, from: tokens.offset)
      guard !tokens.isAtEnd else {
        fail(.conditionExpected(behind: "where", found: "", range: tokens.endPlace))
        return nil
      }
      let (result, stop) = PredicateParser.prefix(of: tokens.text, from: tokens.offset, before: ClauseKind.endWords)
      tokens.skip(to: stop)
      guard let predicate = result.tree, result.errors.isEmpty else {
        fail(result.errors)
        return nil
      }
      notes += result.notes
      fetch = EntityFetch(entity.name, where: predicate)
    }
    if let word = tokens.next, ClauseKind(word) == .sort, tokens.token(at: 1)?.isWord("by") == true {
      for _ in 0..<2 { tokens.advance() }
      repeat {
        guard let key = sortKey() else { return nil }
        fetch.sortKeys.append(key)
      } while tokens.take(mark: ",")
      end = .closed
    }
    if tokens.take("limit") {
      fetch.limit = number(behind: .limit, inBrackets: true)
      end = .closed
    }
    guard tokens.take(mark: ")") else {
      fail(.selectionEnd(found: tokens.foundToken.text, range: tokens.foundToken.range))
      return nil
    }
    end = .assigned(member, from: start)
    return .selection(fetch)
  }
}
