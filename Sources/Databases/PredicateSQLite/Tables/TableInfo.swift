import PredicateDatabases
import PredicateModel

/// SQLite's description of one table or view.
struct TableInfo {
  struct Column {
    let name: String
    /// The declared type; empty for a column without one.
    let declaredType: String
    let isNotNull: Bool
    /// The place in the primary key, from 1; 0 for a column outside of it.
    let keyPosition: Int
    /// Nil if it is unknown: a column of a view.
    let collation: String?
    /// Whether the table is one of Core Data's: `Z_PK`, `Z_ENT` and `Z_OPT` come first.
    let isOfCoreData: Bool
    /// Whether it is computed. Not even a STRICT table checks the type of a computed value, stored or not.
    let isGenerated: Bool
    /// The declared expression of the default; nil without one.
    var defaultExpression: String?
    /// The property name that the database itself gives the column; nil without one.
    var modelName: String?
    /// Whether the column is not an attribute, because the database keeps its own data in it.
    var isHidden = false

    /// Whether a statement that names the column may fail: for a function, or a collation, that the connection does not have.
    var mayBeUnreadable: Bool {
      isGenerated || collation.map { !["BINARY", "NOCASE", "RTRIM"].contains($0.uppercased()) } ?? false
    }

    /// Whether texts compare by their bytes.
    var comparesBinary: Bool { collation?.uppercased() == "BINARY" }
  }

  let name: String
  /// The entity name that the database itself gives the table; nil without one.
  var modelName: String?
  /// The entities that share the table according to the database itself; nil without them.
  var hierarchy: TableHierarchy?
  let kind: SchemaTable.Kind
  let hasRowNumbers: Bool
  let isStrict: Bool
  var columns: [Column]
  /// The primary key's columns in their order.
  let keyColumns: [String]
  var foreignKeys: [SchemaForeignKey]
  /// The lists of columns that no two rows share. They include the primary key if it has an index.
  let uniqueKeys: [[String]]
  /// The columns of all unique indexes without the primary key, also of those with other collations. Partial indexes are not read.
  let uniqueColumns: [String]
  /// Whether a separate index holds the primary key: then it is not the row number under another name.
  let hasKeyIndex: Bool
  /// Whether the primary key compares its columns by their own collations, so that rows are found by it.
  let isKeyOrdinary: Bool
  /// The proofs of constraints about the columns.
  let checks: TableChecks
  /// Some values of the columns whose declared type leaves their storage open.
  var samples = ColumnSamples()

  /// How SQLite converts a value that is compared with a column of this table.
  func affinity(of column: Column) -> ColumnAffinity {
    ColumnAffinity(declaration: column.declaredType, isStrict: isStrict)
  }

  /// The names of the columns of a primary key in their order.
  static func key(of columns: [Column]) -> [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
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

  /// The first of SQLite's three names for the row number that is not the name of a column; nil if columns have all three names.
  static func rowNumberName(besides columns: [String]) -> String? {
    ["rowid", "_rowid_", "oid"].first { name in !columns.contains { $0.isSameSQLName(as: name) } }
  }

  func column(named name: String) -> Column? {
    columns.first { $0.name.isSameSQLName(as: name) }
  }
}

/// The part of the description that is the same in all databases.
extension TableInfo {
  /// The table for the naming of the model. Reads declarations, constraints and samples.
  var schema: SchemaTable {
    SchemaTable(
      name: name, kind: kind, modelName: modelName, columns: columns.map { schema(of: $0) }, key: key,
      keyColumns: keyColumns, isKeyOrdinary: isKeyOrdinary, uniqueKeys: uniqueKeys, foreignKeys: foreignKeys,
      numberColumn: rowNumberAlias, hiddenNames: rowNumberAlias == nil ? rowNumberName.map { [$0] } ?? [] : [],
      hierarchy: hierarchy)
  }

  private func schema(of column: Column) -> SchemaColumn {
    let proof = checks.proof(of: column.name)
    let declared = DeclaredType(column, isStrict: isStrict, proof: proof, values: samples[column.name])
    let isRowNumber = rowNumberAlias?.isSameSQLName(as: column.name) == true
    let isKeyWithoutRowNumber = column.keyPosition > 0 && !hasRowNumbers && kind == .table
    let affinity = affinity(of: column)
    let attribute = Attribute(
      name: column.modelName ?? column.name, column: column.name, type: declared.type,
      isOptional: !(column.isNotNull || isRowNumber || isKeyWithoutRowNumber || proof?.excludesNull == true),
      storage: declared.storage, isTrusted: declared.isTrusted || isRowNumber, collation: column.collation,
      hasNumericAffinity: affinity.isNumeric
    ).written(like: samples[column.name], declared: DeclaredType.form(of: column, isStrict: isStrict))
    return SchemaColumn(
      attribute, isNotNull: column.isNotNull, valueClass: affinity.isNumeric ? "number" : "\(affinity)",
      comparesBytes: column.comparesBinary, note: declared.note,
      suggestion: DeclaredType.mayBeAnotherType(column, in: self)
        ? StorageEvidence.suggestedType(for: declared.type, named: column.name, samples[column.name]) : nil,
      isHidden: column.isHidden)
  }

  private var key: EntityKey {
    if let rowNumberAlias { return .integer(rowNumberAlias) }
    if let rowNumberName { return EntityKey(columns: isKeyOrdinary ? keyColumns : [], referenceColumn: rowNumberName) }
    // Only a STRICT table proves that its key is an integer.
    let isInteger =
      isStrict && keyColumns.count == 1
      && column(named: keyColumns[0]).map { DeclaredType($0, isStrict: true, proof: nil).type == .integer } == true
    return EntityKey(columns: keyColumns, referenceColumn: isInteger ? keyColumns[0] : nil)
  }
}
