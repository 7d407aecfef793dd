import GRDB
import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateValues

/// All rows of a model's entities, in memory, with their relationships. The evaluator in memory runs on them, and tests compare SQL with the result.
///
/// A graph is loaded once and never changes. Objects are made when they are needed. They refer to the graph's rows and not to one another, which
/// avoids reference cycles.
package struct ObjectGraph: Sendable {
  /// The model that the rows were read with.
  package let model: DataModel
  private let storage: GraphStorage
  /// The name of the database in messages.
  private let name: String

  /// Reads all rows of all entities. Time and memory are linear in the number of rows and references.
  ///
  /// If a table cannot be read, only its own objects are missing; see ``objects(of:)``.
  ///
  /// - Throws: `DatabaseError` if the database cannot be read, ``ModelIssue`` if the model does not validate.
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
    self = try DatabaseIssue.convertingErrors(path: database.name) {
      try database.reader.read {
        try ObjectGraph($0, model: database.model, keyForms: database.lowering.keyForms, name: database.name)
      }
    }
  }

  /// The objects of an entity, ascending by key; empty for an unknown entity.
  ///
  /// If objects of another table could not be read, a predicate that needs them throws an issue of kind `unsupported`.
  ///
  /// - Throws: ``DatabaseIssue`` if the entity's own table could not be read.
  package func objects(of entityName: String) throws(DatabaseIssue) -> [any QueryObject] {
    guard let index = storage.index(ofEntity: entityName) else { return [] }
    let table = storage.tables[index]
    if let failure = table.failure { throw DatabaseIssue(failure, path: "\(table.entity.table) of \(name)") }
    return storage.tables[index].rows.indices.map { RowObject(storage: storage, entity: index, row: $0) }
  }

  /// The object of a reference; nil for an unknown reference.
  package func object(for reference: ObjectReference) -> (any QueryObject)? {
    guard let index = storage.index(ofEntity: reference.entity),
      let row = storage.tables[index].rowsByReference[reference.key]
    else { return nil }
    return RowObject(storage: storage, entity: index, row: row)
  }
}

extension GraphFetch {
  /// Fetches from the objects of a graph. If a table cannot be read, fetches throw a ``DatabaseIssue``.
  package init(_ graph: ObjectGraph) {
    self.init(
      model: graph.model, objects: { try graph.objects(of: $0) }, object: { graph.object(for: $0) })
  }
}

/// A row as an object for the evaluator: its graph, the position of its entity, and its position among the entity's rows.
struct RowObject: SelfComparingObject, RowOfTable {
  let storage: GraphStorage
  let entity: Int
  let row: Int

  private var table: GraphTable { storage.tables[entity] }

  var entityName: String { table.entity.name }

  var reference: ObjectReference? {
    table.references[row].map { ObjectReference(entity: table.entity.referenceName, key: $0) }
  }

  var keys: [String] { table.entity.memberNames }

  var place: Int64 { Int64(row) }

  func value(forKey key: String) -> QueryValue? {
    switch table.member(named: key) {
    case .attribute(let index): table.rows[row][index]
    case .relationship(let index): value(of: index)
    case .key: table.references[row].map { .integer($0) } ?? .null
    case nil: nil
    }
  }

  /// Rows without an integer key are equal only if they are the same row. A row of a hierarchy is one object, under whichever entity it was found.
  func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = other as? RowObject, storage === other.storage else { return false }
    if table.entity.hierarchy != nil, let reference { return other.reference == reference }
    return entity == other.entity && row == other.row
  }

  func hashItself(into hasher: inout Hasher) -> Bool {
    if table.entity.hierarchy != nil, let reference {
      hasher.combine(reference)
      return true
    }
    hasher.combine(entity)
    hasher.combine(row)
    return true
  }

  private func value(of relationship: Int) -> QueryValue {
    let link = table.links[relationship]
    if storage.tables[link.destination].failure != nil {
      return .object(UnusableValue(.unreadableTable(storage.tables[link.destination].entity.table)))
    }
    switch link.cardinality {
    case .toOne: return link.rows[row].first.map { object(link.destination, $0) } ?? .null
    case .toMany: return .array(link.rows[row].map { object(link.destination, $0) })
    }
  }

  private func object(_ entity: Int, _ row: Int) -> QueryValue {
    .object(RowObject(storage: storage, entity: entity, row: row))
  }
}

extension RowObject: KeyedObject {
  var keyValues: [QueryValue] {
    let key = table.entity.objectKey
    let values = key.compactMap { value(forKey: $0.name) }
    return values.count == key.count && !values.contains { $0.isNull } ? values : []
  }

  var label: String? {
    let key = keyValues
    return key.isEmpty ? nil : table.entity.label(ofKey: key)
  }

  var title: String? { table.entity.title { value(forKey: $0.name) } }
}

extension PredicateIssue {
  /// The issue for a predicate that needs objects of a table that could not be read.
  fileprivate static func unreadableTable(_ table: String) -> PredicateIssue {
    .error("unreadable-table", nil, "the rows of the table “\(table)” cannot be read", kind: .unsupported)
  }
}
