import OpenPredicate

// Asking an array. Properties are found by name: nothing is annotated. An argument is a value and never becomes text.
let minimum = 7.5
for movie in try movies.filter("year > 1990 AND rating >= \(minimum)") { print(movie.title) }
print(try movies.count(where: "ANY tags == 'classic'"), "classics")
print(try movies.filter("borrower.name BEGINSWITH[c] 'a'").map(\.title).joined(separator: ", "))
print(try movies.first(where: "rating == nil")?.title ?? "none", "has no rating")
print(try movies.contains(where: "genre == 'noir' AND price < 9.99"))

// One to many: conditions on the elements of an array, which may look at the outer object, and calculations with them.
let late: QueryFormat = "SUBQUERY(loans, $loan, $loan.days > 14 AND $loan.to != borrower.name).@count > 0"
print("late:", try movies.filter(late).map(\.title).joined(separator: ", "))
print("days:", try movies.filter("loans.@sum.days >= 20 AND ALL loans.days < 30").map(\.title).joined(separator: ", "))

// An order: several keys, nils first, titles as people sort them.
print(try movies.sorted(by: .descending("rating"), "title").map(\.title).joined(separator: ", "))
print(try movies.sorted(by: "borrower.name", .ascending("title", options: .caseInsensitive)).map(\.year))

// A query that is kept: names and types are checked once, then it runs on any number of collections, from any task.
let recent = try BoundQuery<Movie>("year BETWEEN {1990, 2010}")
print(try movies.filterIndices(recent), try movies.first(where: recent)?.title ?? "none")

try askDictionaries()
try askJSON()
try askTable()
try buildFromParts()
try askWithFunction()

// What a person typed may be wrong, or ask for what a person may not read. That is an error with a place, never a crash.
for typed in ["year > 2000 and title contains 'g'", "year >", "yaer > 1990", "price < 9"] { print(search(typed)) }
print(searchInGerman("yaer > 1990"))
do {
  _ = try movies.filter("yaer > 1990")
} catch {
  print(error)
}
