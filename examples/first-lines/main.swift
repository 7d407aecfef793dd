import OpenPredicate

struct Movie {
  var title: String
  var year: Int
  var rating: Double?
}
let movies = [
  Movie(title: "Casablanca", year: 1942, rating: 8.5), Movie(title: "Amélie", year: 2001, rating: 8.3),
  Movie(title: "Gigli", year: 2003),
]
let minimum = 7.5
for movie in try movies.filter("year > 1990 AND rating >= \(minimum)") { print(movie.title) }
do {
  print(try movies.count(where: "yaer > 1990"))
} catch {
  print(error)
}
