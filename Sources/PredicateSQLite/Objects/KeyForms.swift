import GRDB
import PredicateModel

/// How the columns of keys compare: by which affinity and collation. Two columns may hold one key in two forms, `a` and `A`, `7` and `'7'`;
/// then it is SQLite that has to say which keys are one.
struct KeyForms {
  /// What SQLite makes of a value before it compares it.
  fileprivate enum Class {
    case number, text, none
  }

  fileprivate struct Form {
    let type: Class
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
          type: Self.type(of: column.declaredType, isStrict: table.isStrict),
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
      return own.type == key.type && (key.isBinary || key.type == .number)
    }
  }

  /// SQLite's rules of affinity.
  private static func type(of declaration: String, isStrict: Bool) -> Class {
    let word = declaration.uppercased()
    if word.contains("INT") { return .number }
    if word.contains("CHAR") || word.contains("CLOB") || word.contains("TEXT") { return .text }
    if word.contains("BLOB") || word.isEmpty || isStrict && word == "ANY" { return .none }
    return .number
  }
}

extension KeyForms.Form {
  /// A column that no table lists: the row's number.
  fileprivate static let rowNumber = Self(type: .number, isBinary: true)
}
