import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// The rows of a database as objects. Relationships are fetched when they are first read, for many rows at once.
@Suite struct LinkedRowsTests {
  private static let fixture = ContractFixture()

  /// Rows of a database, with the number of statements that fetched them.
  private static func rows() throws -> (rows: LinkedRows, count: Locked<Int>) {
    let database = MemoryDatabase(fixture, fixture.model)
    let count = Locked(0)
    let rows = LinkedRows(model: fixture.model) { fetch in
      count.withLock { $0 += 1 }
      return try database.rows(of: fetch)
    }
    return (rows, count)
  }

  private static func all(_ entity: String, _ rows: LinkedRows) throws -> [LinkedRow] {
    rows.add(try MemoryDatabase(fixture, fixture.model).rows(of: EntityFetch(entity)), of: entity)
  }

  @Test("Relationships of forty rows take a few statements", arguments: ["chapters", "author", "editor"])
  func followed(name: String) throws {
    let (rows, count) = try Self.rows()
    let books = try Self.all("Book", rows)
    let oracle = try Self.all("Book", try Self.rows().rows)
    try #require(books.count == 40)
    for (book, other) in zip(books, oracle) {
      let value = book.value(forKey: name), alone = other.value(forKey: name)
      #expect(Self.references(value) == Self.references(alone))
    }
    #expect(count.withLock { $0 } <= 5)
    try rows.check()
  }

  @Test(
    "Relationships by keys of other types than integers take a few statements",
    arguments: [
      ("Note", "shelf"), ("Note", "chapter"), ("Shelf", "parent"), ("Shelf", "notes"), ("Chapter", "notes"),
      ("Person", "country"),
    ])
  func followedByValues(entity: String, name: String) throws {
    let (rows, count) = try Self.rows()
    let objects = try Self.all(entity, rows)
    let oracle = FixtureGraph(Self.fixture).fetches
    let expected = try oracle.objects(entity).map { Self.texts($0.value(forKey: name)) }
    #expect(objects.map { Self.texts($0.value(forKey: name)) } == expected)
    #expect(expected.contains { !$0.isEmpty })
    // Each value that reads as nil may be a key, and costs one statement, in addition to the statements for many rows.
    let missing = expected.count { $0.isEmpty }
    #expect(count.withLock { $0 } <= 6 + missing)
    try rows.check()
  }

  @Test(
    "Many-to-many relationships take two statements for many rows", arguments: [("Book", "tags"), ("Tag", "books")])
  func followedByPairs(entity: String, name: String) throws {
    let (rows, count) = try Self.rows()
    let objects = try Self.all(entity, rows)
    let oracle = FixtureGraph(Self.fixture).fetches
    let expected = try oracle.objects(entity).map { Self.references($0.value(forKey: name)) }
    #expect(objects.map { Self.references($0.value(forKey: name)) } == expected)
    #expect(expected.count { $0.count > 1 } > 2 && Set(expected.joined()).count < expected.joined().count)
    // Two statements for each of 1, 4, 16 and 64 rows.
    #expect(count.withLock { $0 } <= 8)
    try rows.check()
  }

  @Test("Other rows do not refer to rows with some of their values") func partOfValues() throws {
    let (rows, _) = try Self.rows()
    let whole = try MemoryDatabase(Self.fixture, Self.fixture.model).rows(of: EntityFetch("Person"))
    let names = ["id", "boss"]
    let places = try names.map { name in try #require(whole.columns.firstIndex(of: name)) }
    let part = ResultTable(columns: names, rows: whole.rows.map { row in places.map { row[$0] } })
    let persons = rows.add(part, of: "Person")
    let bosses = persons.compactMap { person -> QueryValue? in
      if case .object(let boss)? = person.value(forKey: "boss") { boss.value(forKey: "name") } else { nil }
    }
    #expect(bosses.count > 20 && !bosses.contains { $0.isNull })
    try rows.check()
  }

  @Test("Relationships of related rows take a few statements") func followedTwice() throws {
    let (rows, count) = try Self.rows()
    var names: [String] = []
    for book in try Self.all("Book", rows) {
      guard case .object(let author)? = book.value(forKey: "author"),
        case .object(let boss)? = author.value(forKey: "boss"),
        case .string(let name)? = boss.value(forKey: "name")
      else { continue }
      names.append(name)
    }
    #expect(names.count > 20)
    #expect(count.withLock { $0 } <= 10)
    try rows.check()
  }

  @Test("One row takes one statement") func one() throws {
    let (rows, count) = try Self.rows()
    let book = try #require(try Self.all("Book", rows).first)
    _ = book.value(forKey: "chapters")
    _ = book.value(forKey: "chapters")
    #expect(count.withLock { $0 } == 1)
  }

  @Test("Rows that are not used are freed") func areFreed() throws {
    weak var held: LinkedRows?
    do {
      let (rows, _) = try Self.rows()
      held = rows
      let books = try Self.all("Book", rows)
      #expect(books.compactMap { $0.value(forKey: "chapters") }.count == 40)
      #expect(held != nil)
    }
    #expect(held == nil)
  }

  /// The attributes of the objects of a relationship.
  private static func texts(_ value: QueryValue?) -> [String] {
    switch value {
    case .array(let values)?: values.flatMap { texts($0) }.sorted()
    case .object(let object)?: [text(object)]
    default: []
    }
  }

  private static func text(_ object: any QueryObject) -> String {
    let entity = fixture.model.entity(named: object.entityName)
    return (entity?.attributes ?? []).map { (object.value(forKey: $0.name) ?? .null).debugDescription }.joined(
      separator: ",")
  }

  private static func references(_ value: QueryValue?) -> [ObjectReference?] {
    switch value {
    case .array(let values)?: values.flatMap { references($0) }
    case .object(let object)?: [object.reference]
    default: [nil]
    }
  }
}
