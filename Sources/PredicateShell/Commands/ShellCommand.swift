import PredicateModel
import PredicateStatements
import PredicateSyntax

/// A command of the shell: what it is called, what help says, what it does. Each has a file of its own, and one line in
/// ``all``.
struct ShellCommand: Sendable {
  /// What it is called, without the dot; the first is the one that help shows.
  let names: [String]
  /// What may stand behind the name: `[ENTITY]`.
  let arguments: String
  /// What it does, in one line.
  let summary: String
  /// More, where there is more to say.
  let details: String
  /// What the argument may be, for completion.
  let completes: CommandArgument
  /// Does it.
  let body: @Sendable (CommandCall, ShellSession) throws -> StatementOutcome

  init(
    _ names: String..., arguments: String = "", summary: String, details: String = "",
    completes: CommandArgument = .nothing,
    body: @escaping @Sendable (CommandCall, ShellSession) throws -> StatementOutcome
  ) {
    self.names = names
    self.arguments = arguments
    self.summary = summary
    self.details = details
    self.completes = completes
    self.body = body
  }

  /// All commands, in the order in which help shows them.
  static let all: [ShellCommand] = [
    help, tables, schema, use, open, count, sql, explain, why, empty, verify, form, last, mode, rows, timer, notes,
    output, once, export, importing, variable, save, run, read, quit,
  ]

  /// How it is written: `.schema [ENTITY]`.
  var usage: String {
    let name = names.map { "." + $0 }.joined(separator: ", ")
    return arguments.isEmpty ? name : "\(name) \(arguments)"
  }

  /// How each command is written, by its names.
  static let usages = all.flatMap { command in command.names.map { (name: $0, usage: command.usage) } }

  /// Runs what was typed. Names are read in any case.
  static func run(_ call: CommandCall, in session: ShellSession) throws -> StatementOutcome {
    guard let command = named(call.name) else { throw StatementFailure(unknown(call)) }
    if command.arguments.isEmpty, !call.argumentRange.isEmpty {
      throw StatementFailure(
        .commandArgument(
          expected: "nothing behind .\(command.names[0])", found: call.argument, range: call.argumentPlace))
    }
    return try command.body(call, session)
  }

  /// The command of that name, in any case.
  static func named(_ name: String) -> ShellCommand? {
    let wanted = name.lowercased()
    return all.first { $0.names.contains { $0.hasSameScalars(as: wanted) } }
  }

  private static func unknown(_ call: CommandCall) -> PredicateIssue {
    .unknownCommand(call.name, known: all.flatMap(\.names), range: call.nameRange)
  }
}

extension CommandCall {
  /// The entity that the argument names.
  func entity(in session: ShellSession) throws -> Entity {
    if let entity = session.database.model.entity(spelled: argument.withoutNameQuotes) { return entity }
    let names = session.database.model.entityNames
    guard !argument.isEmpty else {
      throw PredicateIssue.commandArgument(expected: "the name of an entity", found: "", range: argumentPlace)
    }
    throw PredicateIssue.unknownEntity(argument.withoutNameQuotes, known: names, range: argumentPlace)
  }

  /// The statement that the argument is, or the one that ran last where there is none: what a command explains. It then is the last one.
  ///
  /// - Parameter start: where the statement begins, where something stands before it.
  func explained(in session: ShellSession, from start: Int? = nil) throws -> QueryStatement {
    guard argumentRange.upperBound > start ?? argumentRange.lowerBound else {
      guard let last = session.lastQuery else { throw PredicateIssue.noStatement(nameRange) }
      return last
    }
    let query = try query(in: session, from: start)
    session.lastQuery = query
    return query
  }

  /// The statement that the argument is; nothing at all is all objects of the current entity.
  func query(in session: ShellSession, from start: Int? = nil) throws -> QueryStatement {
    switch try session.parser.parse(text, from: start ?? argumentRange.lowerBound).get() {
    case .query(let query): return query
    case .nothing:
      if let entity = session.currentEntity { return QueryStatement(entity) }
    case .command: break
    }
    throw PredicateIssue.commandArgument(expected: "an entity or a predicate", found: argument, range: argumentPlace)
  }

  /// What `on` and `off` say; nil where there is no argument.
  func isOn() throws -> Bool? {
    switch argument.lowercased() {
    case "": return nil
    case "on": return true
    case "off": return false
    default: throw unexpectedArgument(expected: "on or off", among: ["on", "off"])
    }
  }

  /// The mode that the argument names.
  func outputMode() throws -> OutputMode {
    if let mode = OutputMode(rawValue: argument.lowercased()) { return mode }
    let names = OutputMode.allCases.map(\.rawValue)
    throw unexpectedArgument(expected: names.joined(separator: ", "), among: names)
  }

  /// The issue for an argument that is none of some words.
  func unexpectedArgument(expected: String, among words: [String]) -> PredicateIssue {
    .commandArgument(expected: expected, found: argument, among: words, range: argumentPlace)
  }
}
