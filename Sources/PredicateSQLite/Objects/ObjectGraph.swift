import GRDB
import PredicateModel
import PredicateSQL
import PredicateValues

/// All rows of a model's entities, in memory, with the relationships between them: what the evaluator in memory runs on, and what the
/// answers of SQL are compared with.
///
/// Loaded once and never changed. Objects are made when they are asked for and hold the graph's rows, not one another, so that
/// nothing keeps itself alive.
package struct ObjectGraph: Sendable {
  /// The model that the rows were read with.
  package let model: DataModel
  private let storage: GraphStorage
  /// What people call the database.
  private let name: String

  /// Reads all rows of all entities: time and memory are linear in the rows and links.
  ///
  /// A table that cannot be read costs only its own objects: see ``objects(of:)``.
  ///
  /// - Throws: `DatabaseError` where the database cannot be read, ``ModelIssue`` where the model does not validate.
  package init(_ database: Database, model: DataModel) throws {
    try self.init(database, model: model, keyForms: SQLKeyForms(of: database), name: "the database")
  }

  private init(_ database: Database, model: DataModel, keyForms: SQLKeyForms, name: String) throws {
    try model.validate()
    self.model = model
    self.name = name
    storage = try GraphStorage(database, model: model, keyForms: keyForms)
  }

  /// Reads the rows of an open database with its model.
  ///
  /// - Throws: ``DatabaseIssue``.
  package init(_ database: PredicateDatabase) throws(DatabaseIssue) {
    do {
      self = try database.reader.read {
        try ObjectGraph($0, model: database.model, keyForms: database.keyForms, name: database.name)
      }
    } catch {
      throw DatabaseIssue(anyError: error, path: database.name)
    }
  }

  /// The objects of an entity, ascending by key; none where there is no such entity.
  ///
  /// Objects of another table that could not be read are missing only where a predicate comes to them: it then throws an issue of kind
  /// `unsupported`.
  ///
  /// - Throws: ``DatabaseIssue`` where the entity's own table could not be read.
  package func objects(of entityName: String) throws(DatabaseIssue) -> [any QueryObject] {
    guard let index = storage.index(ofEntity: entityName) else { return [] }
    let table = storage.tables[index]
    if let failure = table.failure { throw DatabaseIssue(failure, path: "\(table.entity.table) of \(name)") }
    return storage.tables[index].rows.indices.map { RowObject(storage: storage, entity: index, row: $0) }
  }

  /// The object that a reference names; nil where there is none.
  package func object(for reference: ObjectReference) -> (any QueryObject)? {
    guard let index = storage.index(ofEntity: reference.entity),
      let row = storage.tables[index].rowsByReference[reference.key]
    else { return nil }
    return RowObject(storage: storage, entity: index, row: row)
  }
}
