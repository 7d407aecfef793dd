import Foundation
import OpenPredicate

struct Movie {
  var title: String
  var year: Int
  var rating: Double?
  var tags: [String] = []
  var borrower: Friend?
  var genre = Genre.drama
  var price: Decimal = 10
  var loans: [Loan] = []
}

/// Predicates see the raw value of an enum.
enum Genre: String {
  case drama, comedy, noir
}

struct Loan {
  var to: String
  var days: Int
}

/// Who has borrowed a film: an instance that several films share.
final class Friend: QueryableProperties, Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  static let queryProperties: [QueryProperty<Friend>] = [.storedFields]
}

let anna = Friend("Anna")

let movies = [
  Movie(
    title: "Casablanca", year: 1942, rating: 8.5, tags: ["classic", "war"], borrower: anna, genre: .noir, price: 7.5,
    loans: [Loan(to: "Boris", days: 21)]),
  Movie(title: "Amélie", year: 2001, rating: 8.3, tags: ["paris"], genre: .comedy),
  Movie(
    title: "Pulp Fiction", year: 1994, rating: 8.8, tags: ["classic", "crime"], borrower: anna,
    loans: [Loan(to: "Chloé", days: 8), Loan(to: "Anna", days: 14)]),
  Movie(title: "Gigli", year: 2003, genre: .comedy),
]
