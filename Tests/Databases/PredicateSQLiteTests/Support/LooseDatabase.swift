import Foundation
import GRDB
import PredicateDatabaseSuite
import PredicateModel
import PredicateSQLite

/// A database with the irregularities of real ones: columns with values of other types, foreign keys that refer to no row, collations, dates in every
/// form, texts with a NUL.
enum LooseDatabase {
  static let model = DataModel(entities: [
    Entity(
      name: "Item", table: "the items",
      attributes: [
        Attribute(name: "amount", type: .integer),
        Attribute(name: "price", type: .double),
        Attribute(name: "flag", type: .boolean),
        Attribute(name: "label", type: .string, textOrder: .collation("NOCASE")),
        Attribute(name: "note", column: "no\"te", type: .string, isOptional: true, textOrder: .unknown),
        Attribute(name: "sure", type: .string, isTrusted: true, textOrder: .collation("NOCASE")),
        Attribute(name: "cost", type: .decimal, isOptional: true),
        Attribute(name: "anything", type: .any, isOptional: true, textOrder: .unknown),
        Attribute(name: "unix", type: .date, storage: .secondsSince1970),
        Attribute(name: "millis", type: .date, storage: .millisecondsSince1970),
        Attribute(name: "iso", type: .date, isOptional: true, storage: .iso8601Text),
        Attribute(name: "micros", type: .date, isOptional: true, storage: .microsecondsSince1970),
        Attribute(name: "windows", type: .date, isOptional: true, storage: .microsecondsSince1601),
        Attribute(name: "compact", type: .date, isOptional: true, storage: .basicISO8601Text),
        Attribute(name: "said", type: .boolean, isOptional: true, storage: .booleanWords),
        Attribute(name: "digits", type: .integer, isOptional: true, storage: .integerText),
        Attribute(name: "reals", type: .double, isOptional: true, storage: .realText),
      ],
      relationships: [
        Relationship(
          name: "parent", destination: "Item", inverse: "children", cardinality: .toOne,
          storage: .foreignKey("parent_id")),
        Relationship(
          name: "children", destination: "Item", inverse: "parent", cardinality: .toMany,
          storage: .foreignKeyOfDestination("parent_id")),
        Relationship(
          name: "group", destination: "Group", inverse: "items", cardinality: .toOne, storage: .foreignKey("order")),
        Relationship(
          name: "marks", destination: "Group", inverse: "marked", cardinality: .toMany,
          storage: .joinTable("item marks", from: "item", to: "group")),
      ]),
    Entity(
      name: "Group", table: "group", attributes: [Attribute(name: "title", type: .string, isOptional: true)],
      relationships: [
        Relationship(
          name: "items", destination: "Item", inverse: "group", cardinality: .toMany,
          storage: .foreignKeyOfDestination("order")),
        Relationship(
          name: "marked", destination: "Item", inverse: "marks", cardinality: .toMany,
          storage: .joinTable("item marks", from: "group", to: "item")),
      ]),
  ])

  static let shapes: [String: AgreementGenerator.Shape] = [
    "Item": AgreementGenerator.Shape(
      strings: ["label", "note", "sure"], numbers: ["amount", "price", "flag", "cost", "said", "digits", "reals"],
      dates: ["unix", "millis", "iso", "micros", "windows", "compact"],
      toOne: [("parent", "Item"), ("group", "Group")], toMany: [("children", "Item"), ("marks", "Group")]),
    "Group": AgreementGenerator.Shape(
      strings: ["title"], numbers: [], dates: [], toOne: [], toMany: [("items", "Item"), ("marked", "Item")]),
  ]

  private static let schema = """
    CREATE TABLE "group" (id INTEGER PRIMARY KEY, title);
    CREATE TABLE "the items" (
      id INTEGER PRIMARY KEY, amount INTEGER, price DECIMAL(8, 2), flag BOOLEAN, label TEXT COLLATE NOCASE, "no""te" STRING,
      sure TEXT COLLATE NOCASE NOT NULL CHECK (typeof(sure) = 'text'),
      cost TEXT, anything, unix, millis INTEGER, iso TEXT, micros INTEGER, windows, compact TEXT,
      said TEXT, digits TEXT, reals, parent_id INTEGER, "order" INTEGER);
    CREATE TABLE "item marks" (item INTEGER, "group" INTEGER);
    """

  /// The values that each column may hold. The rows take them in turn, and the lists have different lengths, so that the combinations vary.
  private static let values: [String: [String]] = [
    "amount": ["1", "2", "7.5", "'abc'", "NULL", "-3", "x'00'", "9223372036854775807", "0", "'12'", "1990"],
    "price": ["7", "7.5", "NULL", "'free'", "0.1", "-2", "1e3", "8"],
    "flag": ["0", "1", "NULL", "2", "'yes'", "1"],
    "label": [
      "'The a'", "'the A'", "'É'", "'e' || char(769)", "'a' || char(0) || 'b'", "''", "NULL", "x'6161'", "'Drama'",
      "42",
    ],
    "\"no\"\"te\"": ["'a'", "'12'", "12", "NULL", "'Strasse'", "'straße'", "''", "1.5", "'o' || char(0)"],
    "sure": ["'a'", "'A'", "'the End'", "'The end'", "'É'", "'é'", "'zebra'", "'\u{FFFD}'", "'😀'"],
    "cost": ["'7.10'", "'0.1'", "NULL", "'abc'", "'1e3'", "7", "'12345678901234567890.5'", "'-2'", "''"],
    "anything": ["5", "'5'", "NULL", "x'35'", "5.0", "'Drama'", "1994", "'drama'"],
    "unix": ["0", "978307200", "1583020800.5", "NULL", "'2020-03-01'", "1678307200"],
    "millis": ["0", "978307200000", "1583020800123", "NULL", "'x'"],
    "iso": ["'2020-03-01'", "'2020-03-01 00:00:00'", "'2001-01-01T00:00:00Z'", "NULL", "'yesterday'", "5"],
    "micros": ["0", "978307200000000", "1583020800123456", "NULL", "'x'", "1.5e15"],
    "windows": ["12622780800000000", "0", "NULL", "'13227494400000000'", "13227494400000000"],
    "compact": ["'20200301'", "'20200301T000000Z'", "'20010101'", "NULL", "'2020-03-01'", "20200301", "'20200230'"],
    "said": ["'1'", "'0'", "'y'", "'N'", "NULL", "'maybe'", "1", "'TRUE'"],
    "digits": ["'1990'", "'2'", "'-3'", "NULL", "'7.5'", "'x'", "7", "''", "'99999999999999999999'"],
    "reals": ["'7.5'", "'-1e3'", "NULL", "'nan'", "7.5", "8", "'.1'", "x'31'"],
    "parent_id": ["NULL", "1", "2", "77", "3", "1", "5"],
    "\"order\"": ["1", "2", "99", "NULL", "3"],
  ]

  /// Makes the database in a separate file and opens it.
  static func open(encoding: String = "UTF-8", rows: Int = 32) throws -> PredicateDatabase {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("loose-\(UUID().uuidString).sqlite").path
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    // The connection keeps the file as long as it needs it.
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA encoding = '\(encoding)'") }
      try queue.write { database in
        try database.execute(sql: schema)
        try database.execute(sql: "INSERT INTO \"group\" VALUES (1, 'classic'), (2, NULL), (3, 5), (4, 'The end')")
        let columns = values.keys.sorted()
        for row in 0..<rows {
          let items = columns.map { column in values[column].map { $0[row % $0.count] } ?? "NULL" }
          try database.execute(
            sql:
              "INSERT INTO \"the items\" (\(columns.joined(separator: ", "))) VALUES (\(items.joined(separator: ", ")))"
          )
        }
        try database.execute(
          sql: "INSERT INTO \"item marks\" VALUES (1, 1), (1, 2), (2, 1), (3, 88), (77, 1), (4, 4), (5, NULL), (9, 3)")
      }
      try queue.close()
    }
    return try PredicateDatabase.open(path: path, model: model, configuration: configuration)
  }
}
