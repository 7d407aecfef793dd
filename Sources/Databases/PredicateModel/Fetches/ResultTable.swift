import Foundation
import PredicateSyntax
import PredicateValues

/// The result of a fetch: named columns, and rows with a value for each.
///
/// ```swift
/// let table = try movies.fetch("group by genre show genre, count() as n")
/// table.columns  // ["genre", "n"]
/// table.rows[0]  // [.string("Drama"), .integer(2)]
/// ```
public struct ResultTable: Sendable {
  /// The names of the columns. For whole objects they are the key, the attributes and the to-one relationships.
  public let columns: [String]
  /// The rows, with one value per column. The value of a to-one relationship is a reference, or nil.
  public let rows: [[QueryValue]]

  /// A table.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns.
  ///   - rows: The rows, each with a value for each column.
  public init(columns: [String], rows: [[QueryValue]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The value of a row in a column: `try table[0, "title"].stringValue`. Throws an issue of kind `unknown-key` for an unknown column.
  public subscript(row: Int, column: String) -> QueryValue {
    get throws(PredicateIssue) { rows[row][try place(of: column)] }
  }

  /// The value of a row in a column; nil if the table does not have the column.
  package func value(_ row: Int, _ column: String) -> QueryValue? {
    knownPlace(of: column).map { rows[row][$0] }
  }

  /// The values of a column: `try table["title"]`. Throws an issue of kind `unknown-key` for an unknown column.
  public subscript(column: String) -> [QueryValue] {
    get throws(PredicateIssue) {
      let place = try place(of: column)
      return rows.map { $0[place] }
    }
  }

  private func knownPlace(of column: String) -> Int? { columns.firstIndex { $0.hasSameScalars(as: column) } }

  private func place(of column: String) throws(PredicateIssue) -> Int {
    if let place = knownPlace(of: column) { return place }
    throw .error(
      .unknownKey, nil, "the table has no column “\(column)”",
      hint: NearestSpelling.of(column, among: columns).map { "the nearest is “\($0)”" }, kind: .unknownKey)
  }
}

/// The rows as a collection, whose elements know the names of the columns: `for row in table { print(try row["title"], row[1]) }`.
extension ResultTable: RandomAccessCollection {
  /// A row of a table.
  public struct Row: Sendable {
    private let table: ResultTable
    private let position: Int

    fileprivate init(_ table: ResultTable, _ position: Int) {
      self.table = table
      self.position = position
    }

    /// The values, one for each column.
    public var values: [QueryValue] { table.rows[position] }

    /// The value in the column at a position: `row[0]`.
    public subscript(column: Int) -> QueryValue { table.rows[position][column] }

    /// The value in a column: `try row["title"].stringValue`. Throws an issue of kind `unknown-key` for an unknown column.
    public subscript(column: String) -> QueryValue {
      get throws(PredicateIssue) { try table[position, column] }
    }
  }

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { rows.count }

  /// The row at a position: `table[0]`.
  public subscript(position: Int) -> Row { Row(self, position) }

  /// The value of a table with one row and one column: `try movies.fetch("show average(rating)").singleValue?.doubleValue`. Nil for another table.
  public var singleValue: QueryValue? {
    rows.count == 1 && columns.count == 1 ? rows[0][0] : nil
  }
}

/// Unavailable forms, for which the compiler names the right form.
extension Array where Element == QueryValue {
  /// Unavailable: a row has no names.
  @available(
    *, unavailable,
    message: "write for row in table { try row[\"title\"] }, or call fetch(_:as:) to get rows of a Decodable type"
  )
  @_disfavoredOverload
  public subscript(column: String) -> QueryValue { .null }
}

extension ResultTable {
  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write decoded(as: Row.self), or fetch(_:as:) in place of fetch(_:)")
  public func decode<Decoded: Decodable>(_ type: Decoded.Type = Decoded.self) throws -> [Decoded] { [] }
}

/// The table as text: `print(table)`.
extension ResultTable: CustomStringConvertible {
  /// One line for the names and one for each row. The columns are aligned by display width.
  public var description: String {
    let lines = [columns] + rows.map { $0.map(\.shown) }
    var widths = columns.map { DisplayWidth.columns(of: $0) }
    for line in lines {
      for (place, cell) in line.enumerated() {
        widths[place] = Swift.max(widths[place], DisplayWidth.columns(of: cell))
      }
    }
    return lines.map { line in
      line.enumerated().map { place, cell in
        place == line.count - 1
          ? cell : cell + String(repeating: " ", count: widths[place] - DisplayWidth.columns(of: cell))
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

extension QueryValue {
  /// The value as it is displayed in a column of a type. A number is converted to the column's type if its value stays the same: 3 becomes 3.0 in a
  /// column of doubles, YES becomes 1 in a column of integers. TERNARY with an integer and a double gives such a column.
  package func shown(inColumnOf type: QueryType) -> QueryValue {
    switch (type, self) {
    case (.integer, .boolean(let value)): .integer(value ? 1 : 0)
    case (.double, .boolean(let value)): .double(value ? 1 : 0)
    case (.double, .integer(let value)): AttributeStorage.real.value(of: .integer(value), as: .double)
    case (.decimal, .boolean(let value)): .decimal(QueryDecimal(value ? 1 : 0))
    case (.decimal, .integer(let value)): .decimal(QueryDecimal(value))
    default: withoutNaN
    }
  }
}

/// Encodes the rows: each is an object with the names of the columns.
///
/// ```swift
/// let table = try movies.fetch("group by genre show genre, count() as n")
/// let json = try JSONEncoder().encode(table)  // [{"genre":"Drama","n":2}]
/// ```
///
/// Nil becomes null. A date is encoded as a `Date` and data as `Data`, so that the encoder's strategies apply. A UUID and a URL become texts. An
/// object becomes its key: one value, or an array for a key of several columns. If two columns have one name, the last is encoded.
extension ResultTable: Encodable {
  /// Writes an array with an object for each row.
  public func encode(to encoder: any Encoder) throws {
    let keys = columns.map(ColumnKey.init)
    var rows = encoder.unkeyedContainer()
    for row in self.rows {
      var object = rows.nestedContainer(keyedBy: ColumnKey.self)
      for (key, value) in zip(keys, row) { try object.encode(EncodedValue(value: value), forKey: key) }
    }
  }
}

extension ResultTable {
  /// The rows as values of a type, whose coding keys are names of columns: `try table.decoded(as: GenreCount.self)`. The rows of a table with one column
  /// can also be single values: `try table.decoded(as: String.self)`.
  ///
  /// - Throws: `DecodingError` for a column that is missing, and for a value of another type; the errors of ``encode(to:)``.
  public func decoded<Row: Decodable>(as type: Row.Type) throws -> [Row] {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return try decoder.decode([Row].self, from: encoder.encode(self))
    } catch let DecodingError.typeMismatch(_, context) where columns.count == 1 && context.codingPath.count == 1 {
      // A type without coding keys, such as `String`, cannot be read from an object.
      return try decoder.decode([Row].self, from: encoder.encode(rows.map { EncodedValue(value: $0[0]) }))
    }
  }
}

private struct ColumnKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct EncodedValue: Encodable {
  let value: QueryValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .decimal(let value):
      // A number that a `Decimal` of 38 digits cannot hold is written as text, so that no digit is lost.
      if let decimal = Decimal(string: value.description), QueryDecimal(decimal.description) == value {
        try container.encode(decimal)
      } else {
        try container.encode(value.description)
      }
    case .string(let value), .url(let value): try container.encode(value)
    case .date(let value): try container.encode(Date(timeIntervalSinceReferenceDate: value))
    case .data(let value): try container.encode(Data(value))
    case .uuid(let value): try container.encode(value.description)
    case .array(let elements), .set(let elements): try container.encode(elements.map(EncodedValue.init))
    case .dictionary(let dictionary):
      let pairs = zip(dictionary.keys, dictionary.values.map(EncodedValue.init))
      try container.encode(Dictionary(pairs, uniquingKeysWith: { $1 }))
    case .reference(let reference): try container.encode(reference.key)
    case .object(let object):
      guard let key = object.wholeKey else {
        throw EncodingError.invalidValue(
          object,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "an object without a primary key cannot be encoded"))
      }
      try container.encode(EncodedValue(value: key))
    }
  }
}
