import GRDB
import PredicateModel
import PredicateSQL
import PredicateValues

/// The rows of all entities and the links between them, by position.
final class GraphStorage: Sendable {
  let tables: [GraphTable]

  init(_ database: Database, model: DataModel, keyForms: SQLKeyForms) throws {
    var loader = GraphLoader(database: database, model: model, keyForms: keyForms)
    tables = try loader.load()
  }

  /// The table of an entity, by any name that the model finds it under.
  func index(ofEntity name: String) -> Int? {
    tables.firstIndex { $0.entity.name.hasSameScalars(as: name) }
      ?? tables.firstIndex { $0.entity.parent == nil && $0.entity.table.hasSameScalars(as: name) }
  }
}
