import Foundation
import PredicateObjects

/// The films of one person, and who has them.
struct Library {
  let context: ObjectContext

  /// Why a film cannot be lent.
  struct Refusal: Error {
    let reason: String
  }

  init(_ database: PredicateDatabase) throws {
    context = try ObjectContext(database, classes: [Movie.self, Friend.self, Loan.self])
  }

  func movie(_ title: String) throws -> Movie? { try context.fetch(Movie.self, "title == \(title)").first }

  func friend(_ name: String) throws -> Friend? { try context.fetch(Friend.self, "friendName == \(name)").first }

  /// Lends a film: one step of undoing.
  func lend(_ movie: Movie, to friend: Friend, on date: Date) throws {
    if let other = movie.lentToFriend { throw Refusal(reason: "\(movie.title) is with \(other.friendName)") }
    try context.group {
      movie.lentToFriend = friend
      movie.lent = true
      movie.lentOn = date
      let loan = try context.insert(Loan.self)
      loan.movie = movie
      loan.friend = friend
      loan.lentOn = date
    }
  }

  /// Takes a film back.
  func takeBack(_ movie: Movie, on date: Date) throws {
    try context.group {
      movie.lentToFriend = nil
      movie.lent = false
      movie.lentOn = nil
      for loan in movie.loans where loan.returnedOn == nil { loan.returnedOn = date }
    }
  }
}
