import Foundation
import OpenPredicate
import Testing

#if SQLite || PostgreSQL
  import GRDB
  import PredicateSQLite
  import PredicateObjects

  private final class ShelvedBook: StoredObject {
    @Stored var title: String
  }
#endif

/// A struct of the main actor. Its table is not isolated, and reads stored properties by closures.
@MainActor private struct Track {
  var title: String

  nonisolated init(_ title: String) { self.title = title }
}

extension Track: QueryableProperties {
  nonisolated static let queryProperties: [QueryProperty<Track>] = [QueryProperty("title") { $0.title }]
}

/// The code of `Documentation/swift/concurrency.md`, word for word.
@Suite struct ConcurrencyTests {
  private let films = Film.all

  private struct Person {
    var name: String
  }

  @Test func structsOfTheMainActor() throws {
    #expect(try [Track("One"), Track("Two")].count(where: "title BEGINSWITH 'T'") == 1)
  }

  @Test func manyTasks() async throws {
    let recent = try BoundQuery<Film>("year > 1990")
    let parts = [films[..<2], films[2...]]
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for part in parts { group.addTask { try part.count(where: recent) } }
      return try await group.reduce(0, +)
    }
    #expect(count == 3)
  }

  @Test func actors() async throws {
    actor Shelf {
      private var films: [Film]

      init(_ films: [Film]) { self.films = films }

      func titles(where predicate: QueryPredicate) throws -> [String] { try films.filter(predicate).map(\.title) }
    }
    let shelf = Shelf(films)
    let titles = try await shelf.titles(where: QueryPredicate("genre == 'noir'"))
    #expect(titles == ["Laura", "Seven"])
  }

  @Test func instances() async throws {
    final class Studio: QueryableProperties, Sendable {
      let name: String

      init(_ name: String) { self.name = name }

      static let queryProperties: [QueryProperty<Studio>] = [.storedFields]
    }
    let studios = [Studio("Ghibli"), Studio("Aardman")]
    let query = try BoundQuery<Studio>("name BEGINSWITH 'A'")
    let named = try await Task.detached { try studios.filter(query) }.value
    #expect(named.map(\.name) == ["Aardman"])

    @MainActor final class Player {
      var volume = 5
    }
    @MainActor func loudPlayers(_ players: [Player]) throws -> Int {
      try players.count(where: BoundQuery("volume > 4", options: BindingOptions(reading: .everything)))
    }
    let loud = try await loudPlayers([Player()])
    #expect(loud == 1)
    let player = Player()
    let issue = #expect(throws: PredicateIssue.self) { try [player].filter("volume > 4") }
    #expect(issue?.code == "needs-table")
    #expect(throws: PredicateIssue.self) { try QueryPredicate("volume > 4").evaluate(with: player as Any) }
  }

  @Test func values() throws {
    let person = QueryValue(dynamically: Person(name: "Anna"))
    let mine = try QueryPredicate("owner == $user.name").partiallyEvaluated(variables: ["user": person])
    #expect(mine.canonicalFormat == #"owner == "Anna""#)
  }

  #if SQLite || PostgreSQL
    @Test func databases() async throws {
      let queue = try DatabaseQueue()
      try await queue.write { db in
        try db.execute(
          sql: "CREATE TABLE book (id INTEGER PRIMARY KEY, year INTEGER); INSERT INTO book (year) VALUES (1990), (2010)"
        )
      }
      let database = try PredicateDatabase(queue)
      async let early = database.count(EntityFetch("Book", where: QueryPredicate("year < 2000")))
      async let late = database.count(EntityFetch("Book", where: QueryPredicate("year >= 2000")))
      let counts = try await [early, late]
      #expect(counts == [1, 1])
    }

    @Test func contexts() async throws {
      actor Library {
        private let context: ObjectContext

        init(_ context: sending ObjectContext) { self.context = context }

        func add(_ title: String) throws {
          let book = try context.insert(ShelvedBook.self)
          book.title = title
          try context.save()
        }

        func titles(_ format: QueryFormat) throws -> [String] {
          try context.fetch(ShelvedBook.self, format).map(\.title)
        }
      }
      let library = Library(try ObjectContext(classes: [ShelvedBook.self]))
      try await library.add("Emma")
      let shelved = try await library.titles("title BEGINSWITH 'E'")
      #expect(shelved == ["Emma"])
    }
  #endif

  @Test func everyLineOfThePage() throws {
    try Page("Documentation/swift/concurrency.md").expectCode(in: #filePath)
  }
}
