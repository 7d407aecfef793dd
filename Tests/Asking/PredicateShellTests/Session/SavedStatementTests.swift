import Foundation
import PredicateDatabases
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateShell

/// A saved statement means the same whatever the current entity is.
@Suite("Saved statements")
struct SavedStatementTests {
  private let output = TextOutput()

  private func session(_ database: any QueryDatabase) -> ShellSession {
    let session = ShellSession(database: database, output: output, errors: output)
    session.mode = .csv
    return session
  }

  private func lines(_ statement: String, _ session: ShellSession) -> [String] {
    _ = session.run(statement)
    return output.take().split(separator: "\n").map(String.init)
  }

  /// The model's fetch templates are listed with the saved statements. A saved statement replaces the template of the same name.
  @Test func templatesOfTheModel() throws {
    let lentTo = EntityFetch(
      "Movie", where: try QueryPredicate(format: "lentToFriend.friendName == $name"),
      sortedBy: [QuerySortKey(try QueryExpression(format: "title"))], limit: 2)
    let model = DataModel(
      entities: DataModel.movies.entities, fetchTemplates: [FetchTemplate(name: "lentTo", fetch: lentTo)])
    let database = try PredicateDatabase.make(model: model)
    let context = try NamedDatabase.makeContext(database)
    let anna = try context.insert(entity: "Friend")
    try anna.set("friendName", to: .string("Anna"))
    for title in ["Brazil", "Alien", "Cube"] {
      let movie = try context.insert(entity: "Movie")
      for (name, value) in [("title", QueryValue.string(title)), ("year", .integer(1980)), ("genre", .string("x"))] {
        try movie.set(name, to: value)
      }
      try movie.set("lent", to: .boolean(true))
      try movie.set("lentOn", to: .date(0))
      try movie.setObject(anna, of: "lentToFriend")
    }
    try context.save()
    let session = session(database)
    // The demo's statements follow, because the model has the demo's entities.
    #expect(
      lines(".run", session) == [
        "lentTo $name  Movie where lentToFriend.friendName == $name sort by title limit 2"
      ] + lines(".run", self.session(try PredicateDatabase.demo())))
    #expect(lines(".run lentTo name = \"Anna\"", session).count == 3)
    #expect(lines(".run lentTo name = \"Ben\"", session).count == 1)
    #expect(lines(".run lentTo", session).joined().contains("parameter-missing"))
    _ = lines(".save lentTo count Movie", session)
    #expect(lines(".run lentTo", session).last == "3")
  }

  /// Texts that are saved with Movie as the current entity, and the statements that are stored.
  @Test(arguments: [
    ("year > 1990", "Movie where year > 1990"), ("limit 3", "Movie limit 3"), ("count", "count Movie"),
    ("count genre == 'Noir'", "count Movie where genre == \"Noir\""), ("where year > 2000", "Movie where year > 2000"),
    ("year > $y sort by title limit 2", "Movie where year > $y sort by title limit 2"),
    ("  NOT year > 1990 ;", "Movie where NOT year > 1990"), ("group by genre", "Movie group by genre"),
    ("Friend where friendName BEGINSWITH 'A'", "Friend where friendName BEGINSWITH \"A\""), ("count Tag", "count Tag"),
  ])
  func keepsItsEntity(statement: String, kept: String) throws {
    let session = session(try PredicateDatabase.demo())
    _ = lines(".let $y = 1990", session)
    let answer = lines(statement, session)
    _ = lines(".save last", session)
    _ = lines(".save given \(statement)", session)
    _ = lines(".use Loan", session)
    #expect(session.savedStatement(named: "given") == kept)
    #expect(session.savedStatement(named: "last") == kept)
    #expect(!answer.isEmpty && lines(".run given", session) == answer)
    #expect(lines(".run last", session) == answer)
  }

  /// For a command with a statement as its argument, only the statement is saved.
  @Test func statementsOfCommands() throws {
    let session = session(try PredicateDatabase.demo())
    _ = lines(".explain year > 2010", session)
    _ = lines(".save a", session)
    _ = lines(".why 24 Movie where year < 1945", session)
    _ = lines(".save b", session)
    _ = lines(".count year > 2010", session)
    _ = lines(".save c", session)
    _ = lines(".count Movie where year > 2010", session)
    _ = lines(".save d", session)
    #expect(
      session.saved.entries.map(\.statement) == [
        "Movie where year > 2010", "Movie where year < 1945", "count Movie where year > 2010",
        "count Movie where year > 2010",
      ])
  }

  @Test func aStatementCanBeForgotten() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let session = session(try PredicateDatabase.demo())
    session.saved = try SavedQueries(reading: path)
    _ = lines(".save old year > 2010", session)
    _ = lines(".save new year > 2015", session)
    #expect(lines(".save --delete old", session).isEmpty)
    #expect(try SavedQueries(reading: path).entries.map(\.name) == ["new"])
    #expect(lines(".run old", session).first == "error[unknown-saved-query]: no statement is saved as “old”")
    #expect(lines(".save old --delete", session).first == "error[unknown-saved-query]: no statement is saved as “old”")
  }

  @Test func entitiesThatNeedQuotes() throws {
    let session = session(try OddlyNamedDatabase.open())
    for (entity, statement, kept) in [
      ("Count", "n > 1", #""Count" where n > 1"#), ("Where", "limit 1", #""Where" limit 1"#),
      ("Limit", "count", #"count "Limit""#),
    ] {
      _ = lines(".use \"\(entity)\"", session)
      _ = lines(".save x \(statement)", session)
      #expect(session.savedStatement(named: "x") == kept)
      let answer = lines(statement, session)
      _ = lines(".use Plain", session)
      #expect(lines(".run x", session) == answer, "\(entity)")
    }
  }

  /// Saved statements belong to one database.
  @Test func anotherDatabaseHasItsOwn() throws {
    let session = session(try PredicateDatabase.demo())
    session.opener = { _, _ in try OddlyNamedDatabase.open() }
    var other = SavedQueries(path: nil)
    try other.save("count Where", as: "wheres")
    session.savedReader = { [other] _ in other }
    _ = lines(".save films year > 1990", session)
    _ = lines(".open odd", session)
    #expect(session.saved.entries.map(\.statement) == ["count Where"])
  }

  /// A file of an older version contains statements without entities. They apply to the current entity.
  @Test func olderFiles() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("old\tyear > 2000\nother\tcount Friend\n".utf8).write(to: URL(fileURLWithPath: path))
    let session = session(try PredicateDatabase.demo())
    session.saved = try SavedQueries(reading: path)
    #expect(lines(".run old", session) == lines("Movie where year > 2000", session))
    #expect(lines(".run other", session) == ["12"])
    _ = lines(".save new year > 2010", session)
    let again = try SavedQueries(reading: path)
    #expect(again.entries.map(\.statement) == ["year > 2000", "count Friend", "Movie where year > 2010"])
  }

  /// In files of version 1, `Friend[3]` meant row 3. A saved condition that contains it is refused.
  @Test func formerPlacesAreRefused() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let former =
      "place\tMovie where lentToFriend == Friend[3]\nset\tupdate Movie set lentToFriend = Friend[3] where id == 1\n"
    try Data((former + "plain\tcount Friend\n").utf8).write(to: URL(fileURLWithPath: path))
    let session = session(try PredicateDatabase.demo())
    session.saved = try SavedQueries(reading: path)
    #expect(lines(".run place", session).first?.hasPrefix("error[former-place]") == true)
    #expect(lines(".run set", session).first?.hasPrefix("error[former-place]") != true)
    #expect(lines(".run plain", session) == ["12"])
    _ = lines(".save place Movie where lentToFriend == Friend[3]", session)
    let again = try SavedQueries(reading: path)
    #expect(again.entries.map(\.name) == ["set", "plain", "place"])
    #expect(again.isFormer("set") && !again.isFormer("place"))
    #expect(lines(".run place", session) == lines("Movie where lentToFriend.id == 3", session))
    _ = lines(".save --delete set", session)
    #expect(try SavedQueries(reading: path).isFormer("plain"))
  }
}
