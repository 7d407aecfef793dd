import PredicateModel
import PredicateStatements
import PredicateSyntax

/// The arguments of a command, read according to the parameters that the command declares.
struct CommandArguments {
  /// The command as it was typed.
  let call: CommandCall
  let session: ShellSession
  private var options: Set<String> = []
  /// The fixed word among the arguments, such as `on` or `all`; nil if there is none.
  private(set) var word: String?
  private var places: [CommandParameter.Kind: Range<Int>] = [:]

  /// Reads the text after a command's name. Throws an issue for a missing, wrong or superfluous argument.
  init(_ call: CommandCall, of command: ShellCommand, in session: ShellSession) throws(PredicateIssue) {
    self.call = call
    self.session = session
    var cursor = CommandCursor(Array(call.text.utf8), call.argumentRange)
    while let option = cursor.takeOption(of: command.parameters)
      ?? cursor.takeOption(of: command.parameters, isLast: true)
    {
      options.insert(option)
    }
    let parameters = command.parameters.filter { !$0.isOption }
    for (position, parameter) in parameters.enumerated() where parameter.isRequired || !cursor.rest.isEmpty {
      try read(parameter, &cursor, before: parameters.dropFirst(position + 1).first)
    }
    guard cursor.rest.isEmpty else {
      throw Self.unexpected("nothing after .\(command.names[0])", cursor, cursor.rest)
    }
  }

  private mutating func read(
    _ parameter: CommandParameter, _ cursor: inout CommandCursor, before next: CommandParameter?
  ) throws(PredicateIssue) {
    // If the parameter also takes a text, a fixed word counts only if nothing follows it. A longer text may be a statement that begins with the word.
    let isAlone = cursor.word == cursor.rest || parameter.kind == nil
    if isAlone, let word = parameter.word(cursor.text(cursor.word)) {
      self.word = word
      _ = cursor.take(.option(word), before: nil)
      return
    }
    let start = cursor.rest
    guard let kind = parameter.kind, !start.isEmpty else {
      throw Self.unexpected(parameter.expected, cursor, start, among: parameter.words)
    }
    let place = cursor.take(parameter, before: next)
    let text = cursor.text(place)
    let isRight =
      switch kind {
      case .key:
        Int64(text) != nil || text.hasSuffix("]")
          || session.database.model.entities.contains { entity in
            entity.key.referenceColumn == nil || entity.objectKey.count == 1 && entity.objectKey[0].type != .integer
          }
      case .number: Int(text).map { $0 > 0 } ?? false
      case .assignments, .attribute, .chart, .entity, .file, .name, .place, .sql, .statement, .topic, .zone:
        !place.isEmpty
      }
    guard isRight else { throw Self.unexpected(parameter.expected, cursor, place, among: parameter.words) }
    places[kind] = place
  }

  private static func unexpected(
    _ expected: String, _ cursor: CommandCursor, _ range: Range<Int>, among words: [String] = []
  ) -> PredicateIssue {
    .commandArgument(
      expected: expected, found: cursor.text(range), among: words,
      range: SourceRange(range.lowerBound, range.upperBound))
  }
}

// Access to the arguments.
extension CommandArguments {
  /// Whether an option was given.
  func has(_ option: String) -> Bool { options.contains(option) }

  /// The range of an argument in the text. The range of an omitted argument is empty and after all others.
  func place(_ kind: CommandParameter.Kind) -> SourceRange {
    let range = places[kind] ?? call.argumentRange.upperBound..<call.argumentRange.upperBound
    return SourceRange(range.lowerBound, range.upperBound)
  }

  /// The text of an argument; nil if it was omitted.
  subscript(kind: CommandParameter.Kind) -> String? {
    places[kind].map { String(decoding: Array(call.text.utf8)[$0], as: UTF8.self) }
  }

  /// The entity that the argument names; nil if it was omitted.
  func entity() throws(PredicateIssue) -> Entity? {
    guard let name = self[.entity]?.withoutNameQuotes else { return nil }
    if let entity = session.database.model.entity(inOneOrMany: name) { return entity }
    throw .unknownEntity(name, known: session.database.model.entityNames, range: place(.entity))
  }

  /// The attribute that the argument names, and its entity; nil if the argument was omitted.
  func attribute() throws(PredicateIssue) -> (entity: Entity, attribute: Attribute)? {
    guard let parts = self[.attribute]?.split(separator: ".", maxSplits: 1), let first = parts.first else { return nil }
    let model = session.database.model
    guard let entity = model.entity(spelled: String(first)) else {
      throw .unknownEntity(String(first), known: model.entityNames, range: place(.attribute))
    }
    let name = parts.count > 1 ? String(parts[1]) : ""
    let attribute = entity.attribute(named: name) ?? entity.attributes.first { $0.column.isSameSQLName(as: name) }
    if let attribute { return (entity, attribute) }
    throw .unknownAttribute(name, of: entity, range: place(.attribute))
  }

  /// True for `on`, false for `off`; nil without an argument.
  var isOn: Bool? { word.map { $0 == "on" } }

  /// The output mode that the argument names; nil if it was omitted.
  var mode: OutputMode? { word.flatMap { OutputMode(rawValue: $0) } }

  /// The assignments in the arguments, `$name = value`.
  func assignments() throws(PredicateIssue) -> [VariableAssignments.Assignment] {
    guard let place = places[.assignments] else { return [] }
    return try VariableAssignments.read(call, from: place.lowerBound, takesWords: places[.name] != nil)
  }

  /// The statement in the arguments; nil if it was omitted.
  ///
  /// - Parameter entity: The entity for a predicate without an entity; nil for the session's current entity.
  func statement(about entity: String? = nil) throws -> QueryStatement? {
    guard let place = places[.statement] else { return nil }
    let parser =
      entity.map { StatementParser(model: session.database.declaredModel, currentEntity: $0) } ?? session.parser
    let tree = try checked(parser.parse(call.text, from: place.lowerBound))
    return tree.query ?? tree.change?.query
  }

  /// The statements between semicolons, each in its canonical format; empty if they were omitted.
  func statementTexts() throws -> [String] {
    guard let place = places[.statement] else { return [] }
    return try session.parser.parseSequence(call.text, from: place.lowerBound).compactMap { tree in
      let tree = try checked(tree)
      return tree.query?.canonicalText ?? tree.change?.canonicalText
    }
  }

  /// Returns the tree if it is a statement without errors. Throws the issue of a wrong statement, and an issue if the tree is a command.
  private func checked(_ tree: StatementTree) throws -> StatementTree {
    guard case .command = try tree.get() else { return tree }
    throw PredicateIssue.commandArgument(
      expected: CommandParameter.Kind.statement.description, found: self[.statement] ?? "", range: place(.statement))
  }

  /// The statement that a command explains: its argument, otherwise the session's last query. The argument becomes the session's last query.
  ///
  /// - Parameter entity: The entity for a predicate without an entity; nil for the session's current entity.
  func explained(about entity: String? = nil) throws -> QueryStatement {
    guard let query = try statement(about: entity) else {
      guard let last = session.lastQuery else { throw PredicateIssue.noStatement(call.nameRange) }
      return last
    }
    session.lastQuery = query
    return query
  }
}
