import Foundation
import PredicateEngine
import PredicateMemory
import PredicateReference

final class Movie: QueryableProperties {
  let title: String
  let year: Int
  let rating: Double?
  let genre: String
  let movieDescription: String?
  let lent: Bool
  let lentOn: Date?
  var lentToFriend: Friend?
  var tags: [Tag] = []
  var loans: [Loan] = []

  init(_ row: FixtureRow) {
    title = row.text("title") ?? ""
    year = Int(row.id("year") ?? 0)
    rating = row.number("rating")
    genre = row.text("genre") ?? ""
    movieDescription = row.text("movieDescription")
    lent = row.boolean("lent")
    lentOn = row.date("lentOn")
  }

  static let queryProperties: [QueryProperty<Movie>] =
    InPlaceReads.areOn
    ? [.storedFields]
    : [
      QueryProperty("title", \.title),
      QueryProperty("year", \.year),
      QueryProperty("rating", \.rating),
      QueryProperty("genre", \.genre),
      QueryProperty("movieDescription", \.movieDescription),
      QueryProperty("lent", \.lent),
      QueryProperty("lentOn", \.lentOn),
      QueryProperty("lentToFriend", \.lentToFriend),
      QueryProperty("tags", \.tags),
      QueryProperty("loans", \.loans),
    ]
}
