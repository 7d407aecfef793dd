import PredicateModel
import PredicateStatements
import PredicateValues

extension ShellCommand {
  /// `.help [TOPIC]`
  static let help = ShellCommand(
    "help", .optional(.topic),
    summary: "explains the shell, or a command, an operator, a function, a clause or a property",
    details: """
      .help topics lists all topics. A topic is the name of a command, an operator, a function, an aggregate or a clause, or
      'operators', 'functions' or 'aggregates' for a list; SUBQUERY, CAST, @count or dates; an entity, or a property, of the current
      entity or as ENTITY.PROPERTY: its type, and the values that it can be compared with.
      """
  ) { arguments, session in
    let page = TextOutput()
    try HelpWriter(
      style: session.layout.style, width: min(session.layout.width ?? 80, 100), model: session.database.model,
      currentEntity: session.currentEntity, output: page
    ).write(arguments)
    session.screen.present { $0.write(page.text) }
  }
}

/// Writes help from the table of commands, and from the tables of the language (`LanguageHelp.swift`).
struct HelpWriter {
  let style: TextStyle
  /// The columns of the screen.
  let width: Int
  let model: DataModel
  let currentEntity: String?
  let output: any ShellOutput

  /// Writes help about the topic in the arguments; without a topic, an overview.
  func write(_ arguments: CommandArguments) throws {
    guard let written = arguments[.topic] else { return writeOverview() }
    let topic = written.withoutNameQuotes
    // A name in quotes is looked up in the model first.
    if topic != written, writeProperty(topic) { return }
    if topic.lowercased() == "operators" {
      for entry in OperatorTable.entries { write(entry.spellings.joined(separator: " "), entry.summary) }
      return
    }
    if topic.lowercased() == "functions" {
      for definition in FunctionTable.standard.all { write(definition.name, definition.documentation) }
      return
    }
    switch topic.lowercased() {
    case "topics": return writeTopics()
    case "aggregates", "aggregate": return writeAggregates()
    default: break
    }
    let functions = Self.functions(named: topic)
    let aggregates = HelpTopic.aggregates.filter { $0.isCalled(topic) }
    if !functions.isEmpty || !aggregates.isEmpty {
      // A property of the entity has precedence over a property of dates with the same name.
      if functions.contains(where: DateProperty.isFunction), writeProperty(topic) { return }
      functions.forEach(write)
      for aggregate in aggregates { write(aggregate, isAlone: functions.isEmpty) }
      return
    }
    if let command = ShellCommand.named(topic.hasPrefix(".") ? String(topic.dropFirst()) : topic) {
      return write(command)
    }
    if let found = HelpTopic.named(topic) {
      return output.write(style.name(found.form) + "\n" + WrappedText.paragraphs(found.meaning, width: width))
    }
    let entries = Self.operators(spelled: topic)
    if entries.isEmpty, writeProperty(topic.withoutNameQuotes) { return }
    guard !entries.isEmpty else {
      let commands = ShellCommand.all.flatMap(\.names)
      throw PredicateIssue.commandArgument(
        expected: CommandParameter.Kind.topic.description, found: topic,
        among: commands + OperatorTable.entries.flatMap(\.spellings) + HelpTopic.all.flatMap(\.names)
          + HelpTopic.aggregates.flatMap(\.names) + Self.lists,
        range: arguments.place(.topic))
    }
    entries.forEach(write)
  }

  /// The topics that list other topics.
  static let lists = ["operators", "functions", "aggregates", "topics"]

  private func writeTopics() {
    let model = model.entityNames.prefix(20).joined(separator: " ")
    for (label, names) in [
      ("clauses and forms", HelpTopic.all.map { $0.names[0] }),
      ("aggregates", HelpTopic.aggregates.map { $0.names[0] }),
      ("operators", OperatorTable.entries.map(\.spelling)),
      ("functions", FunctionTable.standard.all.filter(\.isSupported).map(\.name)),
      ("commands", ShellCommand.all.map { "." + $0.names[0] }), ("lists", Self.lists),
    ] { write(label, names.joined(separator: " ")) }
    if !model.isEmpty { write("entities", CellText.escaped(model) + ", and ENTITY.PROPERTY") }
  }

  private func writeAggregates() {
    output.write("\(style.strong("Aggregates")): one value for each group, or for all objects\n")
    for topic in HelpTopic.aggregates { write(topic.form, topic.meaning) }
  }

  private func write(_ aggregate: HelpTopic, isAlone: Bool) {
    let place = isAlone ? "" : style.quiet("  of a group")
    output.write(
      style.name(aggregate.form) + place + "\n"
        + WrappedText.paragraphs(aggregate.meaning.capitalizedFirst, width: width))
  }

  private func writeOverview() {
    output.write(style.strong("Statements") + "\n")
    for topic in HelpTopic.all where topic.isClause { write(topic.form, topic.meaning) }
    output.write(
      WrappedText.paragraphs(
        """
        A statement continues on the next line while a bracket or a quote is open, or after an operator; an empty line ends it.
        In a paste, a file and a pipe, a line that begins with AND, OR or a clause continues the statement before it, unless the
        statement already has this clause. A semicolon,
        an empty line or the name of an entity at the beginning makes it a new statement.
        A line that begins with two minus signs and a space is a comment.
        An entity with the name of one of these words is written in quotes: "Count" where n > 1
        insert, update and delete show their changes first; .commit saves them, .undo and .revert take them back.
        Tab completes: properties, operators, values. .help LIKE explains an operator, .help year a property, .help sort a clause,
        .help avg an aggregate; .help topics lists all of them.
        """, width: width))
    output.write("\n\(style.strong("Commands"))\n")
    for command in ShellCommand.all { write(command.usage, command.summary) }
    let keys =
      "Ctrl-R searches the history. Ctrl-C drops the line or cancels the running statement. Ctrl-D leaves the shell."
    output.write("\n" + WrappedText.paragraphs(keys, width: width))
  }

  private func write(_ label: String, _ meaning: String) {
    output.write(WrappedText.entry(label, meaning, column: 28, width: width, style: style.name))
  }

  private func write(_ command: ShellCommand) {
    output.write("\(style.name(command.usage))\n")
    output.write(WrappedText.paragraphs(command.summary.capitalizedFirst + ".\n" + command.details, width: width))
  }
}
