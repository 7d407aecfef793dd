import GRDB
import GRDBSQLite

/// What SQLite says of one table or view.
struct TableInfo {
  /// What kind of thing bears the name.
  enum Kind: String {
    case table, view, virtual
  }

  /// One column.
  struct Column {
    let name: String
    /// As it was declared; empty where it was not.
    let declaredType: String
    let isNotNull: Bool
    /// The place in the primary key, from 1; 0 for a column outside of it.
    let keyPosition: Int
    /// Nil where it cannot be told: a column of a view.
    let collation: String?
    /// Whether the table is one of Core Data's: `Z_PK`, `Z_ENT` and `Z_OPT` come first.
    let isOfCoreData: Bool
    /// Whether it is computed. Not even a STRICT table checks the type of what comes out, stored or not.
    let isGenerated: Bool
    /// The expression of the default, as it was declared; nil for none.
    var defaultExpression: String?
    /// What the database itself says that the column's property is called; nil for nothing.
    var modelName: String?
    /// Whether it is no attribute: the database keeps something of its own in it.
    var isHidden = false

    /// Whether a statement that names the column may fail: for a function, or a collation, that the connection does not have.
    var mayBeUnreadable: Bool {
      isGenerated || collation.map { !["BINARY", "NOCASE", "RTRIM"].contains($0.uppercased()) } ?? false
    }

    /// What names are made of.
    var spokenName: String { modelName ?? name }

    /// Whether texts compare by their bytes.
    var comparesBinary: Bool { collation?.uppercased() == "BINARY" }
  }

  /// One foreign key.
  struct ForeignKey {
    let columns: [String]
    let table: String
    /// Empty where the declaration leaves them out: then the other table's primary key is meant.
    let referenced: [String]
    /// As SQLite prints it: `CASCADE`, `SET NULL`, `NO ACTION` ….
    let onDelete: String
    /// Whether nothing declares it.
    var isGuess = false
    /// What the database itself says that the relationship by this key is called, of a table of pairs; nil for nothing.
    var relationship: String?
  }

  let name: String
  /// What the database itself says that the table's entity is called; nil for nothing.
  var modelName: String?
  /// What the database itself says of entities that share the table; nil for nothing.
  var hierarchy: TableHierarchy?
  let kind: Kind
  let hasRowNumbers: Bool
  let isStrict: Bool
  var columns: [Column]
  /// The primary key's columns in their order.
  let keyColumns: [String]
  var foreignKeys: [ForeignKey]
  /// The lists of columns that no two rows share, the primary key included where it has an index.
  let uniqueKeys: [[String]]
  /// Whether an index of its own holds the primary key: then it is not the row number under another name.
  let hasKeyIndex: Bool
  /// Whether the primary key compares its columns by their own collations, so that rows are found by it.
  let isKeyOrdinary: Bool
  /// What constraints prove of the columns.
  let checks: TableChecks
  /// Some values of the columns whose declared type does not say how they are stored.
  var samples = ColumnSamples()

  /// What SQLite makes of a value beside a column of this table.
  func affinity(of column: Column) -> ColumnAffinity {
    ColumnAffinity(declaration: column.declaredType, isStrict: isStrict)
  }

  /// Adds a foreign key that nothing declares, and tells it.
  mutating func addGuessedKey(in column: String, to target: TableInfo, _ notes: inout [String]) {
    foreignKeys.append(
      ForeignKey(columns: [column], table: target.name, referenced: target.keyColumns, onDelete: "", isGuess: true))
    notes.append("\(name).\(column) is taken for a key of \(target.name), which nothing declares")
  }

  /// The names of the columns of a primary key in their order.
  static func key(of columns: [Column]) -> [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// Whether a column alone is the primary key.
  func isWholeKey(_ column: String) -> Bool {
    let key = keyColumns
    return key.count == 1 && key[0].isSameSQLName(as: column)
  }

  /// Whether no two rows can have the same values in these columns, NULL apart.
  func isUnique(_ columns: [String]) -> Bool {
    let names = Set(columns.map(\.foldedSQLName))
    return ((isKeyOrdinary ? [keyColumns] : []) + uniqueKeys).contains { key in
      !key.isEmpty && names.isSuperset(of: key.map(\.foldedSQLName))
    }
  }

  /// The column that is SQLite's row number under another name.
  var rowNumberAlias: String? {
    guard hasRowNumbers, !hasKeyIndex, keyColumns.count == 1,
      let column = columns.first(where: { $0.keyPosition > 0 }), column.declaredType.isSameSQLName(as: "INTEGER")
    else { return nil }
    return column.name
  }

  /// The name under which the hidden row number can be selected: one that no column hides.
  var rowNumberName: String? {
    guard hasRowNumbers, kind != .view else { return nil }
    return Self.rowNumberName(besides: columns.map(\.name))
  }

  /// The first of SQLite's three names for the row number that none of the columns has; nil where they have all three.
  static func rowNumberName(besides columns: [String]) -> String? {
    ["rowid", "_rowid_", "oid"].first { name in !columns.contains { $0.isSameSQLName(as: name) } }
  }

  /// The column of that name, as SQL compares names.
  func column(named name: String) -> Column? {
    columns.first { $0.name.isSameSQLName(as: name) }
  }
}
