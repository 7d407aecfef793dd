import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues

/// The rows of a fixture as objects in memory: the oracle that databases are compared with.
package struct FixtureGraph: Sendable {
  package let model: DataModel
  /// The rows by the names of their tables, and the positions of their columns.
  private var tables: [String: (rows: [[QueryValue]], columns: [ScalarString: Int])]

  package init(_ fixture: ContractFixture) {
    model = fixture.model
    tables = Dictionary(
      fixture.tables.map { table in
        let columns = table.schema.columns.enumerated().map { (ScalarString($1.name), $0) }
        return (table.schema.name, (table.rows, Dictionary(columns) { first, _ in first }))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whole fetches over the rows, by the reference.
  package var fetches: GraphFetch {
    GraphFetch(
      model: model,
      objects: { [self] name in
        guard let entity = model.entity(named: name) else { return [] }
        return objects(of: entity)
      },
      object: { [self] reference in
        guard let entity = model.entity(named: reference.entity), let column = entity.key.referenceColumn else {
          return nil
        }
        return objects(of: entity, where: [column], equal: [.integer(reference.key)]).first
      })
  }

  /// The rows of a table; nil for an unknown table.
  package func rows(ofTable name: String) -> [[QueryValue]]? { tables[name]?.rows }

  /// Adds a row. Returns why it cannot be added; nil if it was.
  package mutating func add(_ values: [QueryValue], to entity: Entity, columns: [String]) -> String? {
    guard let table = tables[entity.table] else { return "there is no table \(entity.table)" }
    var row = [QueryValue](repeating: .null, count: table.columns.count)
    for (column, value) in zip(columns, values) {
      guard let position = table.columns[ScalarString(column)] else { return "there is no column \(column)" }
      row[position] = value
    }
    for attribute in entity.attributes where !attribute.isOptional {
      if value(of: attribute.column, in: entity, row).isNull { return "\(attribute.column) has no value" }
    }
    let key = entity.key.columns.map { value(of: $0, in: entity, row) }
    guard objects(of: entity, where: entity.key.columns, equal: key).isEmpty else { return "the key is not unique" }
    tables[entity.table]?.rows.append(row)
    return nil
  }

  private func objects(of entity: Entity) -> [FixtureObject] {
    (tables[entity.table]?.rows ?? []).enumerated().map {
      FixtureObject(graph: self, entity: entity, position: $0, row: $1)
    }
  }

  fileprivate func value(of column: String, in entity: Entity, _ row: [QueryValue]) -> QueryValue {
    tables[entity.table]?.columns[ScalarString(column)].map { row[$0] } ?? .null
  }

  /// The objects whose columns have values. NULL equals nothing.
  fileprivate func objects(of entity: Entity, where columns: [String], equal values: [QueryValue]) -> [FixtureObject] {
    let wanted = values.map { AttributeStorage.dynamic.stored($0) ?? .null }
    if wanted.contains(.null) { return [] }
    return objects(of: entity).filter { object in
      zip(columns, wanted).allSatisfy { column, wanted in
        AttributeStorage.dynamic.stored(value(of: column, in: entity, object.row)) == wanted
      }
    }
  }

  /// The pairs of keys in a table of pairs.
  fileprivate func pairs(_ join: RelationshipStorage.JoinTable) -> [(source: [QueryValue], destination: [QueryValue])] {
    guard let table = tables[join.table] else { return [] }
    return table.rows.map { row in
      (
        join.sourceColumns.compactMap { table.columns[ScalarString($0)] }.map { row[$0] },
        join.destinationColumns.compactMap { table.columns[ScalarString($0)] }.map { row[$0] }
      )
    }
  }
}

private struct FixtureObject: QueryObject {
  let graph: FixtureGraph
  let entity: Entity
  let position: Int
  let row: [QueryValue]

  var entityName: String { entity.name }
  var keys: [String] { entity.memberNames }

  /// Rows without an integer key are identified by their position.
  var reference: ObjectReference? {
    guard let column = entity.key.referenceColumn, case .integer(let key) = graph.value(of: column, in: entity, row)
    else { return ObjectReference(entity: entity.referenceName, key: -1 - Int64(position)) }
    return ObjectReference(entity: entity.referenceName, key: key)
  }

  func value(forKey key: String) -> QueryValue? {
    switch entity.member(named: key) {
    case .attribute(let attribute)?: graph.value(of: attribute.column, in: entity, row)
    case .relationship(let relationship)?: value(of: relationship)
    case nil: nil
    }
  }

  private func value(of relationship: Relationship) -> QueryValue {
    guard let destination = graph.model.destination(of: relationship) else { return .null }
    func own(_ columns: [String]) -> [QueryValue] { columns.map { graph.value(of: $0, in: entity, row) } }
    let found: [FixtureObject] =
      switch relationship.storage {
      case .foreignKey(let columns):
        graph.objects(
          of: destination, where: relationship.referencedColumns ?? destination.key.columns, equal: own(columns))
      case .foreignKeyOfDestination(let columns):
        graph.objects(of: destination, where: columns, equal: own(relationship.referencedColumns ?? entity.key.columns))
      case .joinTable(let join):
        graph.pairs(join).filter { "\($0.source)" == "\(own(entity.key.columns))" }.flatMap {
          graph.objects(of: destination, where: destination.key.columns, equal: $0.destination)
        }
      }
    if relationship.cardinality == .toMany { return .array(found.map { .object($0) }) }
    return found.first.map { .object($0) } ?? .null
  }
}
