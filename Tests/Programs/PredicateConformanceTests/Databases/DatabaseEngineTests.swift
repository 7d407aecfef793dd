import Foundation
import GRDB
import PredicateConformance
import PredicateSQLite
import PredicateValues
import Testing

/// Through the line protocol, the memory engine and the database engine give the same answers for databases of all kinds.
@Suite("The engines of databases")
final class DatabaseEngineTests {
  private let folder: URL
  private let session = AdapterSession(engine: DatabaseEngine.sqlite)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "engine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var path: String { folder.appending(path: "some.sqlite").path }

  private func write(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The answer without its id, which must be the same for both engines.
  private func answer(_ entity: String, _ format: String, _ arguments: String = "[]", in fixture: String? = nil)
    -> String
  {
    let texts = ["memory", "sqlite"].map { engine in
      let line =
        #"{"op":"filter","fixture":"\#(fixture ?? path)","entity":"\#(entity)","format":"\#(format)","#
        + #""arguments":\#(arguments),"engine":"\#(engine)"}"#
      return (session.answer(to: Array(line.utf8)) ?? "").replacing(/,"notes":.*/, with: "}")
    }
    #expect(texts[0] == texts[1], "\(format)")
    return texts[1]
  }

  @Test("Rows are named by their keys, whatever these are; those of a view are counted")
  func names() throws {
    try write(
      """
      CREATE TABLE word (text TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID;
      INSERT INTO word VALUES ('b', 1), ('a', 2), ('c', NULL);
      CREATE TABLE place (x INTEGER, y TEXT, n INTEGER, PRIMARY KEY (x, y)) WITHOUT ROWID;
      INSERT INTO place VALUES (2, 'a', 1), (1, 'z', 1), (1, 'b', 1), (3, 'a', 0);
      CREATE TABLE pair (x INTEGER, y INTEGER, PRIMARY KEY (x, y)); INSERT INTO pair VALUES (9, 1), (1, 9);
      CREATE VIEW few AS SELECT n FROM word WHERE n > 0;
      """)
    #expect(answer("Word", "n != nil") == #"{"id":null,"ids":["a","b"]}"#)
    #expect(answer("Place", "n == 1") == #"{"id":null,"ids":[[1,"b"],[1,"z"],[2,"a"]]}"#)
    #expect(answer("Pair", "x > 0") == #"{"id":null,"ids":[1,2]}"#)
    #expect(answer("Few", "n > 1") == #"{"id":null,"count":1}"#)
    #expect(answer("Few", "SELF == SELF") == #"{"id":null,"count":2}"#)
    #expect(answer("Few", "({SELF, SELF})[0] == SELF").contains(#""kind":"unsupported","code":"sql-no-key""#))
  }

  @Test("A fault of a fixture is not an error of the predicate")
  func faults() throws {
    #expect(
      answer("Word", "n == 1")
        == #"{"id":null,"error":{"kind":"protocol","code":"file-missing","message":"there is no file “\#(path)”"}}"#)
    #expect(answer("Word", "n == 1", in: folder.path).contains(#""kind":"protocol","code":"is-directory""#))
    try Data("no database at all, but long enough to look at".utf8).write(to: URL(fileURLWithPath: path))
    #expect(answer("Word", "n == 1").contains(#""kind":"protocol","code":"not-a-database""#))
  }

  @Test("Rows, tables and whole files that are changed between two requests are seen")
  func changes() throws {
    try write("CREATE TABLE word (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO word VALUES (1, 1)")
    #expect(answer("Word", "n == 1") == #"{"id":null,"ids":[1]}"#)
    try write("INSERT INTO word VALUES (2, 1)")
    #expect(answer("Word", "n == 1") == #"{"id":null,"ids":[1,2]}"#)
    try write("ALTER TABLE word ADD COLUMN name TEXT DEFAULT 'x'")
    #expect(answer("Word", "name == 'x' AND n == 1") == #"{"id":null,"ids":[1,2]}"#)
    try FileManager.default.removeItem(atPath: path)
    try write("CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO thing VALUES (7, 7)")
    #expect(answer("Thing", "n == 7") == #"{"id":null,"ids":[7]}"#)
  }

  @Test("A path from an object in a list, and one that no row is")
  func objects() {
    let friend = #"[[{"$row":{"entity":"Friend","id":1}}]]"#
    #expect(!answer("Movie", "(%@)[0].friendName == lentToFriend.friendName", friend, in: "movies").contains("error"))
    let nobody = #"[[{"$row":{"entity":"Friend","id":999}}]]"#
    #expect(answer("Tag", "(%@)[0].friendName == nil AND name < 'd'", nobody, in: "movies").contains("[1,"))
  }

  @Test("The element at a place of rows whose key has several columns is that of the rows' order")
  func places() throws {
    try write(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY);
      CREATE TABLE line (item_id INTEGER REFERENCES item (id), no INTEGER, n INTEGER, PRIMARY KEY (item_id, no));
      INSERT INTO item VALUES (1), (2); INSERT INTO line VALUES (1, 9, 5), (1, 1, 6), (2, 2, 6), (2, 1, 5);
      """)
    #expect(answer("Item", "(lines)[0].n == 5") == #"{"id":null,"ids":[1]}"#)
    #expect(answer("Item", "(lines)[LAST].n == 5") == #"{"id":null,"ids":[2]}"#)
  }

  private static let lists: [(name: String, element: @Sendable (Int) -> String)] = [
    ("year", { "\($0)" }), ("rating", { "\(Double($0) / 10)" }), ("title", { $0 == 99 ? #""Alien""# : #""t\#($0)""# }),
  ]

  @Test("Long lists of every kind are lists like short ones", arguments: ["year", "rating", "title"])
  func lists(name: String) throws {
    let element = try #require(Self.lists.first { $0.name == name }).element
    let list = "[" + (0..<30_000).map(element).joined(separator: ",") + "]"
    let found = answer("Movie", "\(name) IN %@", "[\(list)]", in: "movies")
    #expect(!found.contains("error") && found != #"{"id":null,"ids":[]}"#, "\(found.prefix(200))")
    #expect(!answer("Movie", "NOT \(name) IN %@", "[\(list)]", in: "movies").contains("error"))
  }

  @Test("A long chain reads each object once")
  func chains() {
    let found = answer("Movie", #"ANY tags.movies.tags.movies.title == 'x'"#, in: "movies")
    #expect(found == #"{"id":null,"ids":[]}"#)
    let counts = answer(
      "Friend", #"SUBQUERY(lentMovies.tags.movies, $m, ANY $m.tags.movies.year == 1994).@count > 10"#, in: "movies")
    #expect(!counts.contains("error"), "\(counts)")
  }
}
