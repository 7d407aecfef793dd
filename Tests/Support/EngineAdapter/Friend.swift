import Foundation
import PredicateEngine
import PredicateMemory
import PredicateReference

final class Friend: QueryableProperties {
  let friendName: String
  let email: String?
  let birthday: Date?
  var lentMovies: [Movie] = []
  var loans: [Loan] = []
  var friends: [Friend] = []

  init(_ row: FixtureRow) {
    friendName = row.text("friendName") ?? ""
    email = row.text("email")
    birthday = row.date("birthday")
  }

  static let queryProperties: [QueryProperty<Friend>] =
    InPlaceReads.areOn
    ? [.storedFields]
    : [
      QueryProperty("friendName", \.friendName),
      QueryProperty("email", \.email),
      QueryProperty("birthday", \.birthday),
      QueryProperty("lentMovies", \.lentMovies),
      QueryProperty("loans", \.loans),
      QueryProperty("friends", \.friends),
    ]
}
