import PredicateModel
import PredicateValues

extension ShellCommand {
  /// `.tables`
  static let tables = ShellCommand(
    "tables", "entities", summary: "lists the entities and how many objects each has"
  ) { _, session in
    let database = session.database
    if database.model.entities.isEmpty, !session.mode.isForPrograms {
      session.output.write("No entities.\n")
      return .done
    }
    let rows = try database.model.entities.map { entity -> [QueryValue] in
      [.string(entity.name), .integer(Int64(try database.count(EntityFetch(entity.name))))]
    }
    var layout = session.layout
    layout.rowLimit = nil
    _ = session.mode.renderer.render(
      ShownTable(ResultTable(columns: ["entity", "objects"], rows: rows)), layout: layout, to: session.output)
    return .done
  }
}
