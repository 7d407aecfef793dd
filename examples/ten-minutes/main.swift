import OpenPredicate

struct Movie {
  var title: String
  var year: Int
  var rating: Double?
  var tags: [String] = []
  var borrower: Person?
}

struct Person {
  var name: String
}

let anna = Person(name: "Anna")
let movies = [
  Movie(title: "Casablanca", year: 1942, rating: 8.5, tags: ["classic", "war"], borrower: anna),
  Movie(title: "Amélie", year: 2001, rating: 8.3, tags: ["paris"]),
  Movie(title: "Pulp Fiction", year: 1994, rating: 8.8, tags: ["classic", "crime"], borrower: anna),
  Movie(title: "Gigli", year: 2003),
]

func show(_ movies: [Movie]) {
  print(movies.map(\.title).joined(separator: ", "))
}

show(try movies.filter("year > 1990 AND rating >= 8.5"))

let typed = "amelie"
show(try movies.filter("title CONTAINS[cd] \(typed) AND year > 1990"))

show(try movies.filter("borrower.name == 'Anna' AND ANY tags == 'war'"))
show(try movies.filter("SUBQUERY(tags, $tag, $tag BEGINSWITH 'c').@count == 2"))

show(try movies.filter("rating == nil"))

print(try movies.count(where: "ANY tags == 'classic'"))
print(try movies.first(where: "year > 2000")?.title ?? "none")
show(try movies.sorted(by: .descending("rating"), "title"))

for text in ["yaer > 1990", "year > 'x'", "year >"] {
  do {
    show(try movies.filter(QueryPredicate(format: QueryFormat(raw: text))))
  } catch {
    print(DiagnosticRenderer().render(error, in: text))
  }
}

let recent = try BoundQuery<Movie>("year > 1990")
show(try movies.filter(recent))
print(try recent.matches(movies[0]))

let condition = QueryExpression(property: "year") .>= 1940 && QueryExpression(property: "rating") .>= 8.5
print(condition.canonicalFormat)
show(try movies.filter(condition))

struct Listing: QueryableProperties {
  let movie: Movie

  static let queryProperties: [QueryProperty<Listing>] = [
    QueryProperty("title", \.movie.title),
    QueryProperty("year", \.movie.year),
    QueryProperty("borrower", \.movie.borrower?.name),
  ]
}

let listings = movies.map(Listing.init)
let policy = QueryPolicy(work: 100_000).allowing(.except("borrower"), of: Listing.self)
for text in ["year < 2000 AND title LIKE '*n*'", "borrower == 'Anna'", "rating > 8"] {
  do {
    show(try listings.filter(text: text, policy: policy).map(\.movie))
  } catch {
    print(error)
  }
}
