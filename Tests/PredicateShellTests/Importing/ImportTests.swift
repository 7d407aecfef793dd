import Foundation
import GRDB
import PredicateDemo
import PredicateModel
import PredicateSQLite
import Testing

@testable import PredicateShell

@Suite("Importing")
final class ImportTests {
  private let folder: URL
  private let output = TextOutput()
  private let errors = WatchedErrors()
  private var session: ShellSession

  /// Errors that a test looks at, and may answer.
  private final class WatchedErrors: ShellOutput {
    var text = ""
    var onWrite: () -> Void = {}

    func write(_ text: String) {
      self.text += text
      onWrite()
    }
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
    session.mode = .csv
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// What a statement writes, its errors with the folder left out, and how it ends.
  private func run(_ text: String) -> (output: String, errors: String, outcome: StatementOutcome) {
    errors.text = ""
    let outcome = session.run(text)
    return (output.take(), errors.text.replacingOccurrences(of: folder.path + "/", with: ""), outcome)
  }

  @Test("Columns are matched by name, in any case of letters last of all, and stored as the entity wants them")
  func existingEntity() throws {
    let path = try file(
      "films.csv",
      "Title,YEAR,rating,genre,lent,lentOn,lentToFriend,comment\r\nÉté,1979,8.5,Drama,yes,2024-05-01,3,x\r\n"
        + "\"Alien, again\",1979,,Horror,FALSE,,,\r\n")
    let answer = run(".import \(path) INTO movie")
    #expect(answer.outcome == .done, "\(answer.errors)")
    #expect(answer.output == "2 movies imported\n")
    #expect(
      answer.errors == """
        Movie: Title → title, YEAR → year, rating a number, genre a string, lent a boolean, lentOn a date, lentToFriend a key
        not imported: comment

        """)
    #expect(
      run("Movie where lentOn == \"2024-05-01\" AND lent == YES AND lentToFriend != nil show title, rating").output
        == "title,rating\nÉté,8.5\n")
    #expect(run("count Movie where title ENDSWITH \"again\" AND rating == nil").output == "1 movie\n")
  }

  @Test("A record that does not fit takes back everything, with --skip only itself")
  func badRecords() throws {
    let path = try file(
      "films.csv",
      "title,year,genre,lent\nOne,1990,Drama,true\nTwo,x,Drama,true\nThree,1992,,false\nFour,1993\nFive,7.5,Drama,true\n"
    )
    let before = run("count Movie").output
    let refused = run(".import \(path) INTO Movie")
    #expect(refused.outcome == .refused)
    for line in [
      "films.csv:3: expected an integer for “year”, found “x”", "films.csv:4: NOT NULL constraint failed: Movie.genre",
      "films.csv:5: expected 4 cells, found 2", "films.csv:6: expected an integer for “year”, found “7.5”",
      "error[import-records]: 4 records do not fit, and nothing was imported",
    ] {
      #expect(refused.errors.contains(line + "\n"), "\(refused.errors)")
    }
    #expect(run("count Movie").output == before)
    #expect(run(".import \(path) INTO Movie --skip").output == "1 movie imported, 4 left out\n")
    #expect(run("Movie where title == \"One\" show year").output == "year\n1990\n")
  }

  @Test(
    "An entity that is not there is made, and can be asked at once",
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
    let answer = run(".import \(try file(name, text)) into Person")
    #expect(answer.outcome == .done, "\(answer.errors)")
    #expect(answer.output == "2 people imported\n")
    #expect(answer.errors.hasPrefix("Person is made: "))
    for part in ["name a string", "age a number", "on a date", "x a string", "ok a boolean"] {
      #expect(answer.errors.contains(part), "\(answer.errors)")
    }
    #expect(run("Person where ok == YES AND on == nil show name, age").output == "name,age\nBob,1.5\n")
    #expect(run("Person where on < \"1991-01-01\" show id, name, x").output == "id,name,x\n1,Ann,[1]\n")
    // The demo's own names are still there.
    #expect(run("count Movie where lentToFriend != nil").outcome == .done)
  }

  @Test("A database without a model of its own, opened for reading and for writing")
  func files() throws {
    let path = folder.appending(path: "x.db").path
    try Data().write(to: URL(fileURLWithPath: path))
    let people = try file("p.csv", "id,name\n7,Ann\n7,Bob\n8,Cid\n")
    #expect(run(".open \(path)").outcome == .done)
    let refused = run(".import \(people) INTO Person")
    #expect(refused.outcome == .refused)
    #expect(refused.errors.hasPrefix("error[read-only]: “x.db” is open for reading only\n"))
    #expect(run(".open --write \(path)").outcome == .done)
    #expect(run(".import \(people) INTO Person --skip").output == "2 people imported, 1 left out\n")
    #expect(run("Person").output == "id,name\n7,Ann\n8,Cid\n")
  }

  @Test("A new table beside what a model file renamed", arguments: [false, true])
  func modelFile(isWhole: Bool) throws {
    let path = folder.appending(path: "x.db").path
    try Data().write(to: URL(fileURLWithPath: path))
    let bare = try PredicateDatabase.open(path: path, isReadOnly: false)
    try bare.writer?.write { try $0.execute(sql: "CREATE TABLE film (id INTEGER PRIMARY KEY, ttl TEXT)") }
    var file = try ModelFile(
      jsonText: #"{"format": 1, "extends": "schema", "entities": [{"table": "film", "name": "Movie"}]}"#)
    if isWhole { file = .whole(try PredicateDatabase.open(path: path, file: file).model) }
    session.database = try PredicateDatabase.open(path: path, isReadOnly: false, file: file)
    let people = try self.file("p.csv", "id,name\n7,Ann\n")
    #expect(run(".import \(people) INTO Person").output == "1 person imported\n")
    #expect(run("Person").output == "id,name\n7,Ann\n")
    #expect(run("count Movie").output == "0 movies\n")
  }

  @Test("A table that takes back everything where it refuses a row gets nothing, with --skip, too")
  func rollingBack() throws {
    let path = folder.appending(path: "x.db").path
    try Data().write(to: URL(fileURLWithPath: path))
    let bare = try PredicateDatabase.open(path: path, isReadOnly: false)
    let sql = "CREATE TABLE p (id INTEGER PRIMARY KEY ON CONFLICT ROLLBACK, name TEXT)"
    try bare.writer?.write { try $0.execute(sql: sql) }
    session.database = try PredicateDatabase.open(path: path, isReadOnly: false)
    let people = try file("p.csv", "id,name\n1,a\n2,b\n1,c\n3,d\n")
    let answer = run(".import \(people) INTO P --skip")
    #expect(answer.outcome == .failed, "\(answer.output)")
    #expect(answer.errors.contains("takes back all rows"), "\(answer.errors)")
    #expect(run("count P").output == "0 P\n")
  }

  @Test("What cannot be imported")
  func failures() throws {
    let people = try file("p.csv", "name,Name\nAnn,Bob\n")
    let cases: [(statement: String, code: String)] = [
      (".import", "command-argument"), (".import x.csv", "command-argument"),
      (".import into Movie", "command-argument"),
      (".import \(folder.path)/none.csv INTO Movie", "file"),
      (".import \(folder.path) INTO Movie", "file"),
      (".import \(people) INTO Loan", "import-columns"), (".import \(people) INTO Tag", "import-columns"),
      (".import \(people) INTO Fresh", "import-columns"),
      (".import \(try file("e.csv", "")) INTO Movie", "import-empty"),
      (".import \(try file("e.xml", "<a><b></a>")) INTO Movie", "xml"),
    ]
    for (statement, code) in cases {
      let answer = run(statement)
      #expect(answer.outcome == .refused, "\(statement)")
      #expect(answer.errors.contains("error[\(code)]"), "\(statement): \(answer.errors)")
    }
    #expect(run("Fresh").outcome == .refused)
  }

  @Test("An interrupt takes back what was written")
  func interrupt() throws {
    let path = try file("p.csv", "name\n" + String(repeating: "Ann\n", count: 2_000))
    errors.onWrite = { [session] in session.interrupts.interrupt() }
    let answer = run(".import \(path) INTO Person")
    errors.onWrite = {}
    #expect(answer.outcome == .failed)
    #expect(answer.errors.hasSuffix("Cancelled.\n"))
    #expect(run("Person").outcome == .refused)
    #expect(run("count Movie").outcome == .done)
  }

  @Test("Answers are exported as a file's name says, once")
  func export() throws {
    let path = folder.appending(path: "out 1.csv").path
    #expect(run(".export \"\(path)\"").errors.hasPrefix("error[no-answer]"))
    #expect(run(".export \"\(path)\" Movie where year == 1979 sort by title show title, year").outcome == .done)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("title,year\nAlien,1979\nApocalypse Now,1979\n"))
    let again = run(".export \"\(path)\" Tag")
    #expect(again.errors.hasPrefix("error[file-exists]"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(run(".export --force \"\(path)\" Tag sort by name limit 1 show name").outcome == .done)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("name\n"))
    let tags = run("Tag sort by name limit 2 show name").output.split(separator: "\n").dropFirst().map(String.init)
    try #require(tags.count == 2)
    for (name, content) in [
      ("a.tsv", "name\n\(tags[0])\n\(tags[1])\n"),
      ("a.json", "[\n  {\"name\":\"\(tags[0])\"},\n  {\"name\":\"\(tags[1])\"}\n]\n"),
      ("a.ndjson", "{\"name\":\"\(tags[0])\"}\n{\"name\":\"\(tags[1])\"}\n"),
    ] {
      let file = folder.appending(path: name).path
      #expect(run(".export \(file)").output.hasPrefix("2 tags written to"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    }
    #expect(run(".export \(folder.path)/a.md").outcome == .done)
    #expect(run(".export \(folder.path)/a.html").outcome == .done)
    #expect(run(".export \(folder.path)/a.txt").errors.hasPrefix("error[export-name]"))
    #expect(run(".export \(folder.path)/none/a.csv").errors.hasPrefix("error[file]"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["a.html", "a.json", "a.md", "a.ndjson", "a.tsv", "out 1.csv"])
  }
}
