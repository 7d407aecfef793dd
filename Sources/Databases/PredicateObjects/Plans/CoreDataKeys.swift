import PredicateDatabases
import PredicateModel

/// The columns that a Core Data store has for a foreign key in addition to the foreign key itself.
struct CoreDataReference: Sendable {
  /// The column of the other table with the key of this row: in a one-to-one relationship both ends store a key.
  var mirrorColumn: String?
  /// The column with the number of this row's entity, next to ``mirrorColumn``.
  var mirrorEntityColumn: String?
  /// The column with the number of the other object's entity: `Z8_OBJECT` next to `ZOBJECT`.
  var entityColumn: String?
  /// The reason why the foreign key cannot be changed; nil if it can.
  var obstacle: String?

  init() {}

  /// - Parameters:
  ///   - inverse: The relationship at the other end; nil if there is none.
  ///   - table: The rules of the table with the foreign key.
  ///   - other: The entity that it refers to, and the rules of its table.
  init(
    _ column: String, _ relationship: Relationship, inverse: Relationship?, in table: TableRules,
    to other: (entity: Entity, table: TableRules?)
  ) {
    entityColumn = Self.entityColumn(of: column, in: table)
    if relationship.isGuessed {
      obstacle =
        "the entity at the other end of the relationship, and its inverse, are only guessed, because the store has no model"
      return
    }
    guard let inverse, inverse.cardinality == .toOne, relationship.cardinality == .toOne, let rules = other.table
    else { return }
    let name = "Z\(inverse.name.uppercased())"
    guard let found = rules.column(named: name)
    else { return }
    // If several entities in one table have a relationship of the same name, Core Data adds numbers to the names of the columns.
    if rules.column(named: name + "1") != nil {
      obstacle = "the store has several columns that may contain \(other.entity.name).\(inverse.name)"
    } else {
      mirrorColumn = found.name
      mirrorEntityColumn = Self.entityColumn(of: found.name, in: rules)
    }
  }

  /// The column with the number of the target's entity: `Z8_OBJECT` for `ZOBJECT`; nil if there is none.
  private static func entityColumn(of column: String, in table: TableRules) -> String? {
    table.columns.first { candidate in
      let digits = candidate.name.dropFirst().prefix { $0.isASCII && $0.isNumber }
      let rest = candidate.name.dropFirst(1 + digits.count)
      return !digits.isEmpty && rest.first == "_" && column.dropFirst().isSameSQLName(as: String(rest.dropFirst()))
    }?.name
  }
}

extension Substring {
  fileprivate func isSameSQLName(as name: String) -> Bool { String(self).isSameSQLName(as: name) }
}

/// The table `Z_PRIMARYKEY` of Core Data. It has the number of each entity and the greatest key so far.
struct CoreDataKeys {
  private static let table = "Z_PRIMARYKEY"
  /// The column with the number of the entity.
  static let entityColumn = "Z_ENT"
  /// The column that counts how often the row was written.
  static let countColumn = "Z_OPT"
  /// The columns of Core Data's tables in addition to the key.
  static let columns = [entityColumn, countColumn]

  /// The number of the entity that the table belongs to: the root of its hierarchy.
  let number: Int64
  let greatest: Int64

  /// - Throws: ``StoreIssue`` `unchangeable` if the table does not show the number or the key of a new row.
  init(of plan: EntityPlan, in storage: any ObjectStorage, _ records: any StoredRecords) throws {
    let table = plan.entity.table
    guard storage.rules(ofTable: Self.table) != nil else {
      throw StoreIssue(
        .unchangeable,
        "new rows of “\(table)” cannot get keys, because the Core Data table Z_PRIMARYKEY is missing")
    }
    var rows: [(number: Int64, name: String, parent: Int64, greatest: Int64)] = []
    for row in try records.search(["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"], in: Self.table, where: [])([]) {
      func number(_ column: Int) -> Int64 { if case .integer(let number) = row[column] { number } else { 0 } }
      if case .text(let name) = row[1] { rows.append((number(0), name, number(2), number(3))) }
    }
    rows.sort { $0.number < $1.number }
    guard let own = rows.first(where: { "Z\($0.name)".isSameSQLName(as: table) }) else {
      throw StoreIssue(
        .unchangeable, "new rows of “\(table)” cannot get keys, because the table Z_PRIMARYKEY has no row for it")
    }
    let others = rows.count { $0.parent == own.number && $0.number != own.number }
    guard others == 0 || plan.entityColumn != nil else {
      throw StoreIssue(
        .unchangeable,
        "the model does not distinguish objects of \(own.name) from objects of its subentities, which are in the same table “\(table)”"
      )
    }
    number = own.number
    greatest = own.greatest
  }

  /// Records the greatest key of an entity if it exceeds the recorded one.
  func note(_ key: Int64, in records: any WritableRecords) throws {
    guard key > greatest else { return }
    try records.statement(.update(Self.table, set: ["Z_MAX"], where: ["Z_ENT"]))([.integer(key), .integer(number)])
  }
}
