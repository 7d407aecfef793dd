import PredicateModel
import PredicateSyntax

/// Reads one statement:
///
/// ```
/// statement = command | [ "count" ] ( [ entity ] [ "where" predicate ] { clause } | predicate { clause } | nothing )
/// clause    = "group" "by" column { "," column } | "having" predicate | "show" [ "distinct" ] column { "," column }
///           | "sort" "by" key { "," key } | "limit" number | "offset" number
/// key       = expression [ "[" options "]" ] [ "asc" | "ascending" | "desc" | "descending" ]
/// column    = expression [ "as" name ]
/// ```
///
/// Words are read in any case, clauses in any order, each once; a semicolon at the end is no harm. A name begins an entity
/// statement when the end, `where` or a clause follows it: no predicate goes on like that. `Grammar/fetch.ebnf` is the whole grammar.
struct StatementParser {
  /// The entities and their members.
  let model: DataModel
  /// What a bare predicate is about; nil where the model has no entities.
  let currentEntity: String?

  /// The words that begin a clause.
  static let clauseWords = ["where"] + ClauseParser.words

  /// Reads a text from an offset, so that an argument of a command keeps its place.
  func parse(_ text: String, from start: Int = 0) throws(StatementFailure) -> ShellStatement {
    var scanner = StatementScanner(text, from: start)
    if scanner.isAtEnd { return .empty }
    scanner.skipSpaces()
    if scanner.isComment { return .empty }
    if let call = command(&scanner, text: text) ?? bareCommand(scanner, text: text) { return .command(call) }
    if let issue = CommandHabit.issue(scanner, model, currentEntity.flatMap { model.entity(named: $0) }) {
      throw StatementFailure(issue)
    }
    let beforeCount = scanner
    let isCount = takeCount(&scanner)
    var query: ShellQuery?
    do throws(PredicateIssue) {
      if let entity = ownEntity(scanner, isCount: isCount) {
        let place = scanner.position
        query = try clauses(&scanner, of: entity, text: text)
        query?.implied = .beforeClauses(place)
      } else {
        query = try entityStatement(&scanner, text: text)
      }
    } catch {
      throw StatementFailure(error)
    }
    var result = if let query { query } else { try bareStatement(&scanner, text: text) }
    result.isCount = isCount
    result.text = text
    result.start = start
    if isCount, let word = beforeCount.peekName(), let entity = model.entity(named: word.text),
      entity.name.hasSameScalars(as: word.text)
    {
      result.notes.append(.countIsNoEntity(entity.name, range: word.range))
    }
    for predicate in [result.fetch.predicate, result.fetch.having].compactMap({ $0 }) {
      // A word that is no property is refused when names are resolved: one that passes is meant.
      result.notes += PredicateLint.notes(for: predicate, in: text).filter { !$0.has(.unquotedWord) }
    }
    return .query(result)
  }

  /// Takes `count`, where it is not a property that an operator or a dot follows.
  private func takeCount(_ scanner: inout StatementScanner) -> Bool {
    var ahead = scanner
    guard let word = ahead.takeName(), word.isWord("count") else { return false }
    guard Self.isOwnWord(ahead) else { return false }
    scanner.position = Int(word.range.upperBound)
    scanner.skipSpaces()
    return true
  }

  private func command(_ scanner: inout StatementScanner, text: String) -> CommandCall? {
    let start = scanner.position
    var ahead = scanner
    guard ahead.take("."), let name = ahead.takeName() else { return nil }
    // The whole word is the name, so that `.help-me` is not `.help` with an argument.
    while let byte = ahead.byte(), !StatementScanner.isSpaceOrSemicolon(byte) { ahead.position += 1 }
    let nameRange = ahead.range(from: start)
    let nameText = String(decoding: ahead.bytes[Int(name.range.lowerBound)..<ahead.position], as: UTF8.self)
    ahead.skipSpaces()
    var end = ahead.bytes.count
    while end > ahead.position, StatementScanner.isSpaceOrSemicolon(ahead.bytes[end - 1]) { end -= 1 }
    scanner.position = ahead.bytes.count
    return CommandCall(
      name: nameText, nameRange: nameRange, text: text, argumentRange: min(ahead.position, end)..<end)
  }

  // MARK: Entity statements

  /// Nil where the text does not begin with an entity and one of its clauses; then nothing is taken.
  private func entityStatement(
    _ scanner: inout StatementScanner, text: String
  ) throws(PredicateIssue) -> ShellQuery? {
    var ahead = scanner
    guard let word = ahead.takeQuotedName() ?? ahead.takeName() else { return nil }
    ahead.skipSpaces()
    let next = ahead.peekName()
    let isWhere = next?.isWord("where") ?? false
    guard ahead.isAtEnd || Self.clauseWords.contains(where: { next?.isWord($0) ?? false }) else { return nil }
    guard let entity = model.entity(spelled: word.text) else {
      if isWhere { throw unknownEntity(word) }
      return nil
    }
    scanner = ahead
    return try clauses(&scanner, of: entity, text: text)
  }

  /// What stands behind an entity, written or meant: the condition, if `where` is next, and the other clauses.
  private func clauses(
    _ scanner: inout StatementScanner, of entity: Entity, text: String
  ) throws(PredicateIssue) -> ShellQuery {
    var query = ShellQuery(EntityFetch(entity.name))
    if scanner.peekName()?.isWord("where") ?? false {
      scanner.skipSpaces()
      _ = scanner.takeName()
      try expectCondition(scanner)
      do throws(StatementFailure) {
        try readPredicate(&scanner, text: text, into: &query)
      } catch {
        throw error.issues[0]
      }
    }
    try ClauseParser(model: model, entity: entity).parse(&scanner, into: &query)
    return query
  }

  /// Behind `where`, a clause or the end is a missing condition, not one that is wrong.
  private func expectCondition(_ scanner: StatementScanner) throws(PredicateIssue) {
    var ahead = scanner
    ahead.skipSpaces()
    if ahead.isAtEnd { throw .conditionExpected(behind: "where", found: "", range: ahead.range(from: ahead.position)) }
    guard let clause = ahead.takeName(), clause.isWord("sort") || clause.isWord("group"), let by = ahead.peekName(),
      by.isWord("by")
    else { return }
    throw .conditionExpected(
      behind: "where", found: "\(clause.text) \(by.text)", range: clause.range.union(by.range))
  }

  // MARK: Bare predicates

  private func bareStatement(
    _ scanner: inout StatementScanner, text: String
  ) throws(StatementFailure) -> ShellQuery {
    let start = scanner
    guard let currentEntity, let entity = model.entity(named: currentEntity) else {
      throw StatementFailure(.noEntity)
    }
    var query = ShellQuery(EntityFetch(entity.name))
    query.implied = .beforeCondition(scanner.position)
    do throws(StatementFailure) {
      try readPredicate(&scanner, text: text, into: &query)
    } catch {
      throw betterFailure(at: start, entity: entity) ?? error
    }
    do throws(PredicateIssue) {
      try ClauseParser(model: model, entity: entity).parse(&scanner, into: &query)
    } catch {
      throw StatementFailure(error)
    }
    return query
  }

  /// What is wrong with a text that is no predicate, where it looks like an entity statement.
  private func betterFailure(at start: StatementScanner, entity: Entity) -> StatementFailure? {
    var scanner = start
    guard let word = scanner.takeName(), entity.member(named: word.text) == nil else { return nil }
    if let statement = SQLStatement(start.bytes, from: start.position) {
      return StatementFailure(statement.issue(model, currentEntity))
    }
    scanner.skipSpaces()
    if let named = model.entity(spelled: word.text) {
      return StatementFailure(ClauseParser.unexpected(scanner, after: "the entity \(named.name)", allowsWhere: true))
    }
    if let command = ShellCommand.named(word.text) {
      return StatementFailure(.commandWithoutDot(word.text, command.usage, range: word.range))
    }
    let isAlone = scanner.isAtEnd || Self.clauseWords.contains { scanner.peekName()?.isWord($0) ?? false }
    guard isAlone, !ReservedWords.contains(word.text) else { return nil }
    return StatementFailure(unknownEntity(word, orOneOf: entity.memberNames))
  }

  func unknownEntity(_ word: StatementScanner.Word, orOneOf members: [String] = []) -> PredicateIssue {
    .unknownEntity(word.text, known: model.entityNames, orOneOf: members, range: word.range)
  }

  private func readPredicate(
    _ scanner: inout StatementScanner, text: String, into query: inout ShellQuery
  ) throws(StatementFailure) {
    let (result, end) = PredicateParser.prefix(of: text, from: scanner.position)
    let errors = result.errors
    guard errors.isEmpty, let predicate = result.tree else {
      throw StatementFailure(Self.withoutClauses(errors, in: scanner.bytes))
    }
    scanner.position = end
    query.fetch.predicate = predicate
    query.notes = result.notes
  }
}

extension StatementParser {
  /// Errors without those that a clause behind a broken predicate makes: the parser of predicates does not know clauses.
  private static func withoutClauses(_ errors: [PredicateIssue], in bytes: [UInt8]) -> [PredicateIssue] {
    errors.enumerated().filter { position, issue in
      guard position > 0, let range = issue.range, Int(range.upperBound) <= bytes.count else { return true }
      let text = bytes[Int(range.lowerBound)..<Int(range.upperBound)]
      return !clauseWords.contains { $0.utf8.elementsEqual(text.map { $0 | 0x20 }) }
    }.map(\.element)
  }
}

extension DataModel {
  /// The entity of that name; where there is none, the only one that differs from it in the case of its letters alone.
  func entity(spelled name: String) -> Entity? {
    if let entity = entity(named: name) { return entity }
    let lowercased = name.lowercased()
    let alike = entities.filter { $0.name.lowercased().hasSameScalars(as: lowercased) }
    return alike.count == 1 ? alike[0] : nil
  }
}
