import GRDB
import PredicateModel
import PredicateValues

/// Reads the tables of a model, then joins them in memory.
struct GraphLoader {
  private let database: Database
  private let model: DataModel
  private var tables: [GraphTable] = []
  /// For each entity its rows by their primary keys and by whatever else foreign keys refer to, by the bytes of the columns' names.
  private var rowsByKey: [[[[UInt8]]: [GraphKey: Int]]] = []
  /// For each entity the foreign keys of its rows, nil where one is not set, by the bytes of their columns' names.
  private var foreignKeys: [[[[UInt8]]: [GraphKey?]]] = []

  init(database: Database, model: DataModel) {
    self.database = database
    self.model = model
  }

  /// Everything: first the rows, then the links, which need all rows.
  mutating func load() throws -> [GraphTable] {
    for entity in model.entities { try loadRows(of: entity) }
    for index in model.entities.indices {
      for relationship in model.entities[index].relationships {
        guard let destination = position(of: relationship.destination) else { continue }
        tables[index].links.append(
          GraphTable.Link(
            cardinality: relationship.cardinality, destination: destination,
            rows: try links(of: relationship, from: index, to: destination)))
      }
    }
    return tables
  }

  private func position(of entity: String) -> Int? {
    model.entities.firstIndex { $0.name.hasSameScalars(as: entity) }
  }

  // MARK: Rows

  /// The lists of columns by which rows of an entity are found.
  private func soughtColumns(of entity: Entity) -> [[String]] {
    var lists = [entity.key.columns]
    for other in model.entities {
      for relationship in other.relationships {
        guard let columns = relationship.referencedColumns else { continue }
        let owner =
          if case .foreignKeyOfDestination = relationship.storage { other.name } else { relationship.destination }
        guard owner.hasSameScalars(as: entity.name), !lists.contains(where: { $0.nameBytes == columns.nameBytes })
        else { continue }
        lists.append(columns)
      }
    }
    return lists
  }

  private mutating func loadRows(of entity: Entity) throws {
    let sought = soughtColumns(of: entity)
    var foreign: [[String]] = []
    for relationship in entity.relationships {
      guard case .foreignKey(let columns) = relationship.storage else { continue }
      if !foreign.contains(where: { $0.nameBytes == columns.nameBytes }) { foreign.append(columns) }
    }
    // A view has no key: its rows stay in its own order.
    let order = entity.key.referenceColumn.map { [$0] } ?? entity.key.columns
    let columns =
      entity.attributes.map(\.column) + sought.flatMap(\.self) + [entity.key.referenceColumn].compactMap(\.self)
      + foreign.flatMap(\.self)
    let sql = Self.selection(of: columns, from: entity.table, orderedBy: order)
    var table = GraphTable(entity: entity)
    var rowsOfKeys = sought.map { _ in [GraphKey: Int]() }
    var keysOfRows = foreign.map { (name: $0.nameBytes, count: $0.count, keys: [GraphKey?]()) }
    let statement = try RawStatement(database, sql)
    while try statement.step() {
      let row = table.rows.count
      table.rows.append(entity.attributes.indices.map { entity.attributes[$0].value(of: statement.value(at: $0)) })
      var column = entity.attributes.count
      for (index, list) in sought.enumerated() {
        if let key = GraphKey(statement, columns: column..<column + list.count), rowsOfKeys[index][key] == nil {
          rowsOfKeys[index][key] = row
        }
        column += list.count
      }
      var reference: Int64?
      if entity.key.referenceColumn != nil {
        if case .integer(let value) = statement.value(at: column) {
          reference = value
          table.rowsByReference[value] = row
        }
        column += 1
      }
      table.references.append(reference)
      for index in keysOfRows.indices {
        let count = keysOfRows[index].count
        keysOfRows[index].keys.append(GraphKey(statement, columns: column..<column + count))
        column += count
      }
    }
    tables.append(table)
    rowsByKey.append(
      Dictionary(zip(sought.map(\.nameBytes), rowsOfKeys), uniquingKeysWith: { first, _ in first }))
    foreignKeys.append(Dictionary(keysOfRows.map { ($0.name, $0.keys) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Columns stand behind their table's name: alone, SQLite takes a quoted name that no column has for a text.
  private static func selection(of columns: [String], from table: String, orderedBy order: [String]) -> String {
    func list(_ columns: [String]) -> String { columns.map { "t." + $0.quotedIdentifier }.joined(separator: ", ") }
    let sql = "SELECT \(columns.isEmpty ? "NULL" : list(columns)) FROM \(table.quotedIdentifier) AS t"
    return order.isEmpty ? sql : "\(sql) ORDER BY \(list(order))"
  }

  // MARK: Links

  private func links(of relationship: Relationship, from source: Int, to destination: Int) throws -> [[Int]] {
    switch relationship.storage {
    case .foreignKey(let columns):
      let keys = foreignKeys[source][columns.nameBytes] ?? []
      return keys.map { key in row(key, of: destination, by: relationship.referencedColumns).map { [$0] } ?? [] }
    case .foreignKeyOfDestination(let columns):
      var rows = emptyLinks(of: source)
      for (row, key) in try self.values(of: columns, in: destination).enumerated() {
        if let owner = self.row(key, of: source, by: relationship.referencedColumns) { rows[owner].append(row) }
      }
      return rows
    case .joinTable(let join):
      var rows = emptyLinks(of: source)
      for (from, to) in try pairs(of: join) {
        if let owner = row(from, of: source), let row = row(to, of: destination) { rows[owner].append(row) }
      }
      for index in rows.indices { rows[index].sort() }
      return rows
    }
  }

  private func emptyLinks(of entity: Int) -> [[Int]] {
    Array(repeating: [], count: tables[entity].rows.count)
  }

  /// The row with that primary key, or with these values in other columns; nil where the key is not set or no row has it.
  private func row(_ key: GraphKey?, of entity: Int, by columns: [String]? = nil) -> Int? {
    let columns = columns ?? tables[entity].entity.key.columns
    return key.flatMap { rowsByKey[entity][columns.nameBytes]?[$0] }
  }

  /// Foreign keys of another entity's rows. Those that its own to-one relationship uses are there; a relationship whose other end
  /// has no name needs them read.
  private func values(of columns: [String], in entity: Int) throws -> [GraphKey?] {
    if let known = foreignKeys[entity][columns.nameBytes] { return known }
    let owner = model.entities[entity]
    let order = owner.key.referenceColumn.map { [$0] } ?? owner.key.columns
    let statement = try RawStatement(database, Self.selection(of: columns, from: owner.table, orderedBy: order))
    var values: [GraphKey?] = []
    while try statement.step() { values.append(GraphKey(statement, columns: columns.indices)) }
    return values
  }

  private func pairs(of join: RelationshipStorage.JoinTable) throws -> [(GraphKey?, GraphKey?)] {
    let columns = join.sourceColumns + join.destinationColumns
    let statement = try RawStatement(database, Self.selection(of: columns, from: join.table, orderedBy: []))
    let front = join.sourceColumns.count
    var pairs: [(GraphKey?, GraphKey?)] = []
    while try statement.step() {
      pairs.append((GraphKey(statement, columns: 0..<front), GraphKey(statement, columns: front..<columns.count)))
    }
    return pairs
  }
}

extension Array where Element == String {
  /// The names by their bytes: Swift's own equality of strings would take two columns for one.
  fileprivate var nameBytes: [[UInt8]] { map { name in [UInt8](name.utf8) } }
}
