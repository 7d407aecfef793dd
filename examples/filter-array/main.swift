import OpenPredicate

// Structs and instances: properties are found by name, nothing is annotated.
for movie in try movies.filter("year > 1990 AND rating >= %@", 7.5) { print(movie.title) }
print(try movies.count(where: "ANY tags == 'classic'"), "classics")
print(try movies.filter("borrower.name BEGINSWITH[c] 'a'").map(\.title).joined(separator: ", "))
print(try movies.sorted(by: .descending("rating"), "title").map(\.title).joined(separator: ", "))

// A query that is kept: names and types are checked once, then it runs on any number of arrays.
let recent = try BoundQuery<Movie>("year BETWEEN {%@, %@}", 1990, 2010)
print(try movies.filterIndices(recent), try movies.lazy.filter(recent).first?.title ?? "none")

try askDictionaries()
try askWithFunction()

// What a person typed may be wrong. That is an error with a place, never a crash.
for typed in ["year > 2000 and title contains 'g'", "year >", "yaer > 1990"] { print(search(typed)) }
do {
  _ = try movies.filter("yaer > 1990")
} catch {
  print(error)
}
