import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSessions
import PredicateValues
import Testing

/// Files of spreadsheets and other programs can be imported: with other separators and encodings, repeated headings, and columns that the table computes.
@Suite("Importing files of other programs")
final class OtherFileTests {
  private let folder: URL
  private var told: [String] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let url = folder.appending(path: name)
    try Data(bytes).write(to: url)
    return url.path
  }

  private static func database(_ sql: String = "CREATE TABLE other (id INTEGER PRIMARY KEY)") throws
    -> PredicateDatabase
  {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: sql) }
    return try PredicateDatabase(name: "import", queue: queue)
  }

  /// Imports a file into an entity, and returns the rows of a statement.
  private func rows(
    _ path: String, into entity: String, in database: PredicateDatabase, _ statement: String
  ) throws -> [String] {
    told = []
    let run = ImportRun(
      database: database, skips: false, name: URL(fileURLWithPath: path).lastPathComponent,
      tell: { self.told.append($0) }, checkCancellation: {})
    let result = try run.run(path: path, into: entity)
    let whole = try result.newTable.map { try database.reloaded(withNew: $0) } ?? database
    return try AskedDatabase(whole).rows(statement)
  }

  private func issue(_ name: String, _ bytes: some Sequence<UInt8>) throws -> ImportIssue {
    let path = try file(name, bytes)
    let run = ImportRun(
      database: try Self.database(), skips: false, name: name, tell: { self.told.append($0) }, checkCancellation: {})
    return try #require(throws: ImportIssue.self) { try run.run(path: path, into: "City") }
  }

  @Test(
    "Semicolons and tabs separate cells if all records agree",
    arguments: [
      "\u{FEFF}Ort;Preis;Text\r\nKöln;1,50;\"a;b\"\r\nUlm;20;\r\n",
      "Ort\tPreis\tText\nKöln\t1,50\t\"a;b\"\nUlm\t20\t\n",
      "\n\"Ort\";\"Preis\";\"Text\"\n\nKöln;\"1,50\";\"a;b\"\n\nUlm;20;",
    ])
  func separators(text: String) throws {
    let path = try file("city.csv", text.utf8)
    let found = try rows(path, into: "City", in: try Self.database(), "City show ort, preis, text")
    #expect(found == ["Köln,1,50,a;b", "Ulm,20,"])
    #expect(told == ["City is made: Ort a string, Preis a string, Text a string"])
  }

  /// The records of an XML file are the most frequent elements of its root.
  @Test func otherElementsOfTheRoot() throws {
    let path = try file(
      "wiki.xml",
      """
      <wiki><about><name>W</name></about><page><title>Köln</title><id>1</id></page>
      <log/><page><title>Ulm</title><id>2</id></page></wiki>
      """.utf8)
    #expect(
      try rows(path, into: "Page", in: try Self.database(), "Page sort by id show id, title") == ["1,Köln", "2,Ulm"])
    #expect(
      told == [
        "the elements that are read as records are page; left out: 1 about, 1 log",
        "Page is made: title a string, id an integer",
      ])
    // Without a most frequent kind, all elements are records.
    let mixed = try file("mixed.xml", "<all><a><x>1</x></a><b><x>2</x></b></all>".utf8)
    #expect(try rows(mixed, into: "Mixed", in: try Self.database(), "Mixed sort by x show x") == ["1", "2"])
    #expect(told == ["Mixed is made: x an integer"])
  }

  /// A record without an id gets a number that no later record has.
  @Test(arguments: [nil, "CREATE TABLE thing (id INTEGER PRIMARY KEY, a INTEGER)"])
  func recordsWithoutKey(sql: String?) throws {
    let path = try file("y.ndjson", "{\"a\":1}\n{\"id\":1,\"a\":2}\n{\"id\":null,\"a\":3}\n{\"id\":7,\"a\":4}\n".utf8)
    let database = try sql.map { try Self.database($0) } ?? Self.database()
    #expect(
      try rows(path, into: "Thing", in: database, "Thing sort by id show id, a") == ["1,2", "7,4", "8,1", "9,3"])
  }

  /// The line of a record that waited for the end of the file is reported with the reason of the database.
  @Test func refusedRecordsWithoutKey() throws {
    let path = try file("y.ndjson", "{\"a\":1}\n{\"id\":1,\"a\":1}\n".utf8)
    let database = try Self.database("CREATE TABLE thing (id INTEGER PRIMARY KEY, a INTEGER UNIQUE)")
    #expect(throws: ImportIssue.self) { try rows(path, into: "Thing", in: database, "Thing") }
    #expect(told.contains { $0.hasPrefix("y.ndjson:1: ") }, "\(told)")
  }

  /// A date in the form that the column stores, as another program exports it.
  @Test(arguments: [
    (AttributeStorage.basicISO8601Number, "20240220", "20240502" as String?),
    (.basicISO8601Number, "20240220", "2024-05-02"), (.basicISO8601Number, "20240220", nil),
    (.secondsSince1970, "1700000000", "1700000001"), (.microsecondsSince1601, "13344523200000001", "13344523203333333"),
    // A day in a column of seconds, and a day with a time in a column of milliseconds.
    (.secondsSince1970, "1700000000", nil), (.millisecondsSince1970, "1700000000000", nil),
  ])
  func datesAsStored(storage: AttributeStorage, known: String, imported: String?) throws {
    let database = try Self.database(
      "CREATE TABLE pay (id INTEGER PRIMARY KEY, day INTEGER); INSERT INTO pay VALUES (1, \(known))"
    ).retyped("day", of: "Pay", to: .date, storedAs: storage)
    let misfit =
      switch storage {
      case .basicISO8601Number: "20241301"
      case .secondsSince1970: "20240502"
      default: "202405021030"
      }
    for (name, text) in [
      ("p.csv", "id,day\n2,\(imported ?? misfit)\n"),
      ("p.ndjson", "{\"id\":3,\"day\":\(imported.map { Int($0) == nil ? "\"\($0)\"" : $0 } ?? misfit)}\n"),
    ] {
      let path = try file(name, text.utf8)
      guard let imported else {
        #expect(throws: ImportIssue.self) { try rows(path, into: "Pay", in: database, "Pay") }
        #expect(told.contains { $0.contains("expected a date for “day”, found ") }, "\(told)")
        continue
      }
      _ = try rows(path, into: "Pay", in: database, "Pay")
      let last = "SELECT CAST(day AS TEXT) FROM pay ORDER BY id DESC"
      let stored = try database.reader.read { try String.fetchOne($0, sql: last) }
      #expect(stored == imported.filter { $0 != "-" })
    }
  }

  /// The dates that an export writes are stored as the numbers that they were.
  @Test func exportedMicrosecondsComeBack() throws {
    let numbers: [Int64] = (0..<60).map { 13_344_672_678_144_061 + $0 * 86_399_000_007 }
    let attribute = Attribute(name: "at", type: .date, storage: .microsecondsSince1601)
    let lines = numbers.enumerated().map { row, number in
      if case .date(let seconds) = attribute.value(of: .integer(number)) {
        "\(row + 1),\(ISODate.format(seconds))"
      } else {
        ""
      }
    }
    let database = try Self.database("CREATE TABLE visit (id INTEGER PRIMARY KEY, at INTEGER NOT NULL)")
      .retyped("at", of: "Visit", to: .date, storedAs: .microsecondsSince1601)
    let path = try file("v.csv", "id,at\n\(lines.joined(separator: "\n"))\n".utf8)
    _ = try rows(path, into: "Visit", in: database, "Visit")
    let stored = try database.reader.read { try Int64.fetchAll($0, sql: "SELECT at FROM visit ORDER BY id") }
    #expect(stored == numbers)
  }

  /// A comma is the separator if the heading contains one, or if the records disagree about the number of semicolons.
  @Test(arguments: [("a;b,c\n1;2,3\n", ["1;2,3"]), ("a;b\n1;2\n3\n", ["1;2", "3"])])
  func commas(text: String, expected: [String]) throws {
    let path = try file("city.csv", text.utf8)
    #expect(
      try rows(path, into: "City", in: try Self.database(), "City").map { String($0.drop { $0 != "," }.dropFirst()) }
        == expected)
  }

  @Test("A file that cannot be read names the first reason and the way out")
  func unreadable() throws {
    let ragged = try issue("de.csv", "a;b\n1,5;2\n3;4;5,5\n".utf8)
    #expect(ragged.code == "import-empty")
    #expect(ragged.message == "“de.csv” contains no record that can be read. In line 2, expected 1 cells, found 2")
    #expect(ragged.hint?.contains("semicolons or tabs") == true)
    let latin: [UInt8] = Array("name,n\nM".utf8) + [0xFC] + Array("ller,1\n".utf8)
    let wrong = try issue("latin.csv", latin)
    #expect(wrong.message.hasSuffix("In line 2, the column “name” must be in UTF-8, found other bytes"))
    #expect(
      wrong.hint
        == "if the encoding of the file is Latin-1, run iconv -f ISO-8859-1 -t UTF-8 FILE > NEWFILE to convert it")
    let heading = try issue("latin.csv", [UInt8](arrayLiteral: 0xD6) + Array("rt,n\nA,1\n".utf8))
    #expect(heading.message.hasSuffix("In line 1, the names of the columns must be in UTF-8, found other bytes"))
    let wide = try issue("w.csv", [0xFF, 0xFE] + "a,b\n1,2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(wide.message.hasSuffix("expected UTF-8, found UTF-16"))
    #expect(wide.hint == "to convert the file, run iconv -f UTF-16 -t UTF-8 FILE > NEWFILE")
  }

  /// The hint proposes `iconv` instead of `--skip`, because skipping would lose the records with letters outside of ASCII.
  @Test("A few bytes that are not UTF-8 give the hint on the encoding, too")
  func mixedEncoding() throws {
    let latin: [UInt8] = Array("name,n\nAnn,2\nM".utf8) + [0xFC] + Array("ller,1\n".utf8)
    let found = try issue("latin.csv", latin)
    #expect(found.code == "import-records" && found.hint?.contains("iconv -f ISO-8859-1") == true)
  }

  @Test("Columns of one name are kept, each by a name of its own")
  func repeatedNames() throws {
    let path = try file("people.csv", "name,name,,price,,name_2\nA,B,C,1,D,E\n".utf8)
    let found = try rows(path, into: "Person", in: try Self.database(), "Person")
    #expect(found == ["1,A,B,C,1,D,E"])
    #expect(
      told == [
        "Person is made: name a string, name_3 a string, column a string, price an integer, column_2 a string, name_2 a string"
      ])
    let known = try Self.database("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
    #expect(try rows(path, into: "Person", in: known, "Person") == ["1,A"])
    #expect(told.last == "not imported: name_3, column, price, column_2, name_2")
  }

  @Test("Values that the table computes are left out", arguments: ["csv", "ndjson"])
  func computedColumns(ending: String) throws {
    let database = try Self.database(
      """
      CREATE TABLE line (id INTEGER PRIMARY KEY, qty INTEGER, cents INTEGER,
        total INTEGER GENERATED ALWAYS AS (qty * cents) STORED, more INTEGER AS (qty + 1) VIRTUAL);
      """)
    let text =
      ending == "csv"
      ? "id,qty,cents,total,more\n4,2,150,300,3\n" : "{\"id\":4,\"qty\":2,\"cents\":150,\"total\":7,\"more\":3}\n"
    let path = try file("line.\(ending)", text.utf8)
    #expect(try rows(path, into: "Line", in: database, "Line") == ["4,2,150,300,3"])
    #expect(told.last == "the table computes: total, more")
  }

  @Test("A foreign key of text takes texts by the name of the relationship")
  func textKeys() throws {
    let database = try Self.database(
      """
      CREATE TABLE class (id TEXT PRIMARY KEY); INSERT INTO class VALUES ('8c');
      CREATE TABLE pupil (id INTEGER PRIMARY KEY, class TEXT REFERENCES class, name TEXT);
      """)
    let path = try file("pupil.csv", "class,name\n8c,Ann\n".utf8)
    #expect(try rows(path, into: "Pupil", in: database, "Pupil where class.id == \"8c\" show name") == ["Ann"])
  }
}
