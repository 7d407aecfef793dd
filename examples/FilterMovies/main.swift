import OpenPredicate

struct Movie {
  var title: String
  var year: Int
  var rating: Double?
  var tags: [String] = []
}

let movies = [
  Movie(title: "Casablanca", year: 1942, rating: 8.5, tags: ["classic", "war"]),
  Movie(title: "Amélie", year: 2001, rating: 8.3, tags: ["paris"]),
  Movie(title: "Pulp Fiction", year: 1994, rating: 8.8, tags: ["classic", "crime"]),
  Movie(title: "Gigli", year: 2003),
]

for movie in try movies.filter("year > 1990 AND rating >= %@", 7.5) { print(movie.title) }
print(try movies.count(where: "ANY tags == 'classic'"), "classics")
print(try movies.sorted(by: .descending("rating"), "title").map(\.title).joined(separator: ", "))

// What a person typed may be wrong. That is an error with a place, never a crash.
do {
  _ = try movies.filter("yaer > 1990")
} catch {
  print(error)
}
