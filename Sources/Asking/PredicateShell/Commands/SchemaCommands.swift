import PredicateSessions
import PredicateDatabases
import PredicateModel
import PredicateStatements
import PredicateValues

extension ShellCommand {
  /// `.tables`
  static let tables = ShellCommand(
    "tables", or: "entities", summary: "lists the entities, with the number of their objects",
    details: "If the objects of an entity cannot be counted, its row shows the reason."
  ) { _, session in
    let database = session.answers
    if let note = session.unreadableTables { session.write(note: note) }
    for note in session.database.schemaNotes where note.leftOut != nil { session.write(note: note.text) }
    if database.model.entities.isEmpty, !session.mode.isForPrograms {
      session.output.write("No entities.\n")
      return
    }
    let rows = try database.model.entities.map { entity in
      try [.string(entity.name)] + count(of: entity, in: database)
    }
    let hasProblems = rows.contains { !$0[2].isNull }
    let columns = hasProblems ? ["entity", "objects", "problem"] : ["entity", "objects"]
    let table = ResultTable(columns: columns, rows: rows.map { Array($0.prefix(columns.count)) })
    var layout = session.layout
    layout.rowLimit = nil
    _ = session.mode.renderer.render(ShownTable(table), layout: layout, to: session.output)
  }

  /// The number of an entity's objects, and nil. If the objects cannot be counted: nil, and the reason.
  private static func count(of entity: Entity, in database: any QueryBackend) throws -> [QueryValue] {
    do {
      return [.integer(Int64(try database.number(of: EntityFetch(entity.name)))), .null]
    } catch let issue as PredicateIssue {
      return [.null, .string(issue.message)]
    } catch let issue as DatabaseIssue {
      return [.null, .string(issue.message)]
    }
  }

  /// `.schema [ENTITY|--tree|--mermaid|--dot]`
  static let schema = ShellCommand(
    "schema", .optional(.entity, or: ["--tree", "--mermaid", "--dot"]),
    summary: "shows the properties of one entity or of all entities, or a diagram",
    details: """
      A question mark follows the type of a property that may be nil. An arrow shows the entity of a relationship.
      --tree shows all entities that relationships reach from the current entity.
      --mermaid and --dot write a diagram that other programs draw.
      """
  ) { arguments, session in
    let model = session.database.model
    switch arguments.word {
    case "--tree":
      guard let entity = session.currentEntity.flatMap({ model.entity(named: $0) }) else {
        throw PredicateIssue.noEntity
      }
      SchemaTree(model: model, style: session.layout.style, width: session.layout.width)
        .write(from: entity, to: session.output)
    case "--mermaid": session.output.write(SchemaDiagram.mermaid(model))
    case "--dot": session.output.write(SchemaDiagram.dot(model))
    default:
      let named = try arguments.entity()
      let entities = named.map { [$0] } ?? model.entities
      session.screen.present { output in
        SchemaText(model: model, style: session.layout.style).write(entities, to: output)
        let notes = session.database.notes.filter { note in
          named == nil || entities.contains { note.hasPrefix($0.table + ".") || note.hasPrefix($0.table + " ") }
        }
        for note in notes { output.write("note: \(CellText.escaped(note))\n") }
      }
    }
  }

  /// `.type [ENTITY.ATTRIBUTE|all] [TYPE|STORAGE] [--save]`
  static let type = ShellCommand(
    "type", .optional(.attribute, or: ["all"]), .type, .option("--save"),
    summary: "sets the type of the values in a column, such as a date that is stored as text",
    details: """
      .type Order.orderedAt date reads a column of texts or numbers as dates. The values
      decide how a date is stored; a type that fits none of them is refused. A storage can be named:
      .type Message.date nanosecondsSince2001.
      The storages of dates are iso8601Text, basicISO8601Text, basicISO8601Number (20240131), julianDay,
      and numbers since the beginning of 1601, 1970 or 2001 in seconds, milliseconds, microseconds or
      nanoseconds: millisecondsSince1970.
      Units of 100 nanoseconds are ticksSince0001, which .NET writes, and ticksSince1601, which Windows writes.
      .type Event.payload json reads texts of JSON as values with paths: payload.items[0].price.
      .type alone lists the columns whose values look like dates, booleans or JSON, and .type all takes
      them all. Numbers are only taken for dates if the column is called like one: created_ms. Other columns
      are named one by one.
      --save keeps all types of the session in a file next to the database, FILE.model.json, which
      the shell reads when it opens the database.
      """
  ) { arguments, session in
    let isAll = arguments[.attribute] == nil && arguments.word == "all"
    if let (entity, attribute) = try arguments.attribute() {
      guard let (type, storage) = arguments.word.flatMap(StoredType.init).map({ ($0.type, $0.storage) }) else {
        throw PredicateIssue.commandArgument(
          expected: "a type: \(CommandParameter.typeNames.joined(separator: ", "))", found: "",
          range: SourceRange(arguments.call.argumentRange.upperBound, arguments.call.argumentRange.upperBound))
      }
      try session.requireNoUnsavedChanges(at: arguments.call.nameRange)
      try session.take(type, storage, for: attribute.name, of: entity.name, at: arguments.place(.attribute))
    } else if isAll {
      try session.requireNoUnsavedChanges(at: arguments.call.nameRange)
      for suggestion in try session.database.suggestionsByValues() {
        try session.take(
          suggestion.type, nil, for: suggestion.attribute, of: suggestion.entity, at: arguments.call.nameRange)
      }
      session.tell(
        "Other columns keep their types. To set the type of a column, write .type ENTITY.ATTRIBUTE TYPE.", isQuiet: true
      )
    }
    if arguments.has("--save") {
      let path = try NamedDatabase.keepTypes(of: session.database)
      session.output.write(path.map { "Kept in \(CellText.escaped($0)).\n" } ?? "No type differs from the schema.\n")
    } else if arguments[.attribute] == nil, !isAll {
      let offers = try session.database.suggestionsByValues().map(\.offer)
      for line in offers.isEmpty ? [Self.noOffer] : offers {
        session.output.write(CellText.escaped(line) + "\n")
      }
      if offers.count > 1 { session.output.write("Take all: .type all\n") }
    }
  }

  private static let noOffer =
    "No column has a name and values that suggest another type. To set the type of any column, write .type ENTITY.ATTRIBUTE TYPE."

  /// `.use ENTITY`
  static let use = ShellCommand(
    "use", .required(.entity), summary: "sets the current entity, which is used if a statement names no entity"
  ) { arguments, session in
    session.currentEntity = try arguments.entity()?.name
    session.endWalk()
  }
}
