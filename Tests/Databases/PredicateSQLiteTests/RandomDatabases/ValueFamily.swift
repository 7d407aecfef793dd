import PredicateTestSupport

/// The kind of most values of a column, with the declared types for it and literals that fit it.
enum ValueFamily: CaseIterable {
  case integer, real, numeric, boolean, date, uuid, text, blob, none, unknown

  /// Declared types. A word that SQLite reads otherwise than people expect (`CHARINT`) belongs to the unknown types.
  var declaredTypes: [String] {
    switch self {
    case .integer: ["INTEGER", "INT", "BIGINT", "TINYINT", "UNSIGNED BIG INT"]
    case .real: ["REAL", "DOUBLE", "FLOAT", "DOUBLE PRECISION"]
    case .numeric: ["NUMERIC", "DECIMAL", "DECIMAL(10, 2)", "MONEY"]
    case .boolean: ["BOOLEAN", "BOOL", "BIT"]
    case .date: ["DATE", "DATETIME", "TIMESTAMP", "date", "TIMESTAMP WITH TIME ZONE"]
    case .uuid: ["UUID", "GUID", "UUID BLOB", "UNIQUEIDENTIFIER", "UUID TEXT"]
    case .text: ["TEXT", "VARCHAR(10)", "CLOB", "nvarchar(20)", "STRING"]
    case .blob: ["BLOB", "VARBINARY(8)", "BINARY(16)", "IMAGE"]
    case .none: [""]
    case .unknown: ["XYZ", "HSTORE", "\"point type\"", "CHARINT", "GEOMETRY(4326)", "ENUM"]
    }
  }

  /// The declared types of STRICT tables.
  var strictTypes: [String] {
    switch self {
    case .integer, .boolean: ["INT", "INTEGER"]
    case .real, .numeric: ["REAL"]
    case .text, .date: ["TEXT"]
    case .blob, .uuid: ["BLOB"]
    case .none, .unknown: ["ANY"]
    }
  }

  /// Literals of the column's own family.
  var common: [String] {
    switch self {
    case .integer: RandomValues.integers
    case .real: RandomValues.reals + ["1", "2", "3"]
    case .numeric: RandomValues.reals + RandomValues.integers
    case .boolean: ["0", "1", "0", "1", "'true'", "'false'"]
    case .date: RandomValues.dates.map(\.text.quotedText)
    case .uuid: RandomValues.uuids.map(\.quotedText)
    case .text: RandomValues.texts.map(\.quotedText)
    case .blob: RandomValues.blobs
    case .none, .unknown: RandomValues.integers + RandomValues.texts.prefix(8).map(\.quotedText)
    }
  }
}
