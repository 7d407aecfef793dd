import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues

/// Which rows of an entity are read.
enum RowSelection {
  case all
  /// Those with one of the values in a column: the key, or a foreign key. The value comes along as the owner.
  case column(String, among: [Int64])
  /// Those that a table of pairs puts beside a key in the first column. That key comes along as the owner.
  case pairs(table: String, owner: String, member: String, place: String?, among: [Int64])
}

extension EntityPlan {
  /// Reads rows, ascending by key.
  ///
  /// Lists of values are read in parts: SQLite takes 32,766 parameters at most.
  ///
  /// - Parameters:
  ///   - kinds: The plans of the rows' entities, of an entity in a hierarchy; none where all rows are of this one.
  ///   - body: Takes a row.
  func read(
    _ selection: RowSelection, _ kinds: [EntityPlan], in database: Database, _ body: (FoundRow) throws -> Void
  ) throws {
    let reader = RowReading(self, kinds)
    switch selection {
    case .all: try reader.read(["NULL", "NULL"], "", nil, [], in: database, body)
    case .column(let column, let values):
      for part in values.parts(of: 10_000) {
        let term = "t.\(column.quotedIdentifier)"
        try reader.read([term, "NULL"], "", "\(term) IN (\(part.parameters))", part, in: database, body)
      }
    case .pairs(let table, let owner, let member, let place, let values):
      guard let keyColumn else { return }
      for part in values.parts(of: 10_000) {
        let join =
          "JOIN \(table.quotedIdentifier) AS p ON p.\(member.quotedIdentifier) = t.\(keyColumn.quotedIdentifier)"
        let term = "p.\(owner.quotedIdentifier)"
        let order = place.map { "p.\($0.quotedIdentifier)" } ?? "NULL"
        try reader.read([term, order], join, "\(term) IN (\(part.parameters))", part, in: database, body)
      }
    }
  }

  /// Reads which entities rows are of.
  ///
  /// - Parameter body: Takes the key of a row and the plan of its entity: this one where the model lacks it.
  func readKinds(
    _ keys: [Int64], _ kinds: [EntityPlan], in database: Database, _ body: (Int64, EntityPlan) throws -> Void
  ) throws {
    guard let keyColumn, let entityColumn else { return }
    for part in keys.parts(of: 10_000) {
      let key = keyColumn.quotedIdentifier
      let statement = try RawStatement(
        database,
        "SELECT \(key), \(entityColumn.quotedIdentifier) FROM \(entity.table.quotedIdentifier) "
          + "WHERE \(key) IN (\(part.parameters))")
      try statement.read(part.map { .integer($0) }) { row in
        let name = row.value(at: 1)
        try body(row.integer(at: 0), kinds.first { $0.isNamed(name) } ?? self)
      }
    }
  }
}

extension EntityPlan {
  /// The keys of the rows that have values in some columns.
  func keys(where columns: [String], equal values: [StoredValue], in database: Database) throws -> [Int64] {
    guard let keyColumn else { return [] }
    var condition = columns.map { "\($0.quotedIdentifier) = ?" }.joined(separator: " AND ")
    var values = values
    if let kinds = entity.kindsInTable, let entityColumn {
      condition += " AND \(entityColumn.quotedIdentifier) IN (\(kinds.map { _ in "?" }.joined(separator: ", ")))"
      values += kinds
    }
    let statement = try RawStatement(
      database, "SELECT \(keyColumn.quotedIdentifier) FROM \(entity.table.quotedIdentifier) WHERE \(condition)")
    var keys: [Int64] = []
    try statement.read(values) { keys.append($0.integer(at: 0)) }
    return keys
  }

  /// What the columns of some attributes hold for a record. A value that a column cannot hold was refused when it was set.
  func stored(_ record: ObjectRecord, _ places: [Int]) -> [StoredValue] {
    places.map { forms[$0].stored(record.values[$0]) }
  }
}

extension ArraySlice<Int64> {
  /// A question mark for each element.
  var parameters: String { map { _ in "?" }.joined(separator: ", ") }
}
