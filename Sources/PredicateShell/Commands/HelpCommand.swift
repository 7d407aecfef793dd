import PredicateSyntax

extension ShellCommand {
  /// `.help [TOPIC]`
  static let help = ShellCommand(
    "help", arguments: "[TOPIC]", summary: "explains the shell, a command, an operator or a function",
    details: "A topic is the name of a command, an operator or a function, or 'operators' or 'functions' for a list.",
    completes: .topic
  ) { call, session in
    let writer = HelpWriter(style: session.layout.style, output: session.output)
    let topic = call.argument
    if topic.isEmpty {
      writer.writeOverview()
    } else if topic.lowercased() == "operators" {
      OperatorHelp(style: session.layout.style).writeAll(to: session.output)
    } else if topic.lowercased() == "functions" {
      FunctionHelp(style: session.layout.style).writeAll(to: session.output)
    } else if let function = FunctionHelp.definition(named: topic) {
      FunctionHelp(style: session.layout.style).write(function, to: session.output)
    } else if let command = named(topic.hasPrefix(".") ? String(topic.dropFirst()) : topic) {
      writer.write(command)
    } else {
      let entries = OperatorHelp.entries(spelled: topic)
      guard !entries.isEmpty else {
        let topics = all.flatMap(\.names) + OperatorTable.entries.flatMap(\.spellings) + ["operators", "functions"]
        throw call.unexpectedArgument(expected: "a command, an operator or a function", among: topics)
      }
      for entry in entries { OperatorHelp(style: session.layout.style).write(entry, to: session.output) }
    }
    return .done
  }
}

/// Writes help out of the table of commands.
private struct HelpWriter {
  let style: TextStyle
  let output: any ShellOutput

  func writeOverview() {
    output.write(
      """
      \(style.strong("Statements"))
        PREDICATE                        objects of the current entity: year > 1990 AND rating >= 8
        ENTITY                           all objects of an entity
        ENTITY where PREDICATE           objects of any entity
        … sort by KEY [desc], KEY …      in an order: sort by year desc, title
        … limit NUMBER offset NUMBER     so many of them, after so many
      A statement goes on in the next line while a bracket or a quote is open, or after an operator; an empty line ends it.

      \(style.strong("Commands"))

      """)
    let width = ShellCommand.all.reduce(0) { max($0, DisplayWidth.columns(of: $1.usage)) }
    for command in ShellCommand.all {
      let usage = CellText.padded(command.usage, to: width)
      output.write("  \(style.name(usage))  \(command.summary)\n")
    }
    output.write("\nCtrl-R searches the history, Ctrl-C drops the line or cancels what runs, Ctrl-D leaves.\n")
  }

  func write(_ command: ShellCommand) {
    output.write("\(style.name(command.usage))\n  \(command.summary.capitalizedFirst).\n")
    for line in command.details.split(separator: "\n") { output.write("  \(line)\n") }
  }
}
