import Foundation
import GRDB
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateValues
import Testing

private final class Bookcase: StoredObject {
  @Stored var label: String
  @ToMany(inverse: \.shelf, deleteRule: .cascade) var books: [Volume]
  @ToMany(inverse: \.home, deleteRule: .deny) var residents: [Volume]
}

private final class Volume: StoredObject {
  @Stored(isUnique: true) var isbn: String
  @Stored(default: "untitled") var title: String
  @Stored(condition: "SELF > 0") var pages: Int
  @Stored(default: false) var lent: Bool
  @Stored var due: Date?
  @Stored var code: UUID?
  @ToOne var shelf: Bookcase?
  @ToOne var home: Bookcase?
  @ToMany var topics: [Topic]

  override func willSave() throws { if title == "untitled" { title = "Volume \(isbn)" } }
}

private final class Topic: StoredObject {
  @Stored var name: String
  @ToMany(inverse: \.topics) var volumes: [Volume]
}

private class Vehicle: StoredObject {
  @Stored(isUnique: true) var plate: String
  @Stored(default: 4) var wheels: Int
}

private final class Truck: Vehicle {
  @Stored var load: Double
}

@Suite struct BatchTests {
  private static let classes: [StoredObject.Type] = [Bookcase.self, Volume.self, Topic.self]

  /// Two shelves of `count` volumes each; every third volume has a topic.
  private func context(_ count: Int = 6, path: String? = nil) throws -> ObjectContext {
    let context = try ObjectContext(path: path, kind: path == nil ? .sqlite : .json, classes: Self.classes)
    let topic = try context.insert(Topic.self)
    topic.name = "sea"
    for (place, label) in ["a", "b"].enumerated() {
      let shelf = try context.insert(Bookcase.self)
      shelf.label = label
      for number in 0..<count {
        let volume = try context.insert(Volume.self)
        (volume.isbn, volume.pages, volume.shelf) = ("\(label)\(number)", 100 * place + number + 1, shelf)
        if number % 3 == 0 { volume.topics = [topic] }
      }
    }
    try context.save()
    return context
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func deletes(_ rules: BatchRules) throws {
    let context = try context()
    let shelf = try #require(try context.fetch(Bookcase.self, "label == 'a'").first)
    let topic = try #require(try context.fetch(Topic.self).first)
    let gone = try #require(try context.fetch(Volume.self, "isbn == 'a0'").first)
    #expect(shelf.books.count == 6 && topic.volumes.count == 4)
    #expect(try context.batchDelete(Volume.self, "shelf.label == 'a' AND ANY topics.name == 'sea'", rules: rules) == 2)
    #expect(shelf.books.map(\.isbn) == ["a1", "a2", "a4", "a5"] && topic.volumes.map(\.isbn) == ["b0", "b3"])
    #expect(throws: StoreIssue.self) { try gone.value(of: "title") }
    #expect(try context.batchDelete(Bookcase.self, "label == 'b'", rules: rules) == 1)
    #expect(try context.count(Volume.self) == 4 && topic.volumes.isEmpty)
    #expect(try context.batchDelete(Volume.self, rules: rules) == 4)
    #expect(try context.count(Volume.self) == 0)
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func aDeniedDeletionWritesNothing(_ rules: BatchRules) throws {
    let context = try context()
    let volume = try #require(try context.fetch(Volume.self, "isbn == 'b1'").first)
    volume.home = try context.fetch(Bookcase.self, "label == 'a'").first
    try context.save()
    #expect(throws: (any Error).self) { try context.batchDelete(Bookcase.self, "label == 'a'", rules: rules) }
    #expect(try context.count(Bookcase.self) == 2)
    #expect(try context.count(Volume.self) == 12)
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func updates(_ rules: BatchRules) throws {
    let context = try context()
    let shelf = try #require(try context.fetch(Bookcase.self, "label == 'a'").first)
    let volume = try #require(try context.fetch(Volume.self, "isbn == 'b5'").first)
    #expect(volume.title == "Volume b5")
    let code = UUID()
    #expect(
      try context.batchUpdate(
        Volume.self, "pages > 104",
        set: [
          "title": "nul \0 in it", "lent": true, "due": .date(5), "code": code.storedValue,
          "shelf": .reference(shelf.id.reference),
        ], rules: rules) == 2)
    #expect(volume.title == "nul \0 in it" && volume.lent && volume.code == code)
    #expect(volume.due?.timeIntervalSinceReferenceDate == 5)
    #expect(volume.shelf === shelf && shelf.books.count == 8)
    #expect(try context.batchUpdate(Volume.self, "lent == YES", set: ["due": nil, "shelf": nil], rules: rules) == 2)
    #expect(volume.due == nil && volume.shelf == nil && shelf.books.count == 6)
    #expect(try context.batchUpdate(Volume.self, set: [:], rules: rules) == (rules == .respected ? 12 : 0))
  }

  @Test func rulesDecideAboutConditions() throws {
    let context = try context()
    #expect(throws: SaveFailure.self) { try context.batchUpdate(Volume.self, set: ["pages": -1]) }
    #expect(try context.count(Volume.self, "pages == -1") == 0)
    #expect(try context.batchUpdate(Volume.self, set: ["pages": -1], rules: .skipped) == 12)
    // The constraints of the table apply with and without the rules of the model.
    for rules in [BatchRules.respected, .skipped] {
      #expect(throws: (any Error).self) { try context.batchUpdate(Volume.self, set: ["isbn": "same"], rules: rules) }
      #expect(throws: StoreIssue.self) { try context.batchUpdate(Volume.self, set: ["pages": "x"], rules: rules) }
      #expect(throws: StoreIssue.self) { try context.batchUpdate(Volume.self, set: ["weight": 1], rules: rules) }
    }
    let topic = try #require(try context.fetch(Topic.self).first)
    #expect(throws: StoreIssue.self) {
      try context.batchUpdate(Volume.self, set: ["shelf": .reference(topic.id.reference)], rules: .skipped)
    }
    #expect(throws: StoreIssue.self) {
      try context.batchUpdate(Volume.self, set: ["shelf": .reference(topic.id.reference)])
    }
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func inserts(_ rules: BatchRules) throws {
    let context = try context(1)
    let shelf = try #require(try context.fetch(Bookcase.self, "label == 'a'").first)
    let rows: [[String: QueryValue]] = [
      ["isbn": "n1", "pages": 5, "shelf": .reference(shelf.id.reference)], ["pages": 6, "isbn": "n2", "lent": true],
      ["isbn": "n3", "pages": 7, "title": "named"],
    ]
    #expect(try context.batchInsert(Volume.self, rows, rules: rules) == 3)
    let found = try context.fetch(Volume.self, "isbn BEGINSWITH 'n'", sortedBy: "isbn")
    // The hook gives titles.
    let given = rules == .respected ? ["Volume n1", "Volume n2"] : ["untitled", "untitled"]
    #expect(found.map(\.title) == given + ["named"])
    #expect(found.map(\.lent) == [false, true, false] && found[0].shelf === shelf)
    #expect(shelf.books.map(\.isbn) == ["a0", "n1"])
    #expect(throws: (any Error).self) {
      try context.batchInsert(Volume.self, [["isbn": "n4", "pages": 1], ["isbn": "n1", "pages": 1]], rules: rules)
    }
    #expect(throws: (any Error).self) { try context.batchInsert(Volume.self, [["pages": 1]], rules: rules) }
    #expect(try context.count(Volume.self) == 5)
    let new = try context.insert(Volume.self)
    (new.isbn, new.pages) = ("n9", 1)
    try context.save()
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func insertsOrUpdates(_ rules: BatchRules) throws {
    let context = try context(2)
    let rows: [[String: QueryValue]] = [
      ["isbn": "a0", "pages": 50], ["isbn": "new", "pages": 5], ["isbn": "new", "pages": 6, "title": "twice"],
      ["isbn": "b1", "title": "other", "pages": 1],
    ]
    #expect(try context.batchInsert(Volume.self, rows, updatingBy: ["isbn"], rules: rules) == 4)
    let found = try context.fetch(Volume.self, sortedBy: "isbn")
    #expect(found.map(\.isbn) == ["a0", "a1", "b0", "b1", "new"])
    #expect(found.map(\.pages) == [50, 2, 101, 1, 6])
    #expect(found.map(\.title) == ["Volume a0", "Volume a1", "Volume b0", "other", "twice"])
    #expect(throws: (any Error).self) {
      try context.batchInsert(Volume.self, rows, updatingBy: ["shelf"], rules: rules)
    }
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func hierarchies(_ rules: BatchRules) throws {
    let context = try ObjectContext(classes: [Vehicle.self, Truck.self])
    #expect(try context.batchInsert(Vehicle.self, [["plate": "a"], ["plate": "b", "wheels": 2]], rules: rules) == 2)
    let trucks: [[String: QueryValue]] = [["plate": "c", "load": 3], ["plate": "d", "load": 9]]
    #expect(try context.batchInsert(Truck.self, trucks, rules: rules) == 2)
    #expect(try context.batchUpdate(Truck.self, "load > 5", set: ["wheels": 8], rules: rules) == 1)
    #expect(try context.batchUpdate(Vehicle.self, "wheels == 4", set: ["wheels": 5], rules: rules) == 2)
    #expect(try context.fetch(Vehicle.self, sortedBy: "plate").map(\.wheels) == [5, 2, 5, 8])
    #expect(try context.batchDelete(Truck.self, rules: rules) == 2)
    #expect(try context.fetch(Vehicle.self, sortedBy: "plate").map(\.plate) == ["a", "b"])
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func unsavedChangesStayAndConflict(_ rules: BatchRules) throws {
    let context = try context()
    let changed = try #require(try context.fetch(Volume.self, "isbn == 'a1'").first)
    let other = try #require(try context.fetch(Volume.self, "isbn == 'b1'").first)
    changed.title = "ours"
    #expect(try context.batchUpdate(Volume.self, set: ["title": "theirs", "pages": 3], rules: rules) == 12)
    #expect(changed.title == "ours" && changed.pages == 2 && other.title == "theirs" && !context.canUndo)
    #expect(throws: SaveFailure.self) { try context.save() }
    context.conflicts = .keepOurs
    try context.save()
    #expect(changed.title == "ours" && changed.pages == 3)
    #expect(throws: StoreIssue.self) { _ = try context.group { try context.batchDelete(Volume.self, rules: rules) } }
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func aFileThatIsWrittenAsAWholeIsWritten(_ rules: BatchRules) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("batch-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let context = try context(path: path)
    try context.batchDelete(Volume.self, "pages > 100", rules: rules)
    try context.batchUpdate(Volume.self, set: ["lent": true], rules: rules)
    let other = try ObjectContext(path: path, kind: .json, classes: Self.classes)
    #expect(try other.count(Volume.self, "lent == YES") == 6)
    #expect(try other.count(Volume.self) == 6)
  }

  @Test func upsertsOneObject() throws {
    let context = try context(2)
    let known = try context.upsert(Volume.self, by: ["isbn": "a1"])
    #expect(known.pages == 2 && !known.isInserted)
    let new = try context.upsert(Volume.self, by: ["isbn": "zz"])
    #expect(new.isInserted && new.isbn == "zz")
    new.pages = 9
    #expect(try context.upsert(Volume.self, by: ["isbn": "zz"]) === new)
    known.isbn = "moved"
    #expect(try context.upsert(Volume.self, by: ["isbn": "moved"]) === known)
    let second = try context.upsert(Volume.self, by: ["isbn": "a1"])
    #expect(second !== known && second.isInserted)
    second.pages = 1
    try context.save()
    #expect(try context.fetch(Volume.self, sortedBy: "isbn").map(\.isbn) == ["a0", "a1", "b0", "b1", "moved", "zz"])
    #expect(throws: StoreIssue.self) { try context.upsert(Volume.self, by: ["shelf": "x"]) }
  }

  @Test func theSameAsObjectsOneByOne() throws {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<30 {
      let limit = next(8)
      let conditions: [QueryFormat] = [
        "pages > \(limit)", "isbn ENDSWITH \(String(limit))", "shelf.label == 'a' OR pages == \(100 + limit)",
        "topics.@count > 0", "title == nil", "NOT (pages IN {1, 2, 101})",
      ]
      let condition = conditions[next(conditions.count)]
      let states = try [BatchRules.respected, .skipped].map { rules in
        let context = try context()
        let count = try context.batchUpdate(Volume.self, condition, set: ["due": .date(3), "lent": true], rules: rules)
        let deleted = try context.batchDelete(Volume.self, condition, rules: rules)
        let left = try context.fetch(Volume.self, sortedBy: "isbn").map { "\($0.isbn) \($0.lent)" }
        return ["\(count) \(deleted)"] + left
      }
      #expect(states[0] == states[1], "seed \(seed), \(condition)")
    }
  }
}
