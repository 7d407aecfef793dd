import GRDB
import PredicateModel
import PredicateSQLite

/// The movie-lending database that the shell opens: 200 films, twelve friends, fifteen tags and 300 loans, the same bytes every time. The same schema
/// can also be filled at any size.
public enum DemoDatabase {
  /// The model of the demo: ``DataModel/movies``.
  public static let model = DataModel.movies

  /// Creates and fills the demo's tables in a database that has none of them, in one transaction.
  ///
  /// - Throws: `DatabaseError` if SQLite refuses. ``DemoDataIssue`` and ``ModelIssue`` are only thrown if the demo's own data are wrong, which tests
  ///   exclude.
  public static func create(in database: Database) throws {
    try fill(database) { writer in
      let friends = try FriendList.friends()
      for (index, friend) in friends.enumerated() { try writer.write(friend, id: index + 1) }
      for (one, other) in FriendList.friendships { try writer.writeFriendship(of: one, with: other) }
      for (index, name) in TagList.names.enumerated() { try writer.writeTag(name, id: index + 1) }
      let films = try FilmList.films()
      let plan = LendingPlan(films: films.count, friends: friends.count, seed: seed)
      var loans: [DemoLoan] = []
      for (index, film) in films.enumerated() {
        let history = plan.loans(ofFilm: index + 1)
        try writer.write(film, id: index + 1, openLoan: history.last { $0.returnedOn == nil })
        loans += history
      }
      // Loans are sorted by date, so that their ids follow their dates.
      loans.sort { ($0.lentOn, $0.movie) < ($1.lentOn, $1.movie) }
      for (index, loan) in loans.enumerated() { try writer.write(loan, id: index + 1) }
    }
  }

  /// A demo database in memory.
  ///
  /// - Throws: ``DatabaseIssue``.
  public static func makeQueue(
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws(DatabaseIssue) -> DatabaseQueue {
    try DatabaseIssue.convertingErrors(path: "demo") {
      let queue = try DatabaseQueue(configuration: configuration)
      try queue.write { try create(in: $0) }
      return queue
    }
  }

  /// Creates the demo's tables and fills them. Films are made from word lists, and friends, tags and loans in the demo's proportions: 12, 15 and 300
  /// for 200 films. The same seed and size give the same rows. Rows are written while they are made; a film takes two bytes of memory during the work.
  ///
  /// - Parameters:
  ///   - movies: The number of films; a negative number means 0.
  ///   - seed: Any number.
  ///   - progress: Called now and then with the state of the work. An error that it throws ends the work, and nothing is written.
  /// - Throws: `DatabaseError` if SQLite refuses, and the errors of `progress`.
  public static func generate(
    movies: Int, seed: UInt64, into database: Database, progress: (DemoProgress) throws -> Void = { _ in }
  ) throws {
    let generator = DemoGenerator(movies: max(0, movies), seed: seed)
    try fill(database, progress: progress) { writer in
      try generator.write(with: writer) { try progress(DemoProgress(work: .movies, done: $0, total: max(0, movies))) }
    }
  }

  private static let seed: UInt64 = 2026

  private static func fill(
    _ database: Database, progress: (DemoProgress) throws -> Void = { _ in }, with rows: (DemoWriter) throws -> Void
  ) throws {
    let modelText = try model.jsonText()
    try database.inSavepoint {
      try database.execute(sql: DemoSchema.tables)
      try rows(DemoWriter(database))
      for (position, index) in DemoSchema.indexes.enumerated() {
        try progress(DemoProgress(work: .indexes, done: position, total: DemoSchema.indexes.count))
        try database.execute(sql: index)
      }
      try ModelTable.write(modelText, to: database)
      return .commit
    }
  }
}

extension PredicateDatabase {
  /// A new demo database in memory.
  ///
  /// ```swift
  /// try PredicateDatabase.demo().count(EntityFetch("Movie"))  // 200
  /// ```
  ///
  /// - Throws: ``DatabaseIssue`` if SQLite cannot create the database.
  public static func demo(
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws(DatabaseIssue) -> PredicateDatabase {
    try PredicateDatabase(
      name: "demo", queue: DemoDatabase.makeQueue(configuration: configuration), file: .whole(DemoDatabase.model))
  }
}

/// The progress of making a large demo.
public struct DemoProgress: Sendable, Hashable {
  /// The kind of rows or indexes that are being made.
  public enum Work: Sendable {
    /// Films, with their tags and loans.
    case movies
    /// Indexes over the rows.
    case indexes
  }

  /// The current kind of work.
  public let work: Work
  /// The number that is finished.
  public let done: Int
  /// The total number.
  public let total: Int
}
