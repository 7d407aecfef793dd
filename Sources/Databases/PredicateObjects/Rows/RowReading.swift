import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues

/// A row that was read.
struct FoundRow {
  let key: Int64
  /// The plan of the row's entity.
  let plan: EntityPlan
  let record: ObjectRecord
  /// The value by which it was found.
  let owner: Int64
  /// Its place in the owner's list, of a table of pairs that keeps an order.
  let place: Int64?
}

/// Reads rows of an entity as records: each as its own entity's, where the table has several.
final class RowReading {
  private let plan: EntityPlan
  /// Whether rows say which entity they are of.
  private let readsKinds: Bool
  /// Where the key and the entity's name stand.
  private let keyPlace: Int
  private let kindPlace: Int
  /// The columns of all records.
  private let columns: [String]
  private let layouts: [Layout]

  /// Where the columns of a record stand among those that are read.
  private final class Layout {
    let plan: EntityPlan
    let attributes: AttributeColumns
    let foreignKeys: [Int]
    let orders: [Int]

    /// - Parameter place: Where a column stands.
    init(_ plan: EntityPlan, _ place: (String) -> Int) {
      self.plan = plan
      attributes = AttributeColumns(plan.entity.attributes, at: plan.entity.attributes.map { place($0.column) })
      foreignKeys = plan.foreignKeys.map { place($0.column) }
      orders = plan.foreignKeys.compactMap(\.orderColumn).map { place($0) }
    }
  }

  /// A reader of rows that a statement of its own reads: the key, the owner, the place in the owner's list, the entity's name, then columns.
  ///
  /// - Parameter kinds: The plans of the rows' entities; none where all rows are of this one.
  init(_ plan: EntityPlan, _ kinds: [EntityPlan]) {
    self.plan = plan
    readsKinds = !kinds.isEmpty
    keyPlace = 0
    kindPlace = 3
    var columns: [String] = []
    var places: [ScalarString: Int] = [:]
    let start = kinds.isEmpty ? 3 : 4
    func place(of column: String) -> Int {
      if let place = places[ScalarString(column)] { return place }
      places[ScalarString(column)] = start + columns.count
      columns.append(column)
      return start + columns.count - 1
    }
    layouts = (kinds.isEmpty ? [plan] : kinds).map { Layout($0, place) }
    self.columns = columns
  }

  /// A reader of whole rows of the entity's table.
  ///
  /// - Parameter names: The columns as they come. Nil where one that is needed is not among them.
  init?(_ plan: EntityPlan, _ kinds: [EntityPlan], wholeRowsOf names: [String]) {
    var places: [ScalarString: Int] = [:]
    for (place, name) in names.enumerated() where places[ScalarString(name)] == nil {
      places[ScalarString(name)] = place
    }
    var isComplete = true
    func place(of column: String) -> Int {
      if let place = places[ScalarString(column)] { return place }
      isComplete = false
      return 0
    }
    self.plan = plan
    readsKinds = !kinds.isEmpty
    columns = names
    keyPlace = place(of: plan.keyColumn ?? "")
    kindPlace = readsKinds ? place(of: plan.entityColumn ?? "") : 0
    layouts = (kinds.isEmpty ? [plan] : kinds).map { Layout($0, place) }
    if !isComplete { return nil }
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
      conditions.append("\(kind) IN (\(kinds.parameters))")
      parameters += kinds
    }
    let terms = [key] + owner + (readsKinds ? [kind] : []) + columns.map { "t.\($0.quotedIdentifier)" }
    let sql = """
      SELECT \(terms.joined(separator: ", ")) FROM \(plan.entity.table.quotedIdentifier) AS t \(join)
      \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")) ORDER BY \(key)
      """
    try RawStatement(database, sql).read(parameters) { statement in
      let row = statement.row
      var place: Int64?
      if case .integer(let number) = row.value(at: 2) { place = number }
      try body(found(row, owner: row.integer(at: 1), place: place))
    }
  }

  /// What a row holds, as its own entity's.
  func found(_ row: TableRow, owner: Int64 = 0, place: Int64? = nil) -> FoundRow {
    // Of an entity that the model lacks, a row is one of the entity that was asked for.
    var layout = layouts[0]
    if readsKinds {
      let name = row.value(at: kindPlace)
      layout = layouts.first { $0.plan.isNamed(name) } ?? layouts.first { $0.plan === plan } ?? layout
    }
    return FoundRow(
      key: row.integer(at: keyPlace), plan: layout.plan, record: record(layout, of: row), owner: owner, place: place)
  }

  private func record(_ layout: Layout, of row: TableRow) -> ObjectRecord {
    let plan = layout.plan
    var unreadable: Set<Int> = []
    let values = layout.attributes.values(of: row, unreadable: &unreadable)
    var references = ReferenceList(count: layout.foreignKeys.count)
    for (slot, column) in layout.foreignKeys.enumerated() {
      // A key that is no integer names no row.
      switch row.value(at: column) {
      case .integer(let key): references[slot] = .key(key)
      case .null: break
      default: unreadable.insert(plan.entity.attributes.count + slot)
      }
    }
    var record = ObjectRecord(values: values, references: references)
    if !unreadable.isEmpty { record.unreadable = unreadable }
    if layout.orders.isEmpty { return record }
    var places = plan.noPlaces
    for (slot, column) in zip(plan.orderedKeys, layout.orders) {
      if case .integer(let place) = row.value(at: column) { places[slot] = place }
    }
    record.places = places
    return record
  }
}

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
      condition += " AND \(entityColumn.quotedIdentifier) IN (\(kinds.parameters))"
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
