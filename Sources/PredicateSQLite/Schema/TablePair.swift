/// A table whose rows are pairs of keys, each pair once.
struct TablePair {
  let table: TableInfo
  /// The two foreign keys.
  let keys: [TableInfo.ForeignKey]
  /// Whether there is nothing else in it that anybody would ask for: two foreign keys, and a row number at most.
  let isOnlyPairs: Bool

  /// Nil for any other table.
  init?(_ table: TableInfo) {
    guard table.kind == .table else { return nil }
    // Further foreign keys belong to the pair's other columns.
    let unique = ([table.keyColumns] + table.uniqueKeys).map { Set($0.map(\.foldedSQLName)) }
    let keys = unique.lazy.compactMap { Self.keys(of: table, that: $0) }.first
    guard let keys else { return nil }
    self.table = table
    self.keys = keys
    let columns = Set(keys.flatMap(\.columns).map(\.foldedSQLName))
    let alias = table.rowNumberAlias?.foldedSQLName
    isOnlyPairs = table.columns.allSatisfy { columns.contains($0.name.foldedSQLName) || $0.name.foldedSQLName == alias }
  }

  /// The two foreign keys that make up exactly those columns.
  private static func keys(of table: TableInfo, that columns: Set<[UInt8]>) -> [TableInfo.ForeignKey]? {
    let keys = table.foreignKeys.filter { columns.isSuperset(of: $0.columns.map(\.foldedSQLName)) }
    guard keys.count == 2, keys.reduce(0, { $0 + $1.columns.count }) == columns.count,
      Set(keys.flatMap(\.columns).map(\.foldedSQLName)) == columns
    else { return nil }
    return keys
  }
}
