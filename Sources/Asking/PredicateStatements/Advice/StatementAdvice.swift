import PredicateBinding
import PredicateModel
import PredicateValues

/// Adds better hints to issues. Such a hint needs the model, which the parser does not have, and the text of the statement, which the binder does not have.
///
/// ```swift
/// let advice = StatementAdvice(model: model, currentEntity: "Movie", commandUsages: [], foldsLike: true)
/// advice.improved(issues, in: "SELECT * FROM Movie")[0].hint  // write Movie
/// ```
package struct StatementAdvice {
  let model: DataModel
  /// The entity for a predicate without an entity.
  var currentEntity: String?
  /// The syntax of commands, by each of their names: `.tables`.
  let commandUsages: [(name: String, usage: String)]
  let variables: QueryVariables
  /// Whether the program that shows the hints has commands.
  var hasCommands: Bool { !commandUsages.isEmpty }
  /// Whether LIKE ignores case in the database's SQL.
  let foldsLike: Bool

  package init(
    model: DataModel, currentEntity: String?, commandUsages: [(name: String, usage: String)],
    variables: QueryVariables = [:], foldsLike: Bool
  ) {
    self.model = model
    self.foldsLike = foldsLike
    self.currentEntity = currentEntity
    self.commandUsages = commandUsages
    self.variables = variables
  }

  /// The issues of a statement with better hints. For SQL, or a text for another shell, they are replaced by one issue. Without a better hint, they
  /// are unchanged.
  package func improved(_ issues: [PredicateIssue], in text: String) -> [PredicateIssue] {
    let bytes = Array(text.utf8)
    let parser = StatementParser(model: model, currentEntity: currentEntity)
    var (tree, start) = (parser.parse(text), 0)
    if case .command(let call) = tree.content, call.nameRange.lowerBound < call.argumentRange.lowerBound {
      // The issues are unchanged for a command that takes SQL, because the database knows the errors of its SQL.
      if call.takesSQL { return issues.map { textInSQL($0, in: text) } }
      start = call.argumentRange.lowerBound
      tree = parser.parse(text, from: start)
    }
    if let habit = CommandHabit.issue(bytes, from: start, model, parser.current) {
      return [hasCommands ? habit : habit.withoutHint]
    }
    var entity = parser.current
    if let change = tree.readChange { entity = model.entity(named: change.entity) ?? entity }
    if case .query(let query) = tree.content {
      entity = model.entity(named: query.entity) ?? entity
      if !tree.errors.isEmpty, case .beforeCondition(let offset)? = query.subject,
        let foreign = foreignStatement(bytes, from: offset)
      {
        return [foreign]
      }
    }
    if !tree.errors.isEmpty, let word = SourceToken.all(in: bytes, from: start).first,
      let change = SQLHabit(bytes, from: word.range.lowerBound, foldsLike: foldsLike)?.change(model),
      let first = issues.first
    {
      return [first.with(hint: Hint("write", proposing: change, isStatement: true), in: text)]
    }
    if start == 0, issues.first?.severity == .error, let found = objectsOfValue(in: text) { return [found] }
    if start == 0, let entity, let first = issues.first, first.severity == .error, let hint = phrase(text, entity) {
      return [first.with(hint: hint, in: text)]
    }
    if start == 0, let entity, let hint = wholeStatement(text, entity), let first = issues.first {
      return [first.with(hint: hint, in: text)]
    }
    if let first = issues.first, first.kind == .syntax,
      let hint = timeSpan(in: text, entity) ?? operation(of: first, in: text) ?? span(in: text)
        ?? entity.flatMap({ spokenCall(in: text, $0) })
    {
      return [first.with(hint: hint, in: text)]
    }
    if let first = issues.first, first.severity == .error, let hint = decimalComma(in: text) {
      return [first.with(hint: hint, in: text)]
    }
    return issues.map { outerProperty($0, in: tree.readChange) ?? improved($0, in: text, about: entity) }
  }

  /// The hint for a property of the changed object in the condition of a selection: `update Task set user = (User where name == project.owner)`. The
  /// condition can read only properties of User, so similar names are not proposed.
  private func outerProperty(_ issue: PredicateIssue, in change: ChangeStatement?) -> PredicateIssue? {
    guard issue.code == "unknown-key", let range = issue.range, let change,
      let name = change.text.utf8.text(at: range), let entity = model.entity(named: change.entity),
      entity.member(named: name) != nil
    else { return nil }
    for assignment in change.assignments {
      guard case .selection(let fetch) = assignment.value, assignment.valueRange.lowerBound <= range.lowerBound,
        assignment.valueRange.upperBound >= range.upperBound
      else { continue }
      return issue.with(
        hint:
          "the condition in brackets can use only properties of \(fetch.entity), not of the changed \(entity.name)"
      )
    }
    return nil
  }

  /// The issue for a text that is SQL, or a command without its dot. Nil if the first word is a name of the model.
  private func foreignStatement(_ bytes: [UInt8], from offset: Int) -> PredicateIssue? {
    let start = SQLText.start(in: bytes, from: offset)
    let entity = currentEntity.flatMap { model.entity(named: $0) }
    guard let word = SourceToken.all(in: bytes, from: start).first, word.kind == .word,
      entity?.member(named: word.text) == nil
    else { return nil }
    if let statement = SQLHabit(bytes, from: start, foldsLike: foldsLike) {
      return statement.issue(model, currentEntity, hasCommands: hasCommands, joined: joined(_:with:))
    }
    let name = word.text.lowercased()
    let isCall = SourceToken.all(in: bytes, from: start).dropFirst().first?.isMark("(") ?? false
    guard model.entity(spelled: word.text) == nil, !isCall,
      let command = commandUsages.first(where: { $0.name.hasSameScalars(as: name) })
    else { return nil }
    return .commandWithoutDot(word.text, command.usage, range: word.place)
  }

  private func improved(_ issue: PredicateIssue, in text: String, about entity: Entity?) -> PredicateIssue {
    if let quoted = withQuotedEntity(text) {
      let words = "the name of this entity is a reserved word, so write it in quotes:"
      return issue.with(hint: Hint(words, proposing: quoted, isStatement: true), in: text)
    }
    guard let range = issue.range, !range.isNone, Int(range.upperBound) <= text.utf8.count, let entity else {
      return issue
    }
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let inside = tokens.filter { $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound }
    if issue.kind == .syntax, inside.first?.text == ";", tokens.last?.text != ";" {
      return issue.with(hint: "write only one statement here", in: text)
    }
    switch issue.code {
    case "bare-value":
      if text.utf8.text(at: range)?.hasPrefix("--") == true {
        return issue.with(hint: "a comment begins with -- and a space", in: text)
      }
      if let absent = absence(issue, tokens, inside, in: text, entity) { return absent }
      if let hint = entityOfSeveralWords(tokens, after: inside, in: text) ?? toggle(tokens, inside, entity)
        ?? countOfMany(tokens, inside, in: text, entity)
      {
        return issue.with(hint: hint, in: text)
      }
      return bareValue(
        issue, inside, entity, isNegated: inside.first.map { Self.isNegated($0, in: tokens) } ?? false,
        isFirst: inside.first?.range == tokens.first?.range,
        form: entityAfterWord(tokens, inside, in: text, entity), in: text)
        ?? unproven(
          issue, inside, in: text, entity,
          hint: alternative(tokens, inside, entity) ?? existence(inside, entity)
            ?? shownValue(inside, in: text, entity))
    case "unknown-command", "command-argument":
      return issue.with(hint: CommandHabit.hint(issue.code, tokens, model), in: text)
    case "number-suffix", "modulo":
      return issue.with(hint: columnOfOddName(tokens, Int(range.lowerBound), in: text, entity), in: text)
    case "digit-key": return dottedDate(issue, tokens, at: Int(range.lowerBound), in: text, entity)
    case "unknown-operator": return spelled(issue, inside, in: text, entity)
    case "first-words": return issue.with(hint: firstObjects(tokens, before: Int(range.lowerBound), in: text), in: text)
    case "operand-expected":
      return issue.with(
        hint: operand(tokens, Int(range.lowerBound), in: text) ?? reservedProperty(tokens, in: text, entity), in: text)
    case "operator-expected":
      return issue.with(
        hint: selection(tokens, before: Int(range.lowerBound), in: text, entity)
          ?? elements(tokens, where: Int(range.lowerBound), in: text, entity)
          ?? reservedProperty(tokens, in: text, entity), in: text)
    case "function-argument":
      return issue.with(
        hint: sizeOfData(inside, entity) ?? extreme(tokens, inside, entity)
          ?? overAll(tokens, inside, in: text, entity) ?? distinctValues(inside, in: text)
          ?? dateNames(inside, in: text), in: text)
    case "aggregate-of-scalar":
      return issue.with(hint: sizeOfData(inside, entity) ?? distinctObjects(inside, entity, in: text), in: text)
    case "string-expected":
      return issue.with(
        hint: reservedProperty(tokens, in: text, entity) ?? datePattern(tokens, inside, in: text)
          ?? severalTypes(inside, readAs: .string, entity) ?? numberAsText(issue, inside)
          ?? asText(tokens, inside, in: text, entity), in: text)
    case "collection-expected":
      return issue.with(
        hint: reservedProperty(tokens, in: text, entity) ?? oneValue(tokens, inside, in: text, entity)
          ?? asText(tokens, inside, in: text, entity), in: text)
    case "sort-type": return issue.with(hint: sortKey(inside, in: text, entity), in: text)
    case "to-many-arithmetic":
      return issue.with(
        hint: calculation(tokens, in: text, entity) ?? elementComparison(tokens, inside, in: text, entity)
          ?? elementValues(tokens, inside, in: text, entity), in: text)
    case "unknown-entity":
      return issue.with(hint: inside.first.flatMap { pairTable($0.text) ?? beginning($0, issue) }, in: text)
    case "quantifier-right":
      return issue.with(hint: wordWithoutProperty(issue, inside, in: tokens, entity), in: text)
    case "each-place": return issue.with(hint: collection(inside, in: text), in: text)
    case "families-differ":
      return issue.with(
        hint: reservedProperty(tokens, in: text, entity) ?? numberAsName(inside, in: text, entity)
          ?? listed(inside, entity) ?? families(inside, entity)
          ?? severalTypes(inside, readAs: .double, entity)
          ?? ofValues(inside, issue, entity), in: text)
    case "number-expected":
      return issue.with(
        hint: severalTypes(inside, readAs: .double, entity) ?? ofValues(inside, issue, entity), in: text)
    case "aggregate-type": return issue.with(hint: castArgument(tokens, inside, in: text, entity), in: text)
    case "key-of-value": return issue.with(hint: noRelationship(tokens, inside, entity), in: text)
    case "sql-no-key": return issue.with(hint: objectKey(inside, entity), in: text)
    case "to-many-comparison": return issue.with(hint: ofMany(tokens, inside, in: text, entity), in: text)
    case "index-of-scalar": return issue.with(hint: folded(tokens, inside, in: text), in: text)
    case "unknown-key":
      return issue.with(
        hint: columnName(inside, in: text) ?? aggregateWithoutArgument(tokens, inside, in: text, entity)
          ?? groupKey(tokens, inside, in: text) ?? overAll(tokens, inside, in: text, entity)
          ?? partOfTime(tokens, inside, entity) ?? day(inside, in: text) ?? membership(tokens, inside, in: text)
          ?? unknownKey(inside, tokens, in: text, entity), in: text)
    case "not-grouped":
      if let hint = calculation(tokens, in: text, entity) { return issue.with(hint: hint, in: text) }
      return collectionFunction(issue, tokens, inside, in: text, entity)
        ?? issue.with(hint: distinctCount(tokens, inside, entity), in: text)
    case "unknown-function":
      return issue.with(hint: collection(inside, in: text) ?? function(issue, inside, in: text, entity), in: text)
    case "sort-key":
      return issue.with(
        hint: quotedKey(inside, in: text, entity) ?? reservedProperty(tokens, in: text, entity), in: text)
    case "sort-by", "group-by": return issue.with(hint: missingBy(inside, in: text), in: text)
    case "clause-number":
      return issue.with(hint: limits(tokens, inside, in: text) ?? firstOfEach(tokens, inside, in: text), in: text)
    case "unexpected-clause":
      let form =
        entityOfSeveralWords(tokens, inside, in: text) ?? conditionFirst(tokens, inside, in: text)
        ?? doubledQuote(tokens, inside) ?? slashed(tokens, in: text)
        ?? quoteInside(tokens, inside, in: text) ?? window(tokens, inside, in: text)
      let path =
        form ?? keyed(tokens, inside) ?? keyedPath(tokens, in: text) ?? keyedObjects(tokens, in: text)
        ?? aggregatePath(tokens)
      let hint =
        path ?? remainder(inside) ?? options(tokens, inside, in: text) ?? counted(tokens, inside, in: text)
        ?? clause(tokens, inside, in: text) ?? possession(tokens, inside, in: text, entity)
        ?? missingClause(tokens, inside, in: text)
      if let hint { return issue.with(hint: hint, in: text) }
      let rest = spelled(issue, inside, in: text, entity)
      return rest.hint == nil ? rest.with(hint: missingWhere(tokens, inside), in: text) : rest
    default: return issue
    }
  }

  /// Suggests `Movie where year > 1990` for `Movie year > 1990`, and `Movie show title` for `Movie title`.
  private func missingClause(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, missingWhere(tokens, inside) != nil else { return nil }
    let place = word.range.lowerBound..<word.range.lowerBound
    return statement("write a condition after where:", Self.text(text, replacing: place, by: "where "))
      ?? statement("write values after show:", Self.text(text, replacing: place, by: "show "))
  }

  /// The form with `where` for a property after an entity, if the rest of the statement has other mistakes.
  private func missingWhere(_ tokens: [SourceToken], _ inside: [SourceToken]) -> Hint? {
    guard let word = inside.first, let name = Self.word(before: word, in: tokens),
      let named = model.entity(spelled: name), named.member(named: word.text) != nil
    else { return nil }
    return "a condition needs “where” before it: \(named.name) where \(word.text) …"
  }

  // MARK: Entities called as words of statements

  /// A statement whose entity name is a word of statements, with the name in quotes: `"Count" where n > 1`. Nil if the quotes do not make the
  /// statement valid.
  private func withQuotedEntity(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let tokens = SourceToken.all(in: bytes, from: 0)
    // The entity is the first word, the word after `count`, or one of the first words of a command's argument.
    let isCommand = tokens.first?.isMark(".") ?? false
    for (position, token) in tokens.prefix(isCommand ? 5 : 2).enumerated() where token.kind == .word {
      guard Self.isStatementWord(token.text), let entity = model.entity(spelled: token.text),
        isCommand || position == 0 || tokens[0].isWord("count")
      else { continue }
      let before = String(decoding: bytes[..<token.range.lowerBound], as: UTF8.self)
      let quoted = before + entity.name.inNameQuotes + String(decoding: bytes[token.range.upperBound...], as: UTF8.self)
      let parser = StatementParser(model: model, currentEntity: currentEntity)
      let start = isCommand ? token.range.lowerBound : 0
      guard let query = parser.parse(quoted, from: start).query, query.namesEntity,
        query.canRun(on: model, variables: variables)
      else { continue }
      return quoted
    }
    return nil
  }

  private static func isStatementWord(_ text: String) -> Bool {
    (ClauseKind.allWords + ["count"]).contains { $0.hasSameScalars(as: text.lowercased()) }
  }

  // MARK: Values where conditions should be

  private func bareValue(
    _ issue: PredicateIssue, _ path: [SourceToken], _ entity: Entity, isNegated: Bool, isFirst: Bool, form: Hint?,
    in statement: String
  ) -> PredicateIssue? {
    guard let first = path.first, let last = path.last, path.allSatisfy({ $0.kind == .word || $0.isMark(".") }) else {
      return nil
    }
    let text = path.map(\.text).joined()
    let range = first.place.union(last.place)
    guard let place = place(of: path, from: entity) else {
      // A single name that is not a property gets the nearest name as a hint. Several words get no advice.
      guard path.count == 1, first.kind == .word, ReservedWords.contains(text) == false else { return nil }
      let nearest = NearestSpelling.of(
        text, among: entity.memberNames + (isFirst ? commandUsages.map { "." + $0.name } : []))
      return PredicateIssue.error(
        "unknown-key", range, "\(entity.name) has no property “\(text)”",
        hint: "a predicate compares: \(Self.example(of: entity))", kind: .unknownKey
      ).with(hint: nearest == nil ? form : nil, in: statement).suggesting(nearest)
    }
    // The property has the name of a constant: `#no`.
    let single = path.count == 1 && !text.hasPrefix("#") ? QueryKeyPath(keys: [text]) : nil
    let name = single.map { QueryExpression.keyPath($0).canonicalFormat } ?? text
    let example =
      switch place {
      case .object: "\(name) != nil"
      case .objects, .values: "\(name).@count > 0"
      case .value(.boolean, _): "\(name) == YES"
      case .value(.string, _): "\(name) CONTAINS \"…\""  // A person replaces the “…”, so this text is not proposed.
      case .value(let type, _) where type.family == .number: "\(name) > 0"
      default: "\(name) != nil"
      }
    let opposite = isNegated ? opposite(of: place, text) : ""
    let hint: Hint =
      opposite.isEmpty && !example.contains("…")
      ? Hint("a condition compares:", proposing: example) : "a condition compares: \(example)\(opposite)"
    return PredicateIssue.error(
      "bare-value", range, "expected a condition, found only the value “\(text)”. A comparison is missing"
    ).with(hint: hint, in: statement)
  }

  /// The hint for `NOT lent`: the comparison `lent == NO`, which has the same meaning.
  private func opposite(of place: PathTarget, _ text: String) -> String {
    switch place {
    case .value(.boolean, _): "; without NOT: \(text) == NO"
    case .value(let type, _) where type.family == .number: "; without NOT: \(text) == 0"
    default: ""
    }
  }

  private static func example(of entity: Entity) -> String {
    if let title = entity.titleAttribute { return "\(title.name) == \"…\"" }
    return entity.attributes.first.map { "\($0.name) != nil" } ?? "TRUEPREDICATE"
  }

  static func path(endingAt tokens: [SourceToken]) -> [SourceToken] {
    var path: [SourceToken] = []
    for token in tokens.reversed() {
      let continues = path.first?.isMark(".") ?? true
      guard token.isMark(".") && !continues || token.kind == .word && continues else { break }
      path.insert(token, at: 0)
    }
    return path
  }

  private static func isNegated(_ token: SourceToken, in tokens: [SourceToken]) -> Bool {
    word(before: token, in: tokens).map { $0 == "!" || $0.lowercased() == "not" } ?? false
  }

  private static func word(before token: SourceToken, in tokens: [SourceToken]) -> String? {
    tokens.last { $0.range.upperBound <= token.range.lowerBound }.map(\.text)
  }

  func place(of path: [SourceToken], from entity: Entity) -> PathTarget? {
    var place = PathTarget.object(entity)
    for token in path where token.kind == .word {
      place = place.step(to: token.text.hasPrefix("#") ? String(token.text.dropFirst()) : token.text, in: model)
      if case .unknown = place { return nil }
    }
    return place
  }

  /// The hint for a place where a value is missing: `year >= 1990 AND <= 1995`, `count(*)`.
  private func operand(_ tokens: [SourceToken], _ offset: Int, in text: String) -> Hint? {
    guard let position = tokens.firstIndex(where: { $0.range.lowerBound == offset }), position > 0 else { return nil }
    let (found, before) = (tokens[position], tokens[position - 1])
    if found.text == "*", before.isWord("show") || before.isWord("distinct") {
      return "to show all properties, leave out “show”"
    }
    if found.text == "*", before.isMark("("), position > 1, tokens[position - 2].isWord("count") {
      return statement("write", Self.text(text, replacing: found.range, by: ""))
        ?? "write count() for the number of objects in a group, or count before the statement to count all its objects"
    }
    if found.text == "/", before.isWord("matches"), let end = tokens[(position + 1)...].first(where: { $0.text == "/" })
    {
      let pattern = String(
        decoding: Array(text.utf8)[found.range.upperBound..<end.range.lowerBound], as: UTF8.self)
      let literal = QueryExpression.literal(.string(pattern)).exactFormat
      return Self.whole(literal).flatMap {
        statement("write", Self.text(text, replacing: found.range.lowerBound..<end.range.upperBound, by: $0))
      }
    }
    let isComparison = OperatorTable.entries.contains { $0.class == .comparison && $0.spellings.contains(found.text) }
    guard isComparison, ["AND", "OR", "&&", "||"].contains(before.text.uppercased()),
      let sign = tokens[..<(position - 1)].lastIndex(where: { token in
        token.kind == .sign
          && OperatorTable.entries.contains { $0.class == .comparison && $0.spellings.contains(token.text) }
      })
    else { return nil }
    let path = Self.path(endingAt: Array(tokens[..<sign])).map(\.text).joined()
    return path.isEmpty ? nil : "a comparison must have exactly two sides: \(before.text) \(path) \(found.text) …"
  }
}

extension Entity {
  /// The name of the rows' integer key in predicates; nil if there is none.
  var keyName: String? { keyAttribute?.name ?? hiddenKey?.name }
}

extension PredicateIssue {
  fileprivate static func commandWithoutDot(_ name: String, _ usage: String, range: SourceRange) -> PredicateIssue {
    .error(
      "command-dot", range, "expected a statement, found the name of a command without a dot",
      hint: "a command must begin with a dot: \(usage)")
  }

  /// The issue with another hint. Nil leaves the issue unchanged.
  package func with(hint: String?) -> PredicateIssue {
    hint.map { withHint($0, proposing: []) } ?? self
  }

  /// The issue with a hint to a statement, and with the texts that the hint proposes. Nil leaves the issue unchanged.
  func with(hint: Hint?, in text: String) -> PredicateIssue {
    hint.map { withHint($0.text, proposing: $0.replacements(for: range, in: text)) } ?? self
  }
}

extension QueryStatement {
  /// Whether the statement can be bound. A hint contains only statements for which this is true, so that the shell does not refuse them.
  package func canRun(on model: DataModel, variables: QueryVariables = [:]) -> Bool {
    (try? BoundFetch(fetch, model: model, variables: variables)) != nil
  }
}
