import PredicateModel
import PredicateSQL
import PredicateValues

/// SQLite, 3.35 or later, with the functions of ``SQLFunction`` registered.
package struct SQLiteDialect: SQLDialect {
  /// Whether the database stores text as UTF-8. In UTF-16, texts do not sort by their scalars.
  package let isUTF8: Bool
  package init(isUTF8: Bool = true) { self.isUTF8 = isUTF8 }

  package var name: String { "sqlite" }

  package func parameter(_ number: Int) -> String { "?\(number)" }

  package var sameOperator: String { "IS" }
  package var differentOperator: String { "IS NOT" }
  package var scalarOrder: String { "COLLATE BINARY" }
  package func truth(_ value: Bool) -> String { value ? "1" : "0" }

  /// `IS 1` and `IS NOT 1`. The words TRUE and FALSE are not used, because after `IS` SQLite reads TRUE as a column if a column has that name.
  package func truthTest(_ isTrue: Bool) -> String { isTrue ? "IS 1" : "IS NOT 1" }

  package var withoutIndexes: String { "NOT INDEXED" }

  package func typeName(of type: SQLType) -> String {
    switch type {
    case .boolean, .condition, .integer, .object: "INTEGER"
    case .double, .date: "REAL"
    case .number: "NUMERIC"
    case .string, .url, .decimal: "TEXT"
    case .data, .uuid, .stored, .any, .shape: "BLOB"
    }
  }

  /// Booleans as 0 and 1, dates as seconds since 2001, UUIDs as bytes, objects as their keys.
  package func binding(_ constant: QueryValue) -> QueryValue {
    switch constant {
    case .null, .integer, .double, .string, .data: constant
    case .boolean(let value): .integer(value ? 1 : 0)
    case .date(let seconds): .double(seconds)
    case .url(let text): .string(text)
    case .uuid(let value): .data(value.bytes)
    case .reference(let reference): .integer(reference.key)
    case .object(let object): object.reference.map { .integer($0.key) } ?? .null
    case .decimal(let decimal): decimal.wholeValue.map { .integer($0) } ?? .double(decimal.nearestDouble)
    case .array, .set, .dictionary: .null
    }
  }

  /// A constant as a literal. An infinite number is written as a number that is too large for a double.
  package func literal(_ constant: QueryValue) -> String {
    switch constant {
    case .integer(let value): String(value)
    case .double(let value): value.isFinite ? "\(value)" : value < 0 ? "-9e999" : "9e999"
    case .string(let text): quotedText(text)
    case .data(let bytes): "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
    default: "NULL"
    }
  }

  package var registration: String { "SQLiteFunctions.prepare" }

  package var boundListElements: (front: String, end: String) { ("SELECT value FROM json_each(", ")") }

  package var boundRowElements: (front: String, end: String)? { nil }

  /// A JSON array of integers and of strings without NUL, which JSON does not change; nil for any other constants.
  package func boundList(of constants: [QueryValue]) -> QueryValue? {
    JSONList.text(of: constants.lazy.map(binding)).map { .string($0) }
  }

  /// False for TRUE and FALSE: SQLite renames such a column of a subquery to `column1`.
  package func keepsName(ofColumn name: String) -> Bool {
    !name.isSameSQLName(as: "true") && !name.isSameSQLName(as: "false")
  }

  package var concatenationFunction: String? { nil }
  package var valuesRow: String { "" }
  package var valuesColumn: String { "column1" }
  /// BINARY compares bytes, which for UTF-8 is the order of the scalars.
  package var ordersStringsByScalars: Bool { isUTF8 }
  /// False, because a column may have another collation than BINARY: for NOCASE, `a` and `A` are equal.
  package var equatesTextsByScalars: Bool { false }
  package var divisionByZeroIsNull: Bool { true }
  /// 64 joined tables, some twenty nested statements, some thirty nested function calls, expressions 1,000 deep. The time for parameters grows with
  /// the square of their number.
  package var limits: SQLLimits {
    SQLLimits(
      joinedTables: 64, chainedConditions: 32, nestedStatements: 4, nestedValues: 12, arguments: 64,
      writtenConstants: 64,
      parameters: 1_000)
  }

  package var unindexed: String { "+" }
  /// Empty, because SQLite sorts NULL as the smallest value.
  package func nullOrder(isAscending: Bool) -> String { "" }
  package var unlimited: String { "-1" }
}

/// Constants as a JSON array.
enum JSONList {
  /// The array; nil if JSON would change a constant: a fraction, a string with a NUL, bytes.
  static func text(of constants: some Sequence<QueryValue>) -> String? {
    var text = "["
    for (position, constant) in constants.enumerated() {
      if position > 0 { text += "," }
      switch constant {
      case .integer(let value): text += String(value)
      case .double(let value):
        guard let whole = Int64(exactly: value), abs(value) < 0x1p53 else { return nil }
        text += String(whole)
      case .string(let value):
        guard append(value, to: &text) else { return nil }
      default: return nil
      }
    }
    return text + "]"
  }

  private static func append(_ value: String, to text: inout String) -> Bool {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\0": return false
      case "\"", "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20:
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    // Scalars are appended, because a combining mark and a quote may form one character.
    text.unicodeScalars.append("\"")
    return true
  }
}
