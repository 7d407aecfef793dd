import Foundation
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateValues
import Testing

private final class Patron: StoredObject {
  @Stored(isKey: true) var card: UUID
  @Stored var name: String
  @ToMany(inverse: \.patron, deleteRule: .cascade) var loans: [Issue]
  @ToMany(isSymmetric: true) var friends: [Patron]
}

private final class Edition: StoredObject {
  @Stored(isKey: true) var isbn: String
  @Stored var title: String
  @ToMany(inverse: \.edition, deleteRule: .deny) var loans: [Issue]
  @ToMany var subjects: [Subject]
  @ToOne var sequel: Edition?
}

private final class Issue: StoredObject {
  @Stored(isKey: true) var number: Int
  @ToOne var patron: Patron?
  @ToOne(isRequired: true) var edition: Edition?
}

private final class Subject: StoredObject {
  @Stored var name: String
  @ToMany(inverse: \.subjects, isOrdered: true) var editions: [Edition]
}

/// Classes whose keys are UUIDs, texts and integers.
@Suite struct ClassKeyTests {
  private static let classes: [StoredObject.Type] = [Patron.self, Edition.self, Issue.self, Subject.self]

  private func fill(_ context: ObjectContext) throws {
    let anna = try context.insert(Patron.self)
    anna.name = "Anna"
    let ben = try context.insert(Patron.self)
    ben.name = "Ben"
    anna.friends = [ben]
    let editions = try ["978-1", "978-2", "978-3"].map { isbn in
      let edition = try context.insert(Edition.self)
      (edition.isbn, edition.title) = (isbn, "Volume \(isbn.last ?? " ")")
      return edition
    }
    editions[0].sequel = editions[1]
    let sea = try context.insert(Subject.self)
    sea.name = "sea"
    sea.editions = [editions[2], editions[0]]
    for (number, edition) in [(7, editions[0]), (9, editions[1])] {
      let issue = try context.insert(Issue.self)
      (issue.number, issue.edition, issue.patron) = (number, edition, anna)
    }
    try context.save()
  }

  private func check(_ context: ObjectContext, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let anna = try #require(try context.fetch(Patron.self, "name == 'Anna'").first)
    #expect(anna.friends.map(\.name) == ["Ben"], sourceLocation: sourceLocation)
    #expect(anna.loans.map(\.number) == [7, 9], sourceLocation: sourceLocation)
    #expect(anna.loans.map { $0.edition?.title } == ["Volume 1", "Volume 2"], sourceLocation: sourceLocation)
    let sea = try #require(try context.fetch(Subject.self).first)
    #expect(sea.editions.map(\.isbn) == ["978-3", "978-1"], sourceLocation: sourceLocation)
    let first = try context.fetch(Edition.self, "isbn == '978-1'").first
    #expect(first?.sequel?.isbn == "978-2" && first?.subjects.map(\.name) == ["sea"], sourceLocation: sourceLocation)
    #expect(try context.fetch(Issue.self, "patron.card == \(anna.card)").count == 2, sourceLocation: sourceLocation)
    let continued = try context.fetch(Issue.self, "edition.sequel.isbn == '978-2'")
    #expect(continued.map(\.number) == [7], sourceLocation: sourceLocation)
    #expect(try context.count(Patron.self, "ANY loans.edition.title ENDSWITH '2'") == 1, sourceLocation: sourceLocation)
    let named = try context.fetch(Edition.self, "SELF == Edition['978-3']")
    #expect(named.map(\.title) == ["Volume 3"], sourceLocation: sourceLocation)
  }

  /// An object that is an argument of a condition is found by its key, whatever the type of the key.
  @Test func objectsAreArguments() throws {
    let context = try ObjectContext(classes: Self.classes)
    try fill(context)
    for _ in 0..<2 {
      let anna = try #require(try context.fetch(Patron.self, "name == 'Anna'").first)
      let ben = try #require(try context.fetch(Patron.self, "name == 'Ben'").first)
      let second = try #require(try context.fetch(Edition.self, "isbn == '978-2'").first)
      let third = try #require(try context.fetch(Edition.self, "isbn == '978-3'").first)
      let issue = try #require(try context.fetch(Issue.self, "number == 7").first)
      #expect(try context.fetch(Patron.self, "SELF == \(anna)").map(\.name) == ["Anna"])
      #expect(try context.count(Patron.self, "SELF != \(anna)") == 1)
      #expect(
        try context.fetch(Edition.self, "SELF IN \([second, third])", sortedBy: "isbn").map(\.isbn) == [
          "978-2", "978-3",
        ])
      #expect(try context.count(Issue.self, "patron == \(anna) AND edition != \(third)") == 2)
      #expect(try context.count(Patron.self, "friends CONTAINS \(ben)") == 1)
      #expect(try context.count(Patron.self, "\(anna) IN friends") == 1)
      #expect(try context.count(Patron.self, "ANY loans == \(issue)") == 1)
      #expect(try context.count(Subject.self, "ANY editions IN \([second, third])") == 1)
      #expect(try context.count(Subject.self, "editions CONTAINS \(second)") == 0)
      #expect(try context.count(Edition.self, "sequel == \(second)") == 1)
      #expect(try context.count(Subject.self, "SUBQUERY(editions, $e, $e == \(third)).@count > 0") == 1)
      #expect(try context.count(Patron.self, "SELF == $who", variables: ["who": anna]) == 1)
      #expect(
        try context.count(
          Issue.self, "edition IN $which AND patron == $who", variables: ["which": [second, third], "who": anna]) == 1)
      // The same condition runs in memory over an unsaved change.
      ben.name = "Ben"
      third.title = "Volume 3b"
    }
  }

  /// Arrays of objects are filtered in memory, with their unsaved changes.
  @Test func objectsAreFilteredInMemory() throws {
    let context = try ObjectContext(classes: Self.classes)
    try fill(context)
    let anna = try #require(try context.fetch(Patron.self, "name == 'Anna'").first)
    let first = 8
    #expect(try anna.loans.filter("number > \(first) AND edition.title ENDSWITH '2'").map(\.number) == [9])
    anna.loans[0].edition?.title = "Volume 12"
    #expect(
      try anna.loans.filter(QueryPredicate("edition.title ENDSWITH $n"), variables: ["n": "12"]).map(\.number) == [7])
    let editions = try context.fetch(Edition.self)
    #expect(try editions.filter("ANY subjects.name == 'sea' AND sequel != nil").map(\.isbn) == ["978-1"])
    #expect(try editions.filter("ANY loans.patron == \(anna)").count == 2)
    #expect(editions.filter { $0.isbn > "978-1" }.count == 2)
    let issue = #expect(throws: PredicateIssue.self) { try editions.filter("isbm == '1'") }
    #expect(issue?.code == "unknown-key")
    #expect(try [Edition]().filter("isbn == '1'").isEmpty)
  }

  private func withPath(_ ending: String, _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString).\(ending)").path
    defer { for rest in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + rest) } }
    try body(path)
  }

  @Test func everyStoreKeepsThem() throws {
    for kind in [StoreKind.sqlite, .json, .xml, .binary] {
      try withPath("\(kind)") { path in
        let context = try ObjectContext(path: path, kind: kind, classes: Self.classes)
        try fill(context)
        try check(context)
        try check(ObjectContext(path: path, kind: kind, classes: Self.classes))
        let copy = path + ".copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try context.move(to: copy)
        try check(context)
      }
    }
  }

  @Test func theTablesHaveTheKeys() throws {
    let database = try PredicateDatabase.make(model: DataModel(classes: Self.classes))
    try database.reader.read { connection in
      let (patron, issue) = (try connection.primaryKey("Patron"), try connection.primaryKey("Issue"))
      #expect(patron.columns == ["card"] && !patron.isRowID)
      #expect(issue.columns == ["number"] && issue.isRowID)
      let keys = try connection.foreignKeys(on: "Issue").map { "\($0.originColumns) \($0.destinationTable)" }.sorted()
      #expect(keys == [#"["edition_id"] Edition"#, #"["patron_id"] Patron"#])
    }
  }

  @Test func aNewObjectHasAUUIDAndNeedsAText() throws {
    let context = try ObjectContext(classes: Self.classes)
    let patron = try context.insert(Patron.self)
    let other = try context.insert(Patron.self)
    #expect(patron.card != other.card && patron.card != UUID.placeholder)
    (patron.name, other.name) = ("Anna", "Ben")
    let known = UUID()
    other.card = known
    try context.save()
    #expect(try context.fetch(Patron.self, "card == \(known)").first === other)
    let card = QueryUUID(patron.card.uuidString)
    let elsewhere = try ObjectContext(context.database, classes: Self.classes)
    let value = try elsewhere.object(for: patron.id)?.value(of: "card")
    let number = try #require(card)
    #expect(value?.equals(.uuid(number)) == true)
    let edition = try context.insert(Edition.self)
    edition.title = "none"
    #expect(throws: SaveFailure.self) { try context.save() }
    edition.isbn = "978-9"
    try context.save()
    let double = try context.insert(Edition.self)
    (double.isbn, double.title) = ("978-9", "again")
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func deletingAndUndoing() throws {
    let context = try ObjectContext(classes: Self.classes)
    try fill(context)
    let anna = try #require(try context.fetch(Patron.self, "name == 'Anna'").first)
    let first = try #require(try context.fetch(Edition.self, "isbn == '978-1'").first)
    try context.delete(first)
    #expect(throws: SaveFailure.self) { try context.save() }
    context.undo()
    try context.delete(anna)
    try context.save()
    #expect(try context.count(Issue.self) == 0)
    context.undo()
    try context.save()
    try check(context)
    first.isbn = "978-0"
    try context.save()
    #expect(try context.fetch(Issue.self, "edition.isbn == '978-0'").map(\.number) == [7])
  }

  private enum Next {
    final class Patron: StoredObject {
      @Stored(isKey: true) var card: UUID
      @Stored var name: String
      @Stored(default: 0) var fees: Int
      @ToMany(inverse: \.patron, deleteRule: .cascade) var loans: [Issue]
      @ToMany(isSymmetric: true) var friends: [Patron]
    }

    final class Edition: StoredObject {
      @Stored(isKey: true) var isbn: String
      @Stored var heading: String
      @ToMany(inverse: \.edition, deleteRule: .deny) var loans: [Issue]
      @ToMany var subjects: [Subject]
      @ToOne var sequel: Edition?
    }

    final class Issue: StoredObject {
      @Stored(isKey: true) var number: Int
      @ToOne var patron: Patron?
      @ToOne(isRequired: true) var edition: Edition?
    }

    final class Subject: StoredObject {
      @Stored var name: String
      @ToMany(inverse: \.subjects, isOrdered: true) var editions: [Edition]
    }

    static let classes: [StoredObject.Type] = [Patron.self, Edition.self, Issue.self, Subject.self]
  }

  private enum Wrong {
    final class Patron: StoredObject {
      @Stored var name: String
      @ToMany(isSymmetric: true) var friends: [Patron]
    }
    final class Edition: StoredObject {
      @Stored(isKey: true) var code: String
      @Stored var title: String
    }
  }

  @Test func migrationsKeepTheKeys() throws {
    try withPath("sqlite") { path in
      try fill(ObjectContext(path: path, classes: Self.classes))
      let context = try ObjectContext(
        path: path, classes: Next.classes, migration: ModelMigration().renaming("Edition.title", to: "heading"))
      let anna = try #require(try context.fetch(Next.Patron.self, "name == 'Anna' AND fees == 0").first)
      #expect(anna.loans.map { $0.edition?.heading } == ["Volume 1", "Volume 2"])
      #expect(anna.friends.map(\.name) == ["Ben"])
      #expect(try context.fetch(Next.Subject.self).first?.editions.map(\.isbn) == ["978-3", "978-1"])
      #expect(try context.count(Next.Edition.self, "sequel.isbn == '978-2'") == 1)
    }
  }

  @Test func aMigrationRefusesOtherKeys() throws {
    try withPath("sqlite") { path in
      try fill(ObjectContext(path: path, classes: Self.classes))
      let migration = ModelMigration().removing("Issue").removing("Subject").removing("Edition.isbn")
      #expect {
        try ObjectContext(path: path, classes: [Wrong.Patron.self, Wrong.Edition.self], migration: migration)
      } throws: { error in
        let places = (error as? MigrationFailure)?.problems.map(\.place) ?? []
        return places.contains("Patron") && places.contains("Edition")
      }
      try check(ObjectContext(path: path, classes: Self.classes))
    }
  }

  private final class Half: StoredObject {
    @Stored(isKey: true) var weight: Double
  }

  @Test func otherKeysAreRefused() {
    #expect(throws: StoreIssue.self) { try DataModel(classes: [Half.self]) }
  }
}
