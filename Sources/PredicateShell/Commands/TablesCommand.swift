import PredicateAnswers
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues

extension ShellCommand {
  /// `.tables`
  static let tables = ShellCommand(
    "tables", or: "entities", summary: "lists the entities and how many objects each has",
    details: "Where one cannot be counted, its row says why; the others are counted."
  ) { _, session in
    let database = session.answers
    if database.model.entities.isEmpty, !session.mode.isForPrograms {
      session.output.write("No entities.\n")
      return .done
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
    return .done
  }

  /// The number of an entity's objects, and nil; or nil, and why they cannot be counted.
  private static func count(of entity: Entity, in database: any AnswerSource) throws -> [QueryValue] {
    do {
      return [.integer(Int64(try database.count(EntityFetch(entity.name)))), .null]
    } catch let issue as PredicateIssue {
      return [.null, .string(issue.message)]
    } catch let issue as DatabaseIssue {
      return [.null, .string(issue.message)]
    }
  }
}
