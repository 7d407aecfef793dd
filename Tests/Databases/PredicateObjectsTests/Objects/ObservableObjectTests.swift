import Observation
import PredicateObjects
import PredicateSQLite
import Synchronization
import Testing

/// Objects of an observable context report to Observation which properties are read and which change.
@Suite struct ObservableObjectTests {
  private func context() throws -> ObjectContext {
    let context = try MovieObjects.context()
    context.isObservable = true
    return context
  }

  /// Returns whether Observation reports a change (0 or 1) of the properties that `read` reads, while `change` runs.
  private func reports(of read: () -> Void, by change: () throws -> Void) rethrows -> Int {
    let count = Mutex(0)
    let note: @Sendable () -> Void = { count.withLock { $0 += 1 } }
    withObservationTracking(read, onChange: note)
    try change()
    return count.withLock { $0 }
  }

  @Test func attributes() throws {
    let context = try context()
    let movies = try context.fetch(Movie.self, sortedBy: "title", limit: 2)
    let (movie, other) = (movies[0], movies[1])
    #expect(reports(of: { _ = movie.title }, by: { movie.title = "Alien" }) == 1)
    #expect(reports(of: { _ = movie.title }, by: { movie.year = 1979 }) == 0)
    #expect(reports(of: { _ = movie.title }, by: { other.title = "Aliens" }) == 0)
    // Assigning the same value is not a change.
    #expect(reports(of: { _ = movie.title }, by: { movie.title = "Alien" }) == 0)
    #expect(
      try reports(of: { _ = try? movie.value(of: "rating") }, by: { try movie.set("rating", to: .double(8)) }) == 1)
    // The change is reported before it happens.
    let before = Mutex("")
    let read = UncheckedReader { movie.title }
    withObservationTracking {
      _ = movie.title
    } onChange: {
      before.withLock { $0 = read.value() }
    }
    movie.title = "Heat"
    #expect(before.withLock { $0 } == "Alien")
  }

  @Test func bothEndsOfRelationships() throws {
    let context = try context()
    let friends = try context.fetch(Friend.self, sortedBy: "friendName", limit: 2)
    let (anna, ben) = (friends[0], friends[1])
    let movie = try #require(try context.first(Movie.self, "lentToFriend == \(anna)"))
    #expect(reports(of: { _ = anna.lentMovies }, by: { movie.lentToFriend = ben }) == 1)
    #expect(reports(of: { _ = ben.lentMovies }, by: { movie.lentToFriend = nil }) == 1)
    #expect(reports(of: { _ = movie.lentToFriend }, by: { anna.lentMovies.append(movie) }) == 1)
    #expect(reports(of: { _ = ben.lentMovies }, by: { movie.lentToFriend = anna }) == 0)
    let tag = try #require(try context.first(Tag.self))
    movie.tags = []
    #expect(reports(of: { _ = tag.movies }, by: { movie.tags = [tag] }) == 1)
    #expect(reports(of: { _ = movie.tags }, by: { tag.movies = [] }) == 1)
    (anna.friends, ben.friends) = ([], [])
    #expect(reports(of: { _ = ben.friends }, by: { anna.friends = [ben] }) == 1)
  }

  @Test func insertionsAndDeletions() throws {
    let context = try context()
    let movie = try #require(try context.first(Movie.self, "loans.@count > 1"))
    let loan = try #require(movie.loans.first)
    #expect(try reports(of: { _ = movie.loans }, by: { try context.delete(loan) }) == 1)
    #expect(reports(of: { _ = movie.loans.count }, by: { context.undo() }) == 1)
    #expect(try reports(of: { _ = movie.loans.count }, by: { try context.insert(Loan.self).movie = movie }) == 1)
  }

  @Test func undoRevertAndRefresh() throws {
    let context = try context()
    let movie = try #require(try context.first(Movie.self, sortedBy: "title"))
    movie.title = "Alien"
    #expect(reports(of: { _ = movie.title }, by: { context.undo() }) == 1)
    #expect(reports(of: { _ = movie.title }, by: { context.redo() }) == 1)
    #expect(reports(of: { _ = movie.title }, by: { context.rollback() }) == 1)
    #expect(try reports(of: { _ = movie.title }, by: { try context.refresh(movie, mergingChanges: false) }) == 1)
    #expect(reports(of: { _ = movie.title }, by: { context.reset() }) == 1)
  }

  @Test func rowsOfOthers() throws {
    let context = try context()
    let movie = try #require(try context.first(Movie.self, sortedBy: "title"))
    let other = try ObjectContext(context.database, classes: MovieObjects.classes)
    try #require(try other.first(Movie.self, sortedBy: "title")).title = "Alien"
    try other.save()
    #expect(try reports(of: { _ = movie.title }, by: { _ = try context.fetch(Movie.self) }) == 1)
    #expect(movie.title == "Alien")
    // Reading the same row again is not a change. Otherwise a view that fetches would be redrawn without end.
    #expect(try reports(of: { _ = (movie.title, movie.lentToFriend) }, by: { _ = try context.fetch(Movie.self) }) == 0)
    #expect(try reports(of: { _ = movie.title }, by: { try context.batchUpdate(Movie.self, set: ["title": "x"]) }) == 1)
  }

  @Test func onlyInAnObservableContext() throws {
    let context = try MovieObjects.context()
    #expect(!context.isObservable)
    let movie = try #require(try context.first(Movie.self))
    #expect(reports(of: { _ = movie.title }, by: { movie.title = "Alien" }) == 0)
    context.isObservable = true
    #expect(reports(of: { _ = movie.title }, by: { movie.title = "Heat" }) == 1)
    context.isObservable = false
    #expect(reports(of: { _ = movie.title }, by: { movie.title = "Her" }) == 0)
  }
}

/// Reads an object in a report, which runs on the thread that changes the object.
private struct UncheckedReader: @unchecked Sendable {
  let value: () -> String

  init(_ value: @escaping () -> String) { self.value = value }
}
