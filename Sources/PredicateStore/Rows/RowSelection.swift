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
  /// - Parameter body: Takes a row.
  func read(_ selection: RowSelection, in database: Database, _ body: (FoundRow) throws -> Void) throws {
    switch selection {
    case .all: try read(["NULL", "NULL"], "", "", [], in: database, body)
    case .column(let column, let values):
      for part in values.parts(of: 10_000) {
        let term = "t.\(column.quotedIdentifier)"
        try read([term, "NULL"], "", "WHERE \(term) IN (\(part.parameters))", part, in: database, body)
      }
    case .pairs(let table, let owner, let member, let place, let values):
      guard let keyColumn else { return }
      for part in values.parts(of: 10_000) {
        let join =
          "JOIN \(table.quotedIdentifier) AS p ON p.\(member.quotedIdentifier) = t.\(keyColumn.quotedIdentifier)"
        let term = "p.\(owner.quotedIdentifier)"
        let order = place.map { "p.\($0.quotedIdentifier)" } ?? "NULL"
        try read([term, order], join, "WHERE \(term) IN (\(part.parameters))", part, in: database, body)
      }
    }
  }

  private func read(
    _ owner: [String], _ join: String, _ condition: String, _ parameters: ArraySlice<Int64>, in database: Database,
    _ body: (FoundRow) throws -> Void
  ) throws {
    guard let keyColumn else { return }
    let key = "t.\(keyColumn.quotedIdentifier)"
    let names = entity.attributes.map(\.column) + foreignKeys.map(\.column) + foreignKeys.compactMap(\.orderColumn)
    let columns = names.map { "t.\($0.quotedIdentifier)" }
    let sql = """
      SELECT \(([key] + owner + columns).joined(separator: ", "))
      FROM \(entity.table.quotedIdentifier) AS t \(join) \(condition) ORDER BY \(key)
      """
    let statement = try RawStatement(database, sql)
    let attributeCount = entity.attributes.count
    try statement.read(parameters.map { .integer($0) }) { row in
      var record = ObjectRecord(values: [], references: [], places: noPlaces)
      record.values.reserveCapacity(attributeCount)
      for (index, attribute) in entity.attributes.enumerated() {
        let stored = row.value(at: index + 3)
        let value = attribute.value(of: stored)
        if value.isNull, stored != .null { record.unreadable.insert(index) }
        record.values.append(value)
      }
      for index in foreignKeys.indices {
        // A key that is no integer names no row.
        switch row.value(at: index + 3 + attributeCount) {
        case .integer(let key): record.references.append(.key(key))
        case .null: record.references.append(.none)
        default:
          record.references.append(.none)
          record.unreadable.insert(attributeCount + index)
        }
      }
      for (index, slot) in orderedKeys.enumerated() {
        if case .integer(let place) = row.value(at: index + 3 + attributeCount + foreignKeys.count) {
          record.places[slot] = place
        }
      }
      var place: Int64?
      if case .integer(let number) = row.value(at: 2) { place = number }
      try body(FoundRow(key: row.integer(at: 0), record: record, owner: row.integer(at: 1), place: place))
    }
  }
}

extension EntityPlan {
  /// The keys of the rows that have values in some columns.
  func keys(where columns: [String], equal values: [StoredValue], in database: Database) throws -> [Int64] {
    guard let keyColumn else { return [] }
    let condition = columns.map { "\($0.quotedIdentifier) = ?" }.joined(separator: " AND ")
    let statement = try RawStatement(
      database, "SELECT \(keyColumn.quotedIdentifier) FROM \(entity.table.quotedIdentifier) WHERE \(condition)")
    var keys: [Int64] = []
    try statement.read(values) { keys.append($0.integer(at: 0)) }
    return keys
  }

  /// What the columns of some attributes hold for a record. A value that a column cannot hold was refused when it was set.
  func stored(_ record: ObjectRecord, _ places: [Int]) -> [StoredValue] {
    places.map { entity.attributes[$0].stored(record.values[$0]) ?? .null }
  }
}

extension ArraySlice<Int64> {
  /// A question mark for each element.
  var parameters: String { map { _ in "?" }.joined(separator: ", ") }
}
