import GRDB
import PredicateDatabases

extension TableRules {
  /// The rules of tables by their folded names.
  static func all(of tables: [TableInfo], in database: Database) throws -> [[UInt8]: TableRules] {
    var triggered: Set<[UInt8]> = []
    for schema in try SchemaReader.schemas(of: database) {
      try RawStatement(
        database, "SELECT DISTINCT tbl_name FROM \(schema.quotedIdentifier).sqlite_schema WHERE type = 'trigger'"
      ).read { triggered.insert($0.text(at: 0).foldedSQLName) }
    }
    var rules: [[UInt8]: TableRules] = [:]
    for table in tables where table.kind != .view {
      let name = table.name.foldedSQLName
      rules[name] = TableRules(
        columns: table.columns.map { column in
          Column(
            name: column.name, isComputed: column.isGenerated, defaultExpression: column.defaultExpression,
            castType: table.affinity(of: column).castType)
        }, uniqueColumns: table.keyColumns + table.uniqueColumns, hasTriggers: triggered.contains(name),
        isOfCoreData: table.columns.first?.name.isSameSQLName(as: "Z_PK") == true
          && table.column(named: "Z_ENT") != nil && table.column(named: "Z_OPT") != nil)
    }
    return rules
  }
}

extension ColumnAffinity {
  /// The name of the affinity in a CAST; nil if values are not converted.
  fileprivate var castType: String? {
    switch self {
    case .integer, .numeric: "NUMERIC"
    case .real: "REAL"
    case .text: "TEXT"
    case .none: nil
    }
  }
}
