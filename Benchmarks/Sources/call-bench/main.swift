import BenchData
import Foundation
import OpenPredicate
import PredicateStatements

// What one call costs: a bound query asked of one element, a predicate asked of one object, a sorted array.

let movies = DataSet.records(200_000)
guard DataSet.isRight(movies) else {
  print("The data set is not the one that is described.")
  exit(1)
}

/// The nanoseconds of one call, over a thousand elements in turn.
func nanoseconds(_ body: (Movie) throws -> Bool) rethrows -> Double {
  let some = movies.prefix(1000)
  let time = try Stopwatch.best(of: 50) { try some.count(where: body) }
  return time.milliseconds * 1e6 / Double(some.count)
}

/// Text with so many characters before it as fill the column.
func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

print(padded("one struct, ns", 62) + padded("closure", 9) + padded("matches", 9) + padded("evaluate(with:)", 17))
let conditions: [(format: String, closure: (Movie) -> Bool)] = [
  ("year > 1990", { $0.year > 1990 }),
  ("year > 1990 AND rating >= 7.5", { $0.year > 1990 && $0.rating >= 7.5 }),
  ("title BEGINSWITH 'The' OR genre == 'Noir'", { $0.title.hasPrefix("The") || $0.genre == "Noir" }),
  ("borrower.age > 40 AND lent == YES", { $0.borrower.map { $0.age > 40 } ?? false && $0.lent }),
  ("ANY tags == 'classic' AND tags.@count > 1", { $0.tags.contains("classic") && $0.tags.count > 1 }),
  ("uppercase(genre) == 'NOIR'", { $0.genre.uppercased() == "NOIR" }),
]
for (format, closure) in conditions {
  let predicate = try QueryPredicate(QueryFormat(raw: format))
  let bound = try BoundQuery<Movie>(predicate)
  let times = [
    nanoseconds(closure), try nanoseconds { try bound.matches($0) },
    try nanoseconds { try predicate.evaluate(with: $0) },
  ]
  print(
    padded(format, 62) + padded(String(format: "%.0f", times[0]), 9) + padded(String(format: "%.0f", times[1]), 9)
      + padded(String(format: "%.0f", times[2]), 17))
}

print("\n" + padded("200,000 sorted, ms", 62) + padded("closure", 9) + padded("ours", 9) + padded("ours / closure", 17))
let orders: [(keys: [QuerySortKey], name: String, closure: (Movie, Movie) -> Bool)] = [
  ([QuerySortKey("year")], "year", { $0.year < $1.year }),
  ([QuerySortKey("title")], "title", { $0.title < $1.title }),
  (
    [QuerySortKey("genre"), QuerySortKey("year", isAscending: false)], "genre, year down",
    {
      $0.genre == $1.genre ? $0.year > $1.year : $0.genre < $1.genre
    }
  ),
  (
    [QuerySortKey("borrower.age"), QuerySortKey("title")], "borrower.age, title",
    {
      let (a, b) = ($0.borrower?.age ?? .min, $1.borrower?.age ?? .min)
      return a == b ? $0.title < $1.title : a < b
    }
  ),
]
for (keys, name, closure) in orders {
  let times = try Stopwatch.pair(of: 3) {
    movies.sorted(by: closure)
  } _: {
    try movies.sorted(by: keys)
  }
  print(
    padded(name, 62) + padded(String(format: "%.0f", times.first), 9) + padded(String(format: "%.0f", times.second), 9)
      + padded(String(format: "%.2f", times.second / times.first), 17))
}

print(
  "\n" + padded("a statement over 200,000, ms", 82) + padded("closures", 10) + padded("ours", 9)
    + padded("ours / closures", 17))

/// The mean rating and the number of movies of each genre, the greatest number first.
func genres() -> [(String, Int, Double)] {
  Dictionary(grouping: movies, by: \.genre).map { genre, group in
    (genre, group.count, group.reduce(0) { $0 + $1.rating } / Double(group.count))
  }
  .sorted { $0.1 > $1.1 }
}
let statements: [(text: String, closure: () -> Int)] = [
  ("group by genre show genre, count() as n, avg(rating) sort by n desc", { genres().count }),
  (
    "year > 1990 show title, rating sort by rating desc limit 3",
    {
      movies.filter { $0.year > 1990 }.sorted { $0.rating > $1.rating }.prefix(3).map { ($0.title, $0.rating) }.count
    }
  ),
  ("show distinct year / 10 * 10 as decade sort by decade", { Set(movies.map { $0.year / 10 * 10 }).sorted().count }),
  (
    "year > 1990 sort by rating desc limit 3",
    {
      movies.filter { $0.year > 1990 }.sorted { $0.rating > $1.rating }.prefix(3).count
    }
  ),
]
for (text, closure) in statements {
  let times = try Stopwatch.pair(of: 3) {
    closure()
  } _: {
    try movies.fetch(QueryFormat(raw: text)).rows.count
  }
  print(
    padded(text, 82) + padded(String(format: "%.0f", times.first), 10) + padded(String(format: "%.0f", times.second), 9)
      + padded(String(format: "%.1f", times.second / times.first), 17))
}
