import PredicateDatabases
import PredicateModel

/// SQLite's description of one table or view.
struct TableInfo {
  struct Column {
    let name: String
    /// The declared type; empty if there is none.
    let declaredType: String
    let isNotNull: Bool
    /// The position in the primary key, from 1; 0 if the column does not belong to it.
    let keyPosition: Int
    /// The collation; nil if it is unknown, as for a column of a view.
    let collation: String?
    /// Whether the table is one of Core Data's: `Z_PK`, `Z_ENT` and `Z_OPT` are its first columns.
    let isOfCoreData: Bool
    /// Whether the column is computed. Not even a STRICT table checks the type of a computed value, whether it is stored or not.
    let isGenerated: Bool
    /// The expression of the declared default; nil if there is none.
    var defaultExpression: String?
    /// The property name that the database itself gives to the column; nil if it gives none.
    var modelName: String?
    /// Whether the column does not become an attribute: Core Data keeps the row's key or entity in it (`Z_PK`, `Z_ENT`).
    var isHidden = false

    /// Whether a statement that uses the column may fail, because the connection lacks a function or a collation.
    var mayBeUnreadable: Bool {
      isGenerated || collation.map { !["BINARY", "NOCASE", "RTRIM"].contains($0.uppercased()) } ?? false
    }

    /// Whether texts compare by their bytes.
    var comparesBinary: Bool { textOrder == .scalars }

    /// BINARY compares the bytes of texts.
    var textOrder: Attribute.TextOrder {
      guard let collation else { return .unknown }
      return collation.uppercased() == "BINARY" ? .scalars : .collation(collation)
    }
  }

  let name: String
  /// The entity name that the database itself gives to the table; nil if it gives none.
  var modelName: String?
  /// The entities that share the table, if the database itself reports any; otherwise nil.
  var hierarchy: TableHierarchy?
  let kind: SchemaTable.Kind
  let hasRowNumbers: Bool
  let isStrict: Bool
  var columns: [Column]
  /// The primary key's columns in their order.
  let keyColumns: [String]
  var foreignKeys: [SchemaForeignKey]
  /// The lists of columns with unique values. They include the primary key if it has an index.
  let uniqueKeys: [[String]]
  /// The columns of all unique indexes except the primary key, also of indexes with other collations. Partial indexes are left out.
  let uniqueColumns: [String]
  /// Whether the primary key has a separate index. If so, it is not an alias of the row number.
  let hasKeyIndex: Bool
  /// Whether the primary key compares each column by the column's own collation, so that its index finds rows.
  let isKeyOrdinary: Bool
  /// What constraints prove about the columns.
  let checks: TableChecks
  /// Some values of the columns whose declared type leaves their storage open.
  var samples = ColumnSamples()

  /// How SQLite converts a value that is compared with a column of this table.
  func affinity(of column: Column) -> ColumnAffinity {
    ColumnAffinity(declaration: column.declaredType, isStrict: isStrict)
  }

  /// The names of the primary key's columns in their order.
  static func key(of columns: [Column]) -> [String] {
    columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name)
  }

  /// The column that is an alias of SQLite's row number; nil if there is none.
  var rowNumberAlias: String? {
    guard hasRowNumbers, !hasKeyIndex, keyColumns.count == 1,
      let column = columns.first(where: { $0.keyPosition > 0 }), column.declaredType.isSameSQLName(as: "INTEGER")
    else { return nil }
    return column.name
  }

  /// A name that the hidden row number can be selected with. No column has this name.
  var rowNumberName: String? {
    guard hasRowNumbers, kind != .view else { return nil }
    return Self.rowNumberName(besides: columns.map(\.name))
  }

  /// The first of SQLite's three names for the row number that no column has; nil if columns have all three names.
  static func rowNumberName(besides columns: [String]) -> String? {
    ["rowid", "_rowid_", "oid"].first { name in !columns.contains { $0.isSameSQLName(as: name) } }
  }

  func column(named name: String) -> Column? {
    columns.first { $0.name.isSameSQLName(as: name) }
  }
}

/// The part of the description that is the same in all databases.
extension TableInfo {
  /// The table as input for naming the model. Uses declarations, constraints and samples.
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
      storage: declared.storage, isTrusted: declared.isTrusted || isRowNumber, textOrder: column.textOrder,
      convertsNumericTexts: affinity.isNumeric
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
    // Only in a STRICT table is the key proven to be an integer.
    let isInteger =
      isStrict && keyColumns.count == 1
      && column(named: keyColumns[0]).map { DeclaredType($0, isStrict: true, proof: nil).type == .integer } == true
    return EntityKey(columns: keyColumns, referenceColumn: isInteger ? keyColumns[0] : nil)
  }
}
