import GRDB
import PredicateModel
import PredicateSQLite

/// The table `Z_PRIMARYKEY`, in which Core Data's layout keeps the number of each entity and the greatest key that it has given.
struct CoreDataKeys {
  /// The column with the number of the entity.
  static let entityColumn = "Z_ENT"
  /// The column that counts how often the row was written.
  static let countColumn = "Z_OPT"
  /// What the layout keeps beside the key.
  static let columns = [entityColumn, countColumn]

  /// The number of the entity whose table it is, the root of a hierarchy.
  let number: Int64
  /// The greatest key of the table.
  let greatest: Int64

  /// - Throws: ``StoreIssue`` `unchangeable` where the table does not tell what a new row is.
  init(of plan: EntityPlan, in database: Database) throws {
    let table = plan.entity.table
    guard try database.tableExists("Z_PRIMARYKEY") else {
      throw StoreIssue(
        .unchangeable,
        "“\(table)” has Core Data's layout, and there is no table Z_PRIMARYKEY that gives keys to new rows")
    }
    var rows: [(number: Int64, name: String, parent: Int64, greatest: Int64)] = []
    let statement = try RawStatement(database, "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    try statement.read([]) { row in
      guard case .text(let name) = row.value(at: 1) else { return }
      rows.append((row.integer(at: 0), name, row.integer(at: 2), row.integer(at: 3)))
    }
    guard let own = rows.first(where: { "Z\($0.name)".isSameSQLName(as: table) }) else {
      throw StoreIssue(.unchangeable, "Z_PRIMARYKEY has no row for “\(table)”, which would give keys to new rows")
    }
    let others = rows.count { $0.parent == own.number && $0.number != own.number }
    guard others == 0 || plan.entityColumn != nil else {
      throw StoreIssue(
        .unchangeable,
        "“\(table)” holds objects of \(own.name) and of entities that inherit from it, and the model does not tell them apart"
      )
    }
    number = own.number
    greatest = own.greatest
  }

  /// Notes the greatest key of an entity, where it is greater than the known one.
  func note(_ key: Int64, in database: Database) throws {
    try RawStatement(database, "UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_ENT = ?1 AND ifnull(Z_MAX, 0) < ?2")
      .run(.integer(number), .integer(key))
  }
}
