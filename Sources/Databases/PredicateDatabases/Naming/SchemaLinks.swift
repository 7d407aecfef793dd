import PredicateModel
import PredicateValues

/// A foreign key that becomes a relationship.
struct SchemaLink {
  /// The position of the entity whose table has the foreign key.
  let source: Int
  /// The position of the entity that it refers to.
  let destination: Int
  /// The columns of the foreign key, in the order of the columns that they refer to.
  let columns: [String]
  /// The columns that they refer to; nil for the destination's key.
  let referenced: [String]?
  let onDelete: String
  let isGuess: Bool
  /// Whether at most one row refers to each key, so that the inverse is to-one too.
  let isUnique: Bool
  /// The name of the relationship, once it has one.
  var name = ""

  /// The delete rule of the inverse relationship, from ON DELETE.
  var deleteRule: DeleteRule {
    switch onDelete.uppercased() {
    case "CASCADE": .cascade
    case "SET NULL": .nullify
    case "SET DEFAULT": .setDefault
    default: isGuess ? .noAction : .deny
    }
  }
}

/// A join table: its rows are pairs of keys, each pair at most once.
struct TablePair {
  let table: SchemaTable
  let keys: [SchemaForeignKey]
  /// Whether the table has no other useful columns: only two foreign keys, and perhaps a row number.
  let isOnlyPairs: Bool

  /// Nil for any other table.
  init?(_ table: SchemaTable) {
    guard table.kind == .table else { return nil }
    // The pair is the first two foreign keys that are unique together. Further foreign keys belong to the pair's other columns.
    let unique = ([table.keyColumns] + table.uniqueKeys).map { Set($0.map(\.foldedSQLName)) }
    let keys = unique.lazy.compactMap { Self.keys(of: table, that: $0) }.first
    guard let keys else { return nil }
    self.table = table
    self.keys = keys
    let columns = Set(keys.flatMap(\.columns).map(\.foldedSQLName))
    let alias = table.numberColumn?.foldedSQLName
    isOnlyPairs = table.columns.allSatisfy { columns.contains($0.name.foldedSQLName) || $0.name.foldedSQLName == alias }
  }

  /// The two foreign keys that together have exactly these columns; nil if there are none.
  private static func keys(of table: SchemaTable, that columns: Set<[UInt8]>) -> [SchemaForeignKey]? {
    let keys = table.foreignKeys.filter { columns.isSuperset(of: $0.columns.map(\.foldedSQLName)) }
    guard keys.count == 2, keys.reduce(0, { $0 + $1.columns.count }) == columns.count,
      Set(keys.flatMap(\.columns).map(\.foldedSQLName)) == columns
    else { return nil }
    return keys
  }
}
