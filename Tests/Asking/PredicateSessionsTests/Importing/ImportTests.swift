import Foundation
import GRDB
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateSessions
import Testing

/// Files of records into a database.
@Suite("Importing")
final class ImportTests {
  private let folder: URL
  private var database: PredicateDatabase
  /// The messages of the last import.
  private var told: [String] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    database = try PredicateDatabase.demo()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func database(_ sql: String) throws -> PredicateDatabase {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: sql) }
    return try PredicateDatabase(name: "import", queue: queue)
  }

  /// Imports a file. If it creates a table, the next statements can use it.
  @discardableResult
  private func imported(
    _ path: String, into entity: String, skips: Bool = false, checkCancellation: @escaping () throws -> Void = {}
  ) throws -> ImportResult {
    told = []
    let run = ImportRun(
      database: database, skips: skips, name: URL(fileURLWithPath: path).lastPathComponent,
      tell: { self.told.append($0) }, checkCancellation: checkCancellation)
    let result = try run.run(path: path, into: entity)
    if let table = result.newTable { database = try database.reloaded(withNew: table) }
    return result
  }

  @Test("Columns match by name, without regard to case as a last resort, and are stored in the entity's types")
  func existingEntity() throws {
    let path = try file(
      "films.csv",
      "Title,YEAR,rating,genre,lent,lentOn,lentToFriend,comment\r\nÉté,1979,8.5,Drama,yes,2024-05-01,3,x\r\n"
        + "\"Alien, again\",1979,,Horror,FALSE,,,\r\n")
    let result = try imported(path, into: "movie")
    #expect(result.written == 2 && result.refused == 0 && result.newTable == nil)
    #expect(
      told == [
        "Movie: Title → title, YEAR → year, rating a number, genre a string, lent a boolean, lentOn a date, lentToFriend a key",
        "not imported: comment",
      ])
    let asked = try AskedDatabase(database)
    let lent = "Movie where lentOn == \"2024-05-01\" AND lent == YES AND lentToFriend != nil show title, rating"
    #expect(try asked.rows(lent) == ["Été,8.5"])
    #expect(try asked.count("Movie where title ENDSWITH \"again\" AND rating == nil") == 1)
  }

  @Test("A record that does not fit reverts the import; with --skip only the record is left out")
  func badRecords() throws {
    let path = try file(
      "films.csv",
      "title,year,genre,lent\nOne,1990,Drama,true\nTwo,x,Drama,true\nThree,1992,,false\nFour,1993\nFive,7.5,Drama,true\n"
    )
    let asked = try AskedDatabase(database)
    let before = try asked.count("Movie")
    let refused = #expect(throws: ImportIssue.self) { try imported(path, into: "Movie") }
    #expect(refused?.code == "import-records")
    #expect(refused?.message == "4 records do not fit, so nothing was imported")
    for line in [
      "films.csv:3: expected an integer for “year”, found “x”", "films.csv:4: NOT NULL constraint failed: Movie.genre",
      "films.csv:5: expected 4 cells, found 2", "films.csv:6: expected an integer for “year”, found “7.5”",
    ] {
      #expect(told.contains(line), "\(told)")
    }
    #expect(try asked.count("Movie") == before)
    let result = try imported(path, into: "Movie", skips: true)
    #expect(result.written == 1 && result.refused == 4)
    #expect(try asked.rows("Movie where title == \"One\" show year") == ["1990"])
  }

  @Test(
    "A number with a fraction goes into a column of integers that has one already, as an export of the column needs it",
    arguments: [
      ("p.csv", "id,price\n7,0.25\n8,3\n"), ("p.json", "[{\"id\": 7, \"price\": 0.25}, {\"id\": 8, \"price\": 3}]"),
      ("p.ndjson", "{\"id\": 7, \"price\": \"0.25\"}\n{\"id\": 8, \"price\": 3}\n"),
    ])
  func fractionsOfIntegerColumns(name: String, text: String) throws {
    let path = try file(name, text)
    let table = "CREATE TABLE article (id INTEGER PRIMARY KEY, price INT); INSERT INTO article VALUES (1, 4), (2, "
    database = try database(table + "6)")
    #expect(throws: ImportIssue.self) { try imported(path, into: "Article") }
    #expect(told.contains { $0.contains("expected an integer for “price”, found") }, "\(told)")
    database = try database(table + "6.5)")
    #expect(try imported(path, into: "Article").written == 2)
    #expect(try AskedDatabase(database).rows("Article sort by id show price") == ["4", "6.5", "0.25", "3"])
  }

  @Test(
    "A missing entity is made, and statements can use it at once",
    arguments: [
      (
        "p.json",
        "[{\"name\":\"Ann\",\"age\":34,\"on\":\"1990-02-03\",\"x\":[1]},\n{\"name\":\"Bob\",\"ok\":true,\"age\":1.5}]"
      ),
      (
        "p.ndjson",
        "{\"name\":\"Ann\",\"age\":34,\"on\":\"1990-02-03\",\"x\":[1]}\n{\"name\":\"Bob\",\"ok\":true,\"age\":1.5}\n"
      ),
      ("p.csv", "name,age,on,x,ok\nAnn,34,1990-02-03,[1],\nBob,1.5,,,true\n"),
      ("p.tsv", "name\tage\ton\tx\tok\nAnn\t34\t1990-02-03\t[1]\t\nBob\t1.5\t\t\ttrue\n"),
      (
        "p.xml",
        "<all><p ok=\"\"><name>Ann</name><age>34</age><on>1990-02-03</on><x>[1]</x></p>\n<p ok='true'><name>Bob</name><age>1.5</age></p></all>"
      ),
    ])
  func newEntity(name: String, text: String) throws {
    let result = try imported(try file(name, text), into: "Person")
    #expect(result.written == 2 && result.refused == 0 && result.newTable == "Person")
    let line = try #require(told.first)
    #expect(line.hasPrefix("Person is made: "))
    for part in ["name a string", "age a number", "on a date", "x a string", "ok a boolean"] {
      #expect(line.contains(part), "\(line)")
    }
    let asked = try AskedDatabase(database)
    #expect(try asked.rows("Person where ok == YES AND on == nil show name, age") == ["Bob,1.5"])
    #expect(try asked.rows("Person where on < \"1991-01-01\" show id, name, x") == ["1,Ann,[1]"])
    // The demo model's names are still valid.
    #expect(try asked.count("Movie where lentToFriend != nil") > 0)
  }

  @Test("A new table in a database with a model file of new names", arguments: [false, true])
  func modelFile(isWhole: Bool) throws {
    let path = folder.appending(path: "x.db").path
    try Data().write(to: URL(fileURLWithPath: path))
    let bare = try PredicateDatabase.open(path: path, isReadOnly: false)
    try bare.writer?.write { try $0.execute(sql: "CREATE TABLE film (id INTEGER PRIMARY KEY, ttl TEXT)") }
    var file = try ModelFile(
      jsonText: #"{"format": 1, "extends": "schema", "entities": [{"table": "film", "name": "Movie"}]}"#)
    if isWhole { file = .whole(try PredicateDatabase.open(path: path, file: file).model) }
    database = try PredicateDatabase.open(path: path, isReadOnly: false, file: file)
    let people = try self.file("p.csv", "id,name\n7,Ann\n")
    #expect(try imported(people, into: "Person").written == 1)
    let asked = try AskedDatabase(database)
    #expect(try asked.rows("Person") == ["7,Ann"])
    #expect(try asked.count("Movie") == 0)
  }

  @Test("A table that rolls back when it refuses a row gets nothing, with --skip, too")
  func rollingBack() throws {
    let path = folder.appending(path: "x.db").path
    try Data().write(to: URL(fileURLWithPath: path))
    let bare = try PredicateDatabase.open(path: path, isReadOnly: false)
    let sql = "CREATE TABLE p (id INTEGER PRIMARY KEY ON CONFLICT ROLLBACK, name TEXT)"
    try bare.writer?.write { try $0.execute(sql: sql) }
    database = try PredicateDatabase.open(path: path, isReadOnly: false)
    let people = try file("p.csv", "id,name\n1,a\n2,b\n1,c\n3,d\n")
    #expect {
      try imported(people, into: "P", skips: true)
    } throws: { error in
      "\(error)".contains("undoes the whole import")
    }
    #expect(try AskedDatabase(database).count("P") == 0)
  }

  /// An exported file has the attribute of a foreign key (`userId`) and the relationship (`user`). Either of them sets the reference. Two different
  /// values in one record are an error.
  @Test func bothNamesOfAForeignKey() throws {
    database = try database(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, user_id INTEGER REFERENCES users (id));
      CREATE TABLE codes (code TEXT PRIMARY KEY); CREATE TABLE marks (id INTEGER PRIMARY KEY, code TEXT REFERENCES codes (code));
      INSERT INTO users VALUES (1, 'a'), (2, 'b'); INSERT INTO codes VALUES ('x');
      """)
    let path = try file("posts.csv", "id,title,userId,user\n1,t,1,1\n2,u,2,\n3,v,,1\n4,w,,\n")
    #expect(try imported(path, into: "Post").written == 4)
    #expect(told == ["Post: id an integer, title a string, userId an integer"])
    #expect(try AskedDatabase(database).rows("Post show user.name") == ["a", "b", "a", ""])
    let issue = #expect(throws: ImportIssue.self) {
      try imported(try file("other.csv", "id,user,userId\n8,1,2\n"), into: "Post")
    }
    #expect(issue?.code == "import-records")
    #expect(told.last == "other.csv:2: “userId” is “2” and “user” is “1”, but both refer to the same object")
    try imported(try file("marks.csv", "id,code,relatedCode\n1,x,7\n"), into: "Mark")
    #expect(told.last == "not imported: relatedCode")
    #expect(try AskedDatabase(database).count("Mark where relatedCode.code == 'x'") == 1)
  }

  /// If a record lacks a name, its column gets the default value, also if other records have the name. A null in the file is stored as NULL.
  @Test(arguments: [
    ("c.json", "[{\"no\":\"A\",\"country\":\"AT\",\"blocked\":1},{\"no\":\"B\"},{\"no\":\"C\",\"country\":null}]"),
    ("c.ndjson", "{\"no\":\"A\",\"country\":\"AT\",\"blocked\":1}\n{\"no\":\"B\"}\n{\"no\":\"C\",\"country\":null}\n"),
  ])
  func defaultsOfColumns(name: String, text: String) throws {
    database = try database(
      "CREATE TABLE cust (no TEXT PRIMARY KEY, country TEXT DEFAULT 'DE', blocked INTEGER NOT NULL DEFAULT (2 - 2))")
    #expect(try imported(try file(name, text), into: "Cust").written == 3)
    #expect(
      try AskedDatabase(database).rows("Cust sort by #no show #no, country, blocked") == ["A,AT,1", "B,DE,0", "C,,0"])
  }

  @Test("Failing imports")
  func failures() throws {
    let people = try file("p.csv", "name,Name\nAnn,Bob\n")
    let cases: [(path: String, entity: String, code: String)] = [
      (folder.path + "/none.csv", "Movie", "file"), (folder.path, "Movie", "file"),
      (people, "Loan", "import-columns"), (people, "Tag", "import-columns"), (people, "Fresh", "import-columns"),
      (try file("e.csv", ""), "Movie", "import-empty"), (try file("e.xml", "<a><b></a>"), "Movie", "xml"),
    ]
    for (path, entity, code) in cases {
      let issue = #expect(throws: ImportIssue.self) { try imported(path, into: entity) }
      #expect(issue?.code == code, "\(path) into \(entity)")
    }
    #expect(database.model.entity(named: "Fresh") == nil)
  }

  @Test(
    "Rare parts of XML: without records, or refused",
    arguments: [
      ("<a><?b?></a>", "import-empty"), ("<?xml?><a/>", "import-empty"), ("<!DOCTYPE a [<?b?>]><a/>", "import-empty"),
      ("<!DOCTYPE a [<!ATTLIST a b CDATA #IMPLIED>]><a/>", "import-empty"),
      ("<!DOCTYPE a [<!NOTATION n SYSTEM \"n\">]><a/>", "import-empty"),
      ("<!DOCTYPE a [<!ENTITY e SYSTEM \"x\" NDATA n>]><a/>", "xml"),
      ("<!DOCTYPE a [<!ENTITY e \"&#60;?b?>\">]><a>&e;</a>", "xml"),
      ("<?xml version=\"1.0\" encoding=\"UTF-7\"?><a>+ADw-?b?+AD4-</a>", "import-empty"),
    ])
  func rareXML(_ text: String, code: String) throws {
    let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let invalid = Array("<?xml version=\"1.0\"?><a>".utf8) + [0x3C, 0xF0, 0x3E]
    for (name, bytes, code) in [
      ("8.xml", Array(text.utf8), code), ("16.xml", utf16, code), ("invalid.xml", invalid, "xml"),
    ] {
      let path = folder.path + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let issue = #expect(throws: ImportIssue.self) { try imported(path, into: "Movie") }
      #expect(issue?.code == code, "\(issue?.message ?? "")")
      #expect(code != "xml" || issue?.message.contains(":1: expected XML: ") == true)
    }
  }

  @Test("XML in other encodings than UTF-8", arguments: ["utf-16", "iso-8859-1", "windows-1252"])
  func encodings(_ encoding: String) throws {
    let text = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<all><p><name>Zoë €</name></p></all>"
    let bytes = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? 0x80 }
    let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let path = folder.path + "/p.xml"
    try Data(encoding == "utf-16" ? utf16 : bytes).write(to: URL(fileURLWithPath: path))
    #expect(try imported(path, into: "Person").written == 1)
    #expect(try AskedDatabase(database).count("Person where name BEGINSWITH 'Zoë '") == 1)
  }

  @Test("Ending an import reverts it")
  func cancellation() throws {
    let path = try file("p.csv", "name\n" + String(repeating: "Ann\n", count: 2_000))
    var checks = 0
    #expect(throws: CancellationError.self) {
      try imported(path, into: "Person") {
        checks += 1
        if checks > 3 { throw CancellationError() }
      }
    }
    // The table that the import created was removed.
    #expect(try imported(path, into: "Person").newTable == "Person")
    #expect(try AskedDatabase(database).count("Person") == 2_000)
  }
}
