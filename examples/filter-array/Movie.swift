struct Movie {
  var title: String
  var year: Int
  var rating: Double?
  var tags: [String] = []
  var borrower: Friend?
}

/// Who has borrowed a film: an instance that several films share.
final class Friend: Sendable {
  let name: String

  init(_ name: String) { self.name = name }
}

let anna = Friend("Anna")

let movies = [
  Movie(title: "Casablanca", year: 1942, rating: 8.5, tags: ["classic", "war"], borrower: anna),
  Movie(title: "Amélie", year: 2001, rating: 8.3, tags: ["paris"]),
  Movie(title: "Pulp Fiction", year: 1994, rating: 8.8, tags: ["classic", "crime"], borrower: anna),
  Movie(title: "Gigli", year: 2003),
]
