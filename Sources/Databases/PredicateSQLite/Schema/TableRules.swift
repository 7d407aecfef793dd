import GRDB
import PredicateModel

/// What a table does with its rows by itself: columns that it computes, values that it gives where a new row has none, triggers.
package struct TableRules: Sendable {
  /// One column.
  package struct Column: Sendable {
    /// The name, verbatim.
    package let name: String
    /// Whether the table computes it, so that no statement can write it.
    package let isComputed: Bool
    /// The expression of its default, as the schema has it; nil for none.
    package let defaultExpression: String?
    /// The type of a CAST that turns a value into what the column makes of it; nil where it keeps every value as it is.
    package let castType: String?
  }

  /// The columns in their order.
  package let columns: [Column]
  /// Whether a statement that writes the table runs others.
  package let hasTriggers: Bool
  /// Whether the table has Core Data's layout: `Z_PK`, `Z_ENT` and `Z_OPT` come first.
  package let isOfCoreData: Bool

  /// The column of that name, as SQL compares names.
  package func column(named name: String) -> Column? { columns.first { $0.name.isSameSQLName(as: name) } }

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
        }, hasTriggers: triggered.contains(name),
        isOfCoreData: table.columns.first?.name.isSameSQLName(as: "Z_PK") == true
          && table.column(named: "Z_ENT") != nil && table.column(named: "Z_OPT") != nil)
    }
    return rules
  }
}

extension ColumnAffinity {
  /// The name of the affinity in a CAST; nil where values stay as they are.
  fileprivate var castType: String? {
    switch self {
    case .integer, .numeric: "NUMERIC"
    case .real: "REAL"
    case .text: "TEXT"
    case .none: nil
    }
  }
}
