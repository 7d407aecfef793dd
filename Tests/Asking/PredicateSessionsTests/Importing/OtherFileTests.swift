import Foundation
import GRDB
import PredicateSQLite
import PredicateSessions
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
    #expect(ragged.message == "no record of “de.csv” can be read; line 2: expected 1 cells, found 2")
    #expect(ragged.hint?.contains("semicolons or tabs") == true)
    let latin: [UInt8] = Array("name,n\nM".utf8) + [0xFC] + Array("ller,1\n".utf8)
    let wrong = try issue("latin.csv", latin)
    #expect(wrong.message.hasSuffix("line 2: expected UTF-8 in column “name”, found other bytes"))
    #expect(wrong.hint == "iconv -f ISO-8859-1 -t UTF-8 FILE > NEWFILE converts it, if its encoding is Latin-1")
    let heading = try issue("latin.csv", [UInt8](arrayLiteral: 0xD6) + Array("rt,n\nA,1\n".utf8))
    #expect(heading.message.hasSuffix("line 1: expected UTF-8 in the heading, found other bytes"))
    let wide = try issue("w.csv", [0xFF, 0xFE] + "a,b\n1,2\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
    #expect(wide.message.hasSuffix("expected UTF-8, found UTF-16"))
    #expect(wide.hint == "iconv -f UTF-16 -t UTF-8 FILE > NEWFILE converts it")
  }

  /// The hint proposes `iconv` instead of `--skip`, because skipping would lose the records with letters outside of ASCII.
  @Test("A few bytes that are not UTF-8 give the hint on the encoding, too")
  func mixedEncoding() throws {
    let latin: [UInt8] = Array("name,n\nAnn,2\nM".utf8) + [0xFC] + Array("ller,1\n".utf8)
    let found = try issue("latin.csv", latin)
    #expect(found.code == "import-records" && found.hint?.hasPrefix("iconv -f ISO-8859-1") == true)
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
