import GRDB
import PredicateDatabases

extension TableRules {
  /// The rules of tables, by their folded names.
  static func all(of tables: [TableInfo], in database: Database) throws -> [[UInt8]: TableRules] {
    var triggered: Set<[UInt8]> = []
    var deleting: [[UInt8]: [String]] = [:]
    for schema in try SchemaReader.schemas(of: database) {
      try RawStatement(
        database, "SELECT tbl_name, name, sql FROM \(schema.quotedIdentifier).sqlite_schema WHERE type = 'trigger'"
      ).read { row in
        let table = row.text(at: 0).foldedSQLName
        triggered.insert(table)
        if runsOnDeletion(row.text(at: 2)) { deleting[table, default: []].append(row.text(at: 1)) }
      }
    }
    let keys = Dictionary(grouping: tables.flatMap(\.foreignKeys)) { $0.table.foldedSQLName }
    var rules: [[UInt8]: TableRules] = [:]
    for table in tables where table.kind != .view {
      let name = table.name.foldedSQLName
      rules[name] = TableRules(
        columns: table.columns.map { column in
          Column(
            name: column.name, isComputed: column.isGenerated, defaultExpression: column.defaultExpression,
            castType: table.affinity(of: column).castType)
        }, uniqueColumns: table.keyColumns + table.uniqueColumns,
        referredColumns: (keys[name] ?? []).flatMap { $0.referenced.isEmpty ? table.keyColumns : $0.referenced },
        foreignKeys: table.foreignKeys.filter { !$0.isGuess }, hasTriggers: triggered.contains(name),
        deletionTriggers: deleting[name] ?? [],
        isOfCoreData: table.columns.first?.name.isSameSQLName(as: "Z_PK") == true
          && table.column(named: "Z_ENT") != nil && table.column(named: "Z_OPT") != nil)
    }
    return rules
  }

  /// Whether a trigger runs on DELETE, which is the word before ON and the table in its text: `CREATE TRIGGER t AFTER DELETE ON movie …`.
  private static func runsOnDeletion(_ sql: String) -> Bool {
    let tokens = SQLTokens.tokens(of: sql)
    return tokens.firstIndex { $0.isWord("ON") }.map { $0 > 0 && tokens[$0 - 1].isWord("DELETE") } ?? false
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
