import GRDB
import PredicateModel

/// How the columns of keys compare: by which affinity and collation. Two columns may hold one key in two forms, `a` and `A`, `7` and `'7'`;
/// then it is SQLite that has to say which keys are one.
struct KeyForms {
  fileprivate struct Form {
    let affinity: ColumnAffinity
    let isBinary: Bool
  }

  private var forms: [[UInt8]: [[UInt8]: Form]] = [:]

  /// Those of all tables and views.
  init(of database: Database) throws {
    var notes: [String] = []
    for table in try TableInfo.all(in: database, notes: &notes) {
      var columns: [[UInt8]: Form] = [:]
      for column in table.columns {
        columns[column.name.foldedSQLName] = Form(
          affinity: ColumnAffinity(declaration: column.declaredType, isStrict: table.isStrict),
          isBinary: column.collation?.uppercased() == "BINARY")
      }
      forms[table.name.foldedSQLName] = columns
    }
  }

  /// Whether values of some columns of a table are the key in some columns of another one exactly where they are the same values.
  func areAlike(_ columns: [String], of table: String, and others: [String], of other: String) -> Bool {
    zip(columns, others).allSatisfy { column, referenced in
      let own = forms[table.foldedSQLName]?[column.foldedSQLName] ?? .rowNumber
      let key = forms[other.foldedSQLName]?[referenced.foldedSQLName] ?? .rowNumber
      let areAlike =
        own.affinity.isNumeric ? key.affinity.isNumeric : own.affinity == key.affinity
      return areAlike && (key.isBinary || key.affinity.isNumeric)
    }
  }
}

extension KeyForms.Form {
  /// A column that no table lists: the row's number.
  fileprivate static let rowNumber = Self(affinity: .integer, isBinary: true)
}
