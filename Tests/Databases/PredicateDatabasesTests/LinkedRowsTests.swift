import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// Rows of a database as objects, whose relationships are followed on demand.
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

  @Test("Nothing holds rows that nobody uses") func areFreed() throws {
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

  private static func references(_ value: QueryValue?) -> [ObjectReference?] {
    switch value {
    case .array(let values)?: values.flatMap { references($0) }
    case .object(let object)?: [object.reference]
    default: [nil]
    }
  }
}
