import Foundation
import GRDB
import PredicateDemo
import PredicateModel
import PredicateSQLite
import PredicateObjects
import Testing

final class Movie: StoredObject {
  @Stored var title: String
  @Stored var year: Int
  @Stored var rating: Double?
  @Stored var genre: String
  @Stored var lent: Bool
  @Stored var lentOn: Date?
  @ToOne var lentToFriend: Friend?
  @ToMany var tags: [Tag]
  @ToMany var loans: [Loan]
}

final class Friend: StoredObject {
  @Stored var friendName: String
  @Stored var email: String?
  @ToMany var lentMovies: [Movie]
  @ToMany var loans: [Loan]
  @ToMany var friends: [Friend]
}

final class Tag: StoredObject {
  override class var entityName: String { "Tag" }
  @Stored var name: String
  @ToMany var movies: [Movie]
}

final class Loan: StoredObject {
  @Stored var lentOn: Date
  @Stored var returnedOn: Date?
  @ToOne var movie: Movie?
  @ToOne var friend: Friend?
}

enum MovieObjects {
  static let classes: [StoredObject.Type] = [Movie.self, Friend.self, Tag.self, Loan.self]

  static func database() throws -> PredicateDatabase { try PredicateDatabase.demo() }

  static func context() throws -> ObjectContext { try ObjectContext(database(), classes: classes) }
}
