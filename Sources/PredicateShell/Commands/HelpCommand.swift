import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

extension ShellCommand {
  /// `.help [TOPIC]`
  static let help = ShellCommand(
    "help", .optional(.topic), summary: "explains the shell, a command, an operator, a function or a property",
    details: """
      A topic is the name of a command, an operator or a function, or 'operators' or 'functions' for a list; an entity, or a
      property of the current one: what it is, and what it can be compared with.
      """
  ) { arguments, session in
    let page = TextOutput()
    try HelpWriter(
      style: session.layout.style, model: session.database.model, currentEntity: session.currentEntity, output: page
    ).write(arguments)
    session.screen.present { $0.write(page.text) }
    return .done
  }
}

/// Writes help out of the table of commands.
private struct HelpWriter {
  let style: TextStyle
  let model: DataModel
  let currentEntity: String?
  let output: any ShellOutput

  /// Writes what there is on the topic that was given.
  func write(_ arguments: CommandArguments) throws {
    guard let topic = arguments[.topic] else { return writeOverview() }
    if topic.lowercased() == "operators" { return OperatorHelp(style: style).writeAll(to: output) }
    if topic.lowercased() == "functions" { return FunctionHelp(style: style).writeAll(to: output) }
    let property = PropertyHelp(style: style, model: model)
    if let function = FunctionHelp.definition(named: topic) {
      // A property of the entity may be called as one of a date.
      if DateProperty.isFunction(function), property.write(topic, of: currentEntity, to: output) { return }
      return FunctionHelp(style: style).write(function, to: output)
    }
    if let command = ShellCommand.named(topic.hasPrefix(".") ? String(topic.dropFirst()) : topic) {
      return write(command)
    }
    let entries = OperatorHelp.entries(spelled: topic)
    if entries.isEmpty, property.write(topic.withoutNameQuotes, of: currentEntity, to: output) { return }
    guard !entries.isEmpty else {
      let commands = ShellCommand.all.flatMap(\.names)
      throw PredicateIssue.commandArgument(
        expected: CommandParameter.Kind.topic.description, found: topic,
        among: commands + OperatorTable.entries.flatMap(\.spellings) + ["operators", "functions"],
        range: arguments.place(.topic))
    }
    for entry in entries { OperatorHelp(style: style).write(entry, to: output) }
  }

  private func writeOverview() {
    output.write(
      """
      \(style.strong("Statements"))
        PREDICATE                        objects of the current entity: year > 1990 AND rating >= 8
        ENTITY                           all objects of an entity
        ENTITY where PREDICATE           objects of any entity
        count …                          how many there are
        … show VALUE [as NAME], …        other columns: show title, lentToFriend.friendName as borrower;
                                         show distinct gives each row once
        … group by KEY … having …        groups: group by genre show genre, count() as films having films > 3
        … sort by KEY [desc], KEY …      in an order: sort by year desc, title
        … limit NUMBER offset NUMBER     so many of them, after so many
      A statement goes on in the next line while a bracket or a quote is open, or after an operator;
      an empty line ends it. Lines that are pasted together are one statement where the next begins
      with AND, OR or a clause. A line that begins with two minus signs and a space is a comment.
      An entity that is called as a word of these stands in quotes: "Count" where …
      Tab completes: properties, operators, values. .help LIKE explains an operator, .help year a property.

      \(style.strong("Commands"))

      """)
    let width = ShellCommand.all.reduce(0) { max($0, DisplayWidth.columns(of: $1.usage)) }
    for command in ShellCommand.all {
      let usage = CellText.padded(command.usage, to: width)
      output.write("  \(style.name(usage))  \(command.summary)\n")
    }
    output.write("\nCtrl-R searches the history, Ctrl-C drops the line or cancels what runs, Ctrl-D leaves.\n")
  }

  private func write(_ command: ShellCommand) {
    output.write("\(style.name(command.usage))\n  \(command.summary.capitalizedFirst).\n")
    for line in command.details.split(separator: "\n") { output.write("  \(line)\n") }
  }
}
