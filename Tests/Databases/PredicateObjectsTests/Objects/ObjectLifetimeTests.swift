import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Which references keep objects in memory, when objects are freed, and how objects behave after their context is gone. The tests count instances.
@Suite(.serialized) struct ObjectLifetimeTests {
  class Counted: StoredObject {
    fileprivate static let count = Locked(0)

    required init(_ place: ObjectPlace) {
      super.init(place)
      Self.count.withLock { $0 += 1 }
    }

    deinit { Self.count.withLock { $0 -= 1 } }
  }

  final class Author: Counted {
    override class var entityName: String { "Author" }
    @Stored var name: String
    @Stored var age: Int
    @ToOne var mentor: Author?
    @ToMany(inverse: \.mentor) var pupils: [Author]
    @ToMany(inverse: \.author) var books: [Book]
  }

  final class Book: Counted {
    override class var entityName: String { "Book" }
    @Stored var title: String
    @ToOne var author: Author?
    @ToMany(inverse: \.books) var genres: [Genre]
  }

  final class Genre: Counted {
    override class var entityName: String { "Genre" }
    @Stored var name: String
    @ToMany var books: [Book]
  }

  private static let classes: [StoredObject.Type] = [Author.self, Book.self, Genre.self]
  private static var count: Int { Counted.count.withLock { $0 } }

  /// Three authors with two books each, all of two genres.
  private static func database() throws -> PredicateDatabase {
    let context = try ObjectContext(classes: classes)
    let genres = try ["tale", "song"].map { name in
      let genre = try context.insert(Genre.self)
      genre.name = name
      return genre
    }
    var authors: [Author] = []
    for name in ["Ada", "Ben", "Cleo"] {
      let author = try context.insert(Author.self)
      (author.name, author.age, author.mentor) = (name, 36, authors.last)
      authors.append(author)
      for number in 1...2 {
        let book = try context.insert(Book.self)
        (book.title, book.author, book.genres) = ("\(name) \(number)", author, genres)
      }
    }
    try context.save()
    return context.database
  }

  private static func context(_ database: PredicateDatabase) throws -> ObjectContext {
    try ObjectContext(database, classes: classes)
  }

  /// Reads every relationship in both directions.
  private static func walk(_ authors: [Author]) -> [String] {
    authors.map { author in
      let books = author.books.map { book in
        "\(book.title) \(book.author?.name ?? "-") \(book.genres.map { "\($0.name)\($0.books.count)" })"
      }
      return "\(author.name) \(author.mentor?.name ?? "-") \(author.pupils.map(\.name)) \(books)"
    }
  }

  @Test func fetchedAndDroppedObjectsAreFreed() throws {
    let context = try Self.context(Self.database())
    try #require(context.database.writer).write { connection in
      try connection.execute(
        sql: """
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
          INSERT INTO Author (name, age) SELECT 'author ' || i, i FROM n
          """)
    }
    let former = Self.count
    do {
      let all = try context.fetch(Author.self)
      #expect(all.count == 100_003 && Self.count == former + 100_003)
      #expect(all.reduce(0) { $0 + $1.age } == 5_000_050_000 + 3 * 36)
      #expect(try context.fetch(Author.self, "age == 7").first === all.first { $0.age == 7 })
    }
    #expect(Self.count == former)
    #expect(try context.fetch(Author.self, batchSize: 100).count == 100_003)
    #expect(Self.count == former)
    try context.fetch(Author.self, "age == 7").first?.age = 8
    #expect(try context.fetch(Author.self, "age > 5", sortedBy: "age").map(\.age).prefix(3) == [6, 8, 8])
    #expect(Self.count == former + 1)
    #expect(try context.count(Author.self, "age == 8") == 2)
  }

  @Test func changesAndStepsHoldObjects() throws {
    let context = try Self.context(Self.database())
    let former = Self.count
    try context.fetch(Author.self, "name == 'Ada'").first?.age = 40
    #expect(Self.count == former + 1 && context.hasChanges)
    try context.save()
    #expect(Self.count == former + 1)
    context.undo()
    #expect(try context.fetch(Author.self, "age == 36").count == 3)
    try context.save()
    context.undoLimit = 0
    #expect(Self.count == former)
    try context.fetch(Author.self, "name == 'Ada'").first?.age = 41
    #expect(!context.canUndo && context.hasChanges && Self.count == former + 1)
    try context.save()
    #expect(Self.count == former)
    do {
      let author = try context.insert(Author.self)
      (author.name, author.age) = ("Dan", 1)
      try context.delete(author)
    }
    try context.save()
    #expect(Self.count == former)
  }

  /// Reading a relationship fetches it for all objects of the same fetch. The fetched objects stay in memory although only the context refers to them.
  @Test func prefetchedObjectsStay() throws {
    let database = try Self.database()
    let context = try Self.context(database)
    let former = Self.count
    do {
      let books = try context.fetch(Book.self, sortedBy: "title")
      let statements = try StatementCount(database)
      #expect(books.map { $0.author?.name } == ["Ada", "Ada", "Ben", "Ben", "Cleo", "Cleo"])
      #expect(books.map { $0.author?.mentor?.name } == [nil, nil, "Ada", "Ada", "Ben", "Ben"])
      #expect(try statements.stop() == 1)
      // An optimised program releases the books after their last use.
      withExtendedLifetime(books) { #expect(Self.count == former + 9) }
    }
    #expect(Self.count == former)
  }

  @Test func whatWasLoadedReadsAfterTheContext() throws {
    let database = try Self.database()
    let former = Self.count
    func load() throws -> (authors: [Author], walk: [String]) {
      let context = try Self.context(database)
      let authors = try context.fetch(Author.self, sortedBy: "name")
      return (authors, Self.walk(authors))
    }
    do {
      let (authors, walk) = try load()
      let ada = authors[0]
      #expect(ada.context == nil && ada.isLoaded && "\(ada.id)" == "Author[1]")
      #expect(authors.map(\.name) == ["Ada", "Ben", "Cleo"] && ada.age == 36)
      let age = try ada.value(of: "age")
      #expect("\(age)" == "\(QueryValue.integer(36))")
      for author in authors {
        #expect(author.books.map(\.title) == ["\(author.name) 1", "\(author.name) 2"])
        #expect(author.books.allSatisfy { $0.author === author })
      }
      #expect(authors.map { $0.mentor?.name } == [nil, "Ada", "Ben"])
      #expect(walk.count == 3)
    }
    // Circles of objects do not keep them.
    #expect(Self.count == former)
    for _ in 0..<20 { _ = try load() }
    #expect(Self.count == former)
  }

  /// A chain of objects, each of which only the one before it holds, is freed without a deep stack.
  @Test func longChainsAreFreed() throws {
    let database = try Self.database()
    try #require(database.writer).write { connection in
      try connection.execute(
        sql: """
          WITH RECURSIVE n(i) AS (VALUES (1001) UNION ALL SELECT i + 1 FROM n WHERE i < 61000)
          INSERT INTO Author (id, name, age, mentor_id) SELECT i, 'author', 1, CASE WHEN i > 1001 THEN i - 1 END FROM n
          """)
    }
    let former = Self.count
    func lastAuthor() throws -> Author {
      try #require(try Self.context(database).fetch(Author.self, "id > 1000", sortedBy: "id").last)
    }
    do {
      let last = try lastAuthor()
      #expect(Self.count == former + 60_000)
      var (author, length) = (last, 1)
      while let mentor = author.mentor { (author, length) = (mentor, length + 1) }
      #expect(length == 60_000)
    }
    #expect(Self.count == former)
  }

  @Test func anythingElseFailsAfterTheContext() throws {
    let database = try Self.database()
    let failures = Locked<[String]>([])
    func load(_ batchSize: Int?) throws -> [Author] {
      let context = try Self.context(database)
      context.onFailure = { error in failures.withLock { $0.append((error as? StoreIssue)?.code ?? "other") } }
      return try context.fetch(Author.self, sortedBy: "name", batchSize: batchSize)
    }
    func isRefused(_ body: () throws -> Void) -> Bool {
      (#expect(throws: StoreIssue.self) { try body() })?.kind == .otherContext
    }
    let ada = try load(nil)[0]
    #expect(ada.name == "Ada" && failures.withLock { $0.isEmpty })
    #expect(ada.books.isEmpty && failures.withLock { $0.count } == 1)
    ada.name = "Eve"
    ada.books = []
    #expect(ada.name == "Ada" && failures.withLock { $0 } == Array(repeating: "other-context", count: 3))
    #expect(isRefused { try ada.set("age", to: .integer(1)) })
    #expect(isRefused { _ = try ada.objects(of: "books") })
    #expect(isRefused { try ada.setObjects([], of: "books") })
    let context = try Self.context(database)
    #expect(isRefused { try context.delete(ada) })
    #expect(isRefused { try context.refresh(ada, mergingChanges: false) })
    let unread = try load(1)[1]
    #expect(!unread.isLoaded && isRefused { _ = try unread.value(of: "name") })
    #expect(unread.age == 0 && failures.withLock { $0.count } == 4)
  }

  @Test func withoutAFunctionForFailuresTheProgramEnds() async {
    await #expect(processExitsWith: .failure) {
      func load() throws -> Author? {
        let context = try Self.context(Self.database())
        return try context.fetch(Author.self).first
      }
      _ = try load()?.books
    }
  }

  @Test func resetLetsGo() throws {
    let context = try Self.context(Self.database())
    let former = Self.count
    let ada = try #require(try context.fetch(Author.self, "name == 'Ada'").first)
    let walk = Self.walk(try context.fetch(Author.self))
    ada.age = 1
    try context.delete(#require(try context.fetch(Genre.self).first))
    #expect(Self.count == former + 11)
    context.reset()
    #expect(!context.hasChanges && !context.canUndo && ada.context == nil && ada.age == 1)
    #expect(Self.count < former + 11)
    let again = try #require(try context.fetch(Author.self, "name == 'Ada'").first)
    #expect(again !== ada && again.age == 36)
    #expect(try Self.walk(context.fetch(Author.self)) == walk)
    again.age = 2
    try context.save()
    #expect(try context.count(Author.self, "age == 2") == 1)
  }

  @Test func resetFreesCircles() throws {
    let context = try Self.context(Self.database())
    let former = Self.count
    for _ in 0..<3 {
      _ = Self.walk(try context.fetch(Author.self))
      // Books and genres hold each other.
      #expect(Self.count == former + 8)
      context.reset()
      #expect(Self.count == former)
    }
    _ = Self.walk(try context.fetch(Author.self))
    context.rollback()
    #expect(Self.count == former)
  }

  @Test func refreshMergesChanges() throws {
    let database = try Self.database()
    let (context, other) = try (Self.context(database), Self.context(database))
    let ada = try #require(try context.fetch(Author.self, "name == 'Ada'").first)
    ada.age = 50
    let theirs = try #require(try other.object(for: ada.id) as? Author)
    (theirs.name, theirs.age) = ("Ada L.", 37)
    try other.save()
    try context.refresh(ada, mergingChanges: true)
    #expect(ada.name == "Ada L." && ada.age == 50 && ada.hasChanges)
    try context.save()
    try other.refresh(theirs, mergingChanges: true)
    #expect(theirs.age == 50 && !theirs.hasChanges)
    theirs.name = "gone"
    try other.delete(theirs)
    try other.save()
    #expect(throws: StoreIssue.self) { try context.refresh(ada, mergingChanges: true) }
  }

  @Test func refreshTakesChangesBack() throws {
    let context = try Self.context(Self.database())
    let authors = try context.fetch(Author.self, sortedBy: "name")
    let book = try #require(try context.fetch(Book.self, "title == 'Ada 1'").first)
    let before = Self.walk(authors)
    (book.title, book.author, book.genres) = ("x", authors[2], [])
    #expect(authors[0].books.count == 1 && context.hasChanges)
    try context.refresh(book, mergingChanges: false)
    #expect(!context.hasChanges && !book.isLoaded && Self.walk(authors) == before)
    context.undo()
    #expect(book.title == "x" && book.author === authors[2] && book.genres.isEmpty)
    try context.delete(book)
    try context.refresh(book, mergingChanges: false)
    #expect(!book.isDeleted && !context.hasChanges && Self.walk(authors) == before)
    let new = try context.insert(Author.self)
    new.name = "Dan"
    try context.refresh(new, mergingChanges: false)
    #expect(new.name == "Dan" && new.isInserted)
  }

  @Test(arguments: [1, 2, 3, 7]) func undoHasALimit(_ limit: Int) throws {
    let context = try Self.context(Self.database())
    context.undoLimit = limit
    let ada = try #require(try context.fetch(Author.self, "name == 'Ada'").first)
    for age in 1...20 {
      // Every third step changes two attributes as one group.
      try context.group {
        ada.age = age
        if age.isMultiple(of: 3) { ada.name = "Ada \(age)" }
      }
      #expect(throws: CancellationError.self) {
        try context.group {
          ada.age = 100
          throw CancellationError()
        }
      }
      #expect(ada.age == age && context.canUndo)
    }
    var steps = 0
    while context.canUndo {
      context.undo()
      steps += 1
      #expect(ada.age == 20 - steps)
    }
    #expect(steps == limit)
    while context.canRedo { context.redo() }
    #expect(ada.age == 20)
    context.undoLimit = 0
    #expect(!context.canUndo && !context.canRedo)
    context.undoLimit = nil
    for age in 30..<40 { ada.age = age }
    for _ in 0..<10 { context.undo() }
    #expect(ada.age == 20)
  }
}
