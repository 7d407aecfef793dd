import Foundation
import PredicateModel
import PredicateObjects
import PredicateSQLite
import Testing

/// One chain of migrations brings files of several former versions to the newest model.
@Suite struct MigrationChainTests {
  private enum Third {
    static let classes: [StoredObject.Type] = [Film.self, Owner.self, Room.self]

    final class Film: StoredObject {
      @Stored(isUnique: true) var title: String
      @Stored var year: Int
      @Stored(default: 5) var stars: Double
      @ToMany var owners: [Owner]
      @ToOne var room: Room?
    }

    final class Owner: StoredObject {
      @Stored var name: String
      @ToMany(inverse: \.owners) var films: [Film]
    }

    final class Room: StoredObject {
      @Stored var label: String
      @ToMany(inverse: \.room, isOrdered: true) var films: [Film]
    }
  }

  private func chain() throws -> ModelMigration {
    try Shelf.Second.migration.reaching(DataModel(classes: Shelf.Second.classes))
      .renaming("Film.rating", to: "stars").removing("Film.note").removing("Film.seen")
      .changing("Film") { film in
        if case .double(let year)? = film.former["year"] { film["year"] = .integer(Int64(year) + 1) }
      }
  }

  private func films(_ path: String, _ migration: ModelMigration) throws -> [String] {
    let context = try ObjectContext(path: path, classes: Third.classes, migration: migration)
    return try context.fetch(Third.Film.self, sortedBy: "year").map {
      "\($0.title) \($0.year) \($0.stars) \($0.owners.map(\.name)) \($0.room?.label ?? "-")"
    }
  }

  private func withShelf(_ body: (String) throws -> Void) throws {
    let path = Shelf.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Shelf.fill(path)
    try body(path)
  }

  private let expected = [
    #"Alien 1951 0.5 ["Anna"] -"#, #"Laura 1952 5.0 ["Ben"] cellar"#, #"Ran 1953 2.5 [] cellar"#,
  ]

  @Test func aFileOfTheFirstVersionRunsAllSteps() throws {
    try withShelf { path in
      let first = try films(path, chain())
      #expect(first == expected)
      // The file already has the newest version. No step runs, so the years stay.
      let again = try films(path, chain())
      #expect(again == expected)
    }
  }

  @Test func aFileOfTheSecondVersionRunsTheLastStep() throws {
    try withShelf { path in
      // An application keeps the text of each former model.
      let text = try DataModel(classes: Shelf.Second.classes).jsonText()
      try PredicateDatabase.migrate(path: path, to: DataModel(jsonText: text), by: Shelf.Second.migration)
      let found = try films(path, chain())
      #expect(found == expected)
    }
  }

  @Test func aStepThatFailsLeavesTheFileOfTheFirstVersion() throws {
    try withShelf { path in
      let before = try Data(contentsOf: URL(filePath: path))
      let wrong = try Shelf.Second.migration.reaching(DataModel(classes: Shelf.Second.classes))
      #expect(throws: MigrationFailure.self) { try films(path, wrong) }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      #expect(try ObjectContext(path: path, classes: Shelf.First.classes).count(Shelf.First.Film.self) == 3)
    }
  }
}
