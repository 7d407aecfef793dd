import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// Reads rows of an entity as records: each as its own entity's, where the table has several.
struct RowReading {
  private let plan: EntityPlan
  /// Whether rows say which entity they are of.
  private let readsKinds: Bool
  /// The columns of all records.
  private let columns: [String]
  private let layouts: [Layout]

  /// Where the columns of a record stand among those that are read.
  private struct Layout {
    let plan: EntityPlan
    let attributes: [Int]
    let foreignKeys: [Int]
    let orders: [Int]
  }

  /// - Parameter kinds: The plans of the rows' entities; none where all rows are of this one.
  init(_ plan: EntityPlan, _ kinds: [EntityPlan]) {
    self.plan = plan
    readsKinds = !kinds.isEmpty
    var columns: [String] = []
    var places: [ScalarString: Int] = [:]
    func place(of column: String) -> Int {
      if let place = places[ScalarString(column)] { return place }
      places[ScalarString(column)] = columns.count
      columns.append(column)
      return columns.count - 1
    }
    layouts = (kinds.isEmpty ? [plan] : kinds).map { kind in
      Layout(
        plan: kind, attributes: kind.entity.attributes.map { place(of: $0.column) },
        foreignKeys: kind.foreignKeys.map { place(of: $0.column) },
        orders: kind.foreignKeys.compactMap(\.orderColumn).map { place(of: $0) })
    }
    self.columns = columns
  }

  /// Reads the rows for which a condition holds, ascending by key.
  ///
  /// - Parameter owner: The terms of the owner and of the place.
  func read(
    _ owner: [String], _ join: String, _ condition: String?, _ keys: ArraySlice<Int64>, in database: Database,
    _ body: (FoundRow) throws -> Void
  ) throws {
    guard let keyColumn = plan.keyColumn else { return }
    let key = "t.\(keyColumn.quotedIdentifier)"
    let kind = plan.entityColumn.map { "t.\($0.quotedIdentifier)" } ?? "NULL"
    var conditions = condition.map { [$0] } ?? []
    var parameters = keys.map { StoredValue.integer($0) }
    if readsKinds, let kinds = plan.entity.kindsInTable {
      conditions.append("\(kind) IN (\(kinds.map { _ in "?" }.joined(separator: ", ")))")
      parameters += kinds.map { .text($0) }
    }
    let terms = [key] + owner + (readsKinds ? [kind] : []) + columns.map { "t.\($0.quotedIdentifier)" }
    let sql = """
      SELECT \(terms.joined(separator: ", ")) FROM \(plan.entity.table.quotedIdentifier) AS t \(join)
      \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")) ORDER BY \(key)
      """
    let start = terms.count - columns.count
    // Of an entity that the model lacks, a row is one of the entity that was asked for.
    let own = layouts.firstIndex { $0.plan === plan } ?? 0
    try RawStatement(database, sql).read(parameters) { row in
      var layout = own
      if readsKinds {
        let name = row.value(at: 3)
        layout = layouts.firstIndex { $0.plan.isNamed(name) } ?? own
      }
      var place: Int64?
      if case .integer(let number) = row.value(at: 2) { place = number }
      try body(
        FoundRow(
          key: row.integer(at: 0), plan: layouts[layout].plan, record: record(layouts[layout], of: row, from: start),
          owner: row.integer(at: 1), place: place))
    }
  }

  private func record(_ layout: Layout, of row: RawStatement, from start: Int) -> ObjectRecord {
    let plan = layout.plan
    var record = ObjectRecord(values: [], references: [], places: plan.noPlaces)
    record.values.reserveCapacity(layout.attributes.count)
    for (index, attribute) in plan.entity.attributes.enumerated() {
      let stored = row.value(at: start + layout.attributes[index])
      let value = attribute.value(of: stored)
      if value.isNull, stored != .null { record.unreadable.insert(index) }
      record.values.append(value)
    }
    for (index, column) in layout.foreignKeys.enumerated() {
      // A key that is no integer names no row.
      switch row.value(at: start + column) {
      case .integer(let key): record.references.append(.key(key))
      case .null: record.references.append(.none)
      default:
        record.references.append(.none)
        record.unreadable.insert(layout.attributes.count + index)
      }
    }
    for (slot, column) in zip(plan.orderedKeys, layout.orders) {
      if case .integer(let place) = row.value(at: start + column) { record.places[slot] = place }
    }
    return record
  }
}
