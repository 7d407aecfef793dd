import PredicateDatabases
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Neutral data for any database: tables as a database describes them, and rows of values.
///
/// Keys are integers, texts, UUIDs, pairs of columns, or missing. Relationships refer to one row, to the only row, to many rows, by a join table, and
/// to their own table. Two of them refer from one table to the same other table. Every type of the language occurs, and each optional column contains
/// nil. There are values that databases treat differently: texts that differ only in case, accent or normal form, the order of surrogates, wildcards
/// and quotes, and the limits of integers and doubles.
package struct ContractFixture: Sendable {
  /// A table with its rows, ascending by key.
  package struct Table: Sendable {
    package let schema: SchemaTable
    package let rows: [[QueryValue]]
  }

  /// Which tables a fixture has.
  package enum Kind: String, Sendable {
    /// Tables with every type and every relationship, and many values.
    case whole
    /// Few tables whose schema lacks a fact that other tables have: a table of pairs without a key, and texts that compare without case.
    case facts
  }

  package let kind: Kind
  package let tables: [Table]
  /// The model that `SchemaModelBuilder` makes of the tables.
  package let model: DataModel

  package init(_ kind: Kind = .whole) {
    self.kind = kind
    tables = kind == .whole ? Self.made : Self.ofFacts
    var builder = SchemaModelBuilder(tables: tables.map(\.schema), notes: [], guessing: true)
    let built = builder.build()
    model = kind == .whole ? built : Self.withPairs(built)
  }

  // MARK: Tables

  private static let rowCount: Int64 = 40

  private static let made: [Table] = [
    table("country", [("code", .string, true), ("name", .string, true), ("area", .decimal, false)], key: ["code"]) {
      row in
      [.string(code(row)), texts[row], decimals[row]]
    },
    table(
      "person",
      [
        ("id", .integer, true), ("name", .string, true), ("nickname", .string, false), ("born", .date, false),
        ("height", .double, false), ("token", .uuid, false), ("home_page", .url, false), ("boss_id", .integer, false),
        ("country_code", .string, false),
      ], key: ["id"],
      foreign: [key(["boss_id"], "person", ["id"]), key(["country_code"], "country", ["code"])]
    ) { row in
      [
        .integer(row), texts[row * 3], some(row, 3) ?? texts[row], some(row, 7) ?? dates[row], doubles[row], uuids[row],
        some(row, 5) ?? .url("https://example.org/\(row)?q=%20"),
        some(row, 4) ?? .integer(row % 10 == 3 ? row : row * row % rowCount + 1),
        some(row, 6) ?? .string(code(row % 12 + 1)),
      ]
    },
    table(
      "passport", [("id", .integer, true), ("number", .string, true), ("person_id", .integer, true)], key: ["id"],
      unique: [["person_id"]], foreign: [key(["person_id"], "person", ["id"])], count: 30
    ) { row in [.integer(row), .string("P\(row * 7919 % 100)"), .integer(rowCount + 1 - row)] },
    table(
      "book",
      [
        ("id", .integer, true), ("title", .string, true), ("summary", .string, false), ("pages", .integer, false),
        ("price", .decimal, false), ("rating", .double, false), ("is_rare", .boolean, false),
        ("published", .date, false), ("cover", .data, false), ("author_id", .integer, true),
        ("editor_id", .integer, false),
      ], key: ["id"], foreign: [key(["author_id"], "person", ["id"]), key(["editor_id"], "person", ["id"])]
    ) { row in
      [
        .integer(row), texts[row], some(row, 4) ?? texts[row * 5], some(row, 6) ?? integers[row], decimals[row * 2],
        doubles[row * 3], some(row, 3) ?? .boolean(row % 2 == 0), dates[row * 5],
        some(row, 5) ?? .data((0..<(row % 4)).map { UInt8(truncatingIfNeeded: $0 * 85) }), .integer(row % 9 + 1),
        some(row, 4) ?? .integer(row % 11 + 1),
      ]
    },
    table(
      "chapter", [("book_id", .integer, true), ("number", .integer, true), ("heading", .string, false)],
      key: ["book_id", "number"], foreign: [key(["book_id"], "book", ["id"])]
    ) { row in [.integer((row + 1) / 2), .integer(row % 2 == 0 ? 2 : 1), some(row, 5) ?? texts[row * 2]] },
    table(
      "shelf", [("token", .uuid, true), ("label", .string, true), ("parent_token", .uuid, false)], key: ["token"],
      foreign: [key(["parent_token"], "shelf", ["token"])], count: 12
    ) { row in [shelf(row), texts[row * 3], some(row, 4) ?? shelf(row % 5 + 1)] },
    table(
      "note",
      [
        ("id", .integer, true), ("text", .string, false), ("shelf_token", .uuid, false),
        ("chapter_book", .integer, false), ("chapter_number", .integer, false),
      ], key: ["id"],
      foreign: [
        key(["shelf_token"], "shelf", ["token"]),
        key(["chapter_book", "chapter_number"], "chapter", ["book_id", "number"]),
      ]
    ) { row in
      [
        .integer(row), some(row, 6) ?? texts[row * 2], some(row, 5) ?? shelf(row % 7 + 1),
        some(row, 7) ?? .integer(row % 10 + 1), some(row, 8) ?? .integer(row % 2 + 1),
      ]
    },
    table("tag", [("id", .integer, true), ("name", .string, true)], key: ["id"], count: 8) { row in
      [.integer(row), .string(["classic", "Classic", "crime", "cafe", "café", "SF", "100%", "a_b"][Int(row) - 1])]
    },
    table(
      "book_tag", [("book_id", .integer, true), ("tag_id", .integer, true)], key: ["book_id", "tag_id"],
      foreign: [key(["book_id"], "book", ["id"]), key(["tag_id"], "tag", ["id"])]
    ) { row in [.integer((row + 2) / 2), .integer(row % 2 == 0 ? row % 4 + 1 : row % 3 + 6)] },
    table(
      "select \"of\" a b",
      [
        ("group", .integer, true), ("order by", .string, false), ("\"quoted\"", .integer, false),
        ("caf\u{E9}", .integer, false),
        ("cafe\u{301}", .integer, false), (String(repeating: "x", count: 63), .integer, false),
      ], key: ["group"]
    ) { row in
      [
        .integer(row), texts[row], .integer(row % 5), .integer(row % 3), some(row, 3) ?? .integer(row % 2),
        .integer(row),
      ]
    },
  ]

  // MARK: Values

  /// A list of values that is repeated for as many rows as there are.
  private struct Values {
    let values: [QueryValue]
    subscript(row: Int64) -> QueryValue { values[Int(row % Int64(values.count))] }
  }

  /// The value for a column that is nil in some rows: `.null` if the row's number is a multiple of `period`, and nil, for no decision, in all other rows.
  private static func some(_ row: Int64, _ period: Int64) -> QueryValue? { row % period == 0 ? .null : nil }

  private static func shelf(_ row: Int64) -> QueryValue { .uuid(QueryUUID(high: UInt64(row) << 56 | 0x5, low: 7)) }

  private static func code(_ row: Int64) -> String { row < 10 ? "A0\(row)" : "b\(row)" }

  private static let texts = Values(
    values: [
      "Emma", "emma", "EMMA", "Émile", "E\u{301}mile", "Emile", "", " ", "100%", "a_b", "it's", "\"quoted\"",
      "back\\slash",
      "Straße", "STRASSE", "ﬀ", "ff", "\u{FFFD}", "𐍈", "～", "İstanbul", "ı", "👩‍👩‍👧", "line\nbreak", "The end", "the end",
      "10", "9", "z", "Z", "*?", "[a-z]+",
    ].map { .string($0) })
  private static let integers = Values(
    values: [
      0, 1, -1, 7, 10, 99, 100, 300, 1815, 9_007_199_254_740_991, 9_007_199_254_740_993, .max, .min + 1,
    ].map { .integer($0) })
  private static let doubles = Values(
    values: [
      0, 0.1, 0.2, 0.30000000000000004, 1.5, -1.5, 1e308, -1e308, .leastNonzeroMagnitude, .infinity, -.infinity, 7,
      9_007_199_254_740_992,
    ].map { .double($0) } + [.null])
  private static let decimals = Values(
    values: ["0", "0.1", "0.10", "12.50", "-3", "99999999999999999999.5", "0.0000000001", "7"].map {
      QueryDecimal($0).map { .decimal($0) } ?? .null
    } + [.null])
  /// Midnight, the seconds around it, leap days, a day before 1970.
  private static let dates = Values(
    values: [
      0, -1, 1, 86_399, 86_400, 478_224_000, 478_310_399, 725_846_400, 725_846_399.5, -1_000_000_000, 631_152_000,
    ].map { .date($0) } + [.null])
  private static let uuids = Values(
    values: (1...9).map { .uuid(QueryUUID(high: $0 << 60 | 0xAB, low: $0)) } + [.null])
}

/// Makes a table. Each column has a name, a type, and whether NULL is excluded. The columns `loose` compare texts without case. They are trusted, so that
/// SQL compares the columns themselves.
func table(
  _ name: String, _ columns: [(String, QueryType, Bool)], key: [String], unique: [[String]] = [],
  foreign: [SchemaForeignKey] = [], loose: Set<String> = [], count: Int64 = 40, rows: (Int64) -> [QueryValue]
) -> ContractFixture.Table {
  let isInteger = key.count == 1 && columns.first { $0.0 == key[0] }?.1 == .integer
  let schema = SchemaTable(
    name: name, kind: .table, modelName: nil,
    columns: columns.map { name, type, isNotNull in
      SchemaColumn(
        Attribute(
          name: name, column: name, type: type, isOptional: !isNotNull, isTrusted: loose.contains(name),
          textOrder: loose.contains(name) ? .unknown : .scalars), isNotNull: isNotNull, valueClass: "\(type)",
        comparesBytes: !loose.contains(name), note: nil, suggestion: nil)
    }, key: EntityKey(columns: key, referenceColumn: isInteger ? key[0] : nil), keyColumns: key, isKeyOrdinary: true,
    uniqueKeys: unique, foreignKeys: foreign, numberColumn: nil, hiddenNames: [], hierarchy: nil)
  let rows = (1...count).map(rows)
  return ContractFixture.Table(schema: schema, rows: rows)
}

func key(_ columns: [String], _ table: String, _ referenced: [String]) -> SchemaForeignKey {
  SchemaForeignKey(columns, to: table, referenced, onDelete: "")
}
