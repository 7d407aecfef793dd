import PredicateModel
import PredicateStatements
import PredicateSyntax

/// A command of the shell: its names, its help and its action. Each command is declared in one of the files of this folder and listed in ``all``.
struct ShellCommand: Sendable {
  /// The names, without the dot. Help shows the first one as the main name.
  let names: [String]
  /// The parameters after the name, in their order.
  let parameters: [CommandParameter]
  /// The purpose, in one line.
  let summary: String
  /// More lines for `.help` of this command; empty if there are none.
  var details = ""
  /// The action.
  let body: @Sendable (CommandArguments, ShellSession) throws -> StatementOutcome

  /// All commands, in the order of `.help`.
  static let all: [ShellCommand] = [
    help, tables, schema, type, use, open, count, raw, sql, explain, why, empty, verify, form, go, back, summarizing,
    chart,
    last, mode,
    rows, timer,
    timezone,
    notes,
    output, once, export, importing, variable, save, run, changes, commit, revert, undo, redo, read, quit,
  ]

  /// The command's syntax in help: `.schema [ENTITY]`.
  var usage: String {
    ([names.map { "." + $0 }.joined(separator: ", ")] + parameters.map(\.usage)).joined(separator: " ")
  }

  /// The syntax of each command, by each of its names.
  static let usages = all.flatMap { command in command.names.map { (name: $0, usage: command.usage) } }

  /// Runs a command that the user typed. Its name may be in upper or lower case.
  static func run(_ call: CommandCall, in session: ShellSession) throws -> StatementOutcome {
    guard let command = named(call.name) else {
      throw PredicateIssue.unknownCommand(call.name, known: all.flatMap(\.names), range: call.nameRange)
    }
    return try command.body(try CommandArguments(call, of: command, in: session), session)
  }

  /// The command with a name, in upper or lower case.
  static func named(_ name: String) -> ShellCommand? {
    let wanted = name.lowercased()
    return all.first { $0.names.contains { $0.hasSameScalars(as: wanted) } }
  }
}

extension ShellCommand {
  /// A command that does not end the shell.
  init(
    _ name: String, or other: String? = nil, _ parameters: CommandParameter..., summary: String, details: String = "",
    body: @escaping @Sendable (CommandArguments, ShellSession) throws -> Void
  ) {
    self.init(
      names: [name] + (other.map { [$0] } ?? []), parameters: parameters, summary: summary, details: details
    ) { arguments, session in
      try body(arguments, session)
      return .done
    }
  }

  /// `.quit`
  static let quit = ShellCommand(names: ["quit", "exit"], parameters: [], summary: "leaves the shell") { _, _ in .quit }
}
