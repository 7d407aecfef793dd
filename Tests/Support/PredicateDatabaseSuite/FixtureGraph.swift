import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues

/// The rows of a fixture as objects in memory. The results of databases are compared with them.
package struct FixtureGraph: Sendable {
  package let model: DataModel
  private var tables: [String: FixtureTable]

  package init(_ fixture: ContractFixture) {
    model = fixture.model
    tables = Dictionary(
      fixture.tables.map { table in
        let columns = table.schema.columns
        return (
          table.schema.name,
          FixtureTable(
            columns: columns.map(\.name), rows: table.rows,
            loose: Set(columns.filter { !$0.comparesBytes }.map { ScalarString($0.name) }))
        )
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Evaluates whole fetches over the rows, by the reference evaluator.
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

  /// Adds a row. Returns the reason if it cannot be added, otherwise nil.
  package mutating func add(_ values: [QueryValue], to entity: Entity, columns: [String]) -> String? {
    guard let table = tables[entity.table] else { return "there is no table \(entity.table)" }
    var row = [QueryValue](repeating: .null, count: table.positions.count)
    for (column, value) in zip(columns, values) {
      guard let position = table.positions[ScalarString(column)] else { return "there is no column \(column)" }
      row[position] = value
    }
    for attribute in entity.attributes where !attribute.isOptional {
      if value(of: attribute.column, in: entity, row).isNull { return "\(attribute.column) has no value" }
    }
    let key = entity.key.columns.map { value(of: $0, in: entity, row) }
    guard objects(of: entity, where: entity.key.columns, equal: key).isEmpty else { return "the key is not unique" }
    tables[entity.table] = FixtureTable(columns: table.columns, rows: table.rows + [row], loose: table.loose)
    return nil
  }

  private func objects(of entity: Entity) -> [FixtureObject] {
    guard let table = tables[entity.table] else { return [] }
    return table.rows.indices.map { FixtureObject(graph: self, entity: entity, table: table, position: $0) }
  }

  private func value(of column: String, in entity: Entity, _ row: [QueryValue]) -> QueryValue {
    tables[entity.table]?.positions[ScalarString(column)].map { row[$0] } ?? .null
  }

  /// The objects whose columns have the given values. NULL equals no value.
  fileprivate func objects(of entity: Entity, where columns: [String], equal values: [QueryValue]) -> [FixtureObject] {
    guard let table = tables[entity.table] else { return [] }
    return table.rows(where: columns, equal: values).map {
      FixtureObject(graph: self, entity: entity, table: table, position: $0)
    }
  }

  /// The different destination keys that a join table has for a source key: a relationship is a set.
  fileprivate func destinations(_ join: RelationshipStorage.JoinTable, of source: [QueryValue]) -> [[QueryValue]] {
    guard let table = tables[join.table] else { return [] }
    var found: Set<[ValueKey]> = []
    return table.rows(where: join.sourceColumns, equal: source).compactMap { position in
      let key = join.destinationColumns.map { table.value(of: $0, in: position) }
      return found.insert(key.map { ValueKey($0) }).inserted ? key : nil
    }
  }
}

/// The rows of a table.
private final class FixtureTable: Sendable {
  let columns: [String]
  let rows: [[QueryValue]]
  /// The columns that compare texts without case. Foreign keys refer as the database compares them.
  let loose: Set<ScalarString>
  /// The positions of the columns by name. If two columns have the same name, the first one counts.
  let positions: [ScalarString: Int]
  /// The positions of the rows by the values of some columns. Each index is built when it is first used.
  private let indexes = Locked<[[ScalarString]: [[ValueKey]: [Int]]]>([:])

  init(columns: [String], rows: [[QueryValue]], loose: Set<ScalarString>) {
    self.columns = columns
    self.rows = rows
    self.loose = loose
    positions = Dictionary(columns.enumerated().map { (ScalarString($1), $0) }) { first, _ in first }
  }

  func value(of column: String, in row: Int) -> QueryValue {
    positions[ScalarString(column)].map { rows[row][$0] } ?? .null
  }

  /// The value of a column in the form that the column compares.
  private func key(_ value: QueryValue, _ column: String) -> ValueKey {
    guard case .string(let text) = value, loose.contains(ScalarString(column)) else { return ValueKey(value) }
    return ValueKey(.string(text.lowercased()))
  }

  /// The positions of the rows whose columns have the given values. NULL equals no value.
  func rows(where columns: [String], equal values: [QueryValue]) -> [Int] {
    if values.contains(where: \.isNull) { return [] }
    let wanted = zip(values, columns).map(key)
    return indexes.withLock { all in
      let names = columns.map(ScalarString.init)
      if let index = all[names] { return index[wanted] ?? [] }
      let index = Dictionary(grouping: rows.indices) { row in
        columns.map { key(self.value(of: $0, in: row), $0) }
      }
      all[names] = index
      return index[wanted] ?? []
    }
  }
}

private struct FixtureObject: QueryObject {
  let graph: FixtureGraph
  let entity: Entity
  let table: FixtureTable
  let position: Int

  var entityName: String { entity.name }
  var keys: [String] { entity.memberNames }

  /// Rows without an integer key are identified by their position.
  var reference: ObjectReference? {
    guard let column = entity.key.referenceColumn, case .integer(let key) = table.value(of: column, in: position)
    else { return ObjectReference(entity: entity.referenceName, key: -1 - Int64(position)) }
    return ObjectReference(entity: entity.referenceName, key: key)
  }

  func value(forKey key: String) -> QueryValue? {
    switch entity.member(named: key) {
    case .attribute(let attribute)?: table.value(of: attribute.column, in: position)
    case .relationship(let relationship)?: value(of: relationship)
    case nil: nil
    }
  }

  private func value(of relationship: Relationship) -> QueryValue {
    guard let destination = graph.model.destination(of: relationship) else { return .null }
    func own(_ columns: [String]) -> [QueryValue] { columns.map { table.value(of: $0, in: position) } }
    let found: [FixtureObject] =
      switch relationship.storage {
      case .foreignKey(let columns):
        graph.objects(
          of: destination, where: relationship.referencedColumns ?? destination.key.columns, equal: own(columns))
      case .foreignKeyOfDestination(let columns):
        graph.objects(of: destination, where: columns, equal: own(relationship.referencedColumns ?? entity.key.columns))
      case .joinTable(let join):
        graph.destinations(join, of: own(entity.key.columns)).flatMap {
          graph.objects(of: destination, where: destination.key.columns, equal: $0)
        }
      }
    if relationship.cardinality == .toMany { return .array(found.map { .object($0) }) }
    return found.first.map { .object($0) } ?? .null
  }
}
