import GRDB
import PredicateModel
import PredicateSQLite

/// Puts rows into the tables of the demo, with statements that are prepared once.
struct DemoWriter {
  private let friend: RawStatement
  private let friendship: RawStatement
  private let tag: RawStatement
  private let movie: RawStatement
  private let movieTag: RawStatement
  private let loan: RawStatement

  /// A writer for tables that exist and are empty.
  init(_ database: Database) throws {
    friend = try RawStatement(database, "INSERT INTO Friend VALUES (?, ?, ?, ?)")
    friendship = try RawStatement(database, "INSERT INTO Friend_friends VALUES (?, ?)")
    tag = try RawStatement(database, "INSERT INTO Tag VALUES (?, ?)")
    movie = try RawStatement(database, "INSERT INTO Movie VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    movieTag = try RawStatement(database, "INSERT INTO Movie_tags VALUES (?, ?)")
    loan = try RawStatement(database, "INSERT INTO Loan VALUES (?, ?, ?, ?, ?, ?)")
  }

  func write(_ friend: DemoFriend, id: Int) throws {
    try self.friend.run(.id(id), .text(friend.name), .optional(friend.email), .optional(friend.birthday))
  }

  /// Makes two friends each other's friends.
  func writeFriendship(of one: Int, with other: Int) throws {
    try friendship.run(.id(one), .id(other))
    try friendship.run(.id(other), .id(one))
  }

  func writeTag(_ name: String, id: Int) throws {
    try tag.run(.id(id), .text(name))
  }

  /// Adds a film with its tags. If a loan is open, `lentToFriend` and `lentOn` repeat its values.
  func write(_ film: DemoFilm, id: Int, openLoan: DemoLoan?) throws {
    try movie.run(
      .id(id), .text(film.title), .id(film.year), .optional(film.rating), .text(film.genre), .optional(film.summary),
      .integer(openLoan == nil ? 0 : 1), .optional(openLoan?.lentOn), openLoan.map { .id($0.friend) } ?? .null)
    for tag in film.tags { try movieTag.run(.id(id), .id(tag)) }
  }

  /// Adds a loan of an existing film.
  func write(_ loan: DemoLoan, id: Int) throws {
    try self.loan.run(
      .id(id), .real(loan.lentOn), .optional(loan.returnedOn), .optional(loan.note), .id(loan.movie), .id(loan.friend))
  }
}

extension StoredValue {
  fileprivate static func id(_ value: Int) -> StoredValue { .integer(Int64(value)) }
  fileprivate static func optional(_ value: String?) -> StoredValue { value.map { .text($0) } ?? .null }
  fileprivate static func optional(_ value: Double?) -> StoredValue { value.map { .real($0) } ?? .null }
}
