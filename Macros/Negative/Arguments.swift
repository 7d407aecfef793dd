// Interpolations and specifiers.
//
// error 27:39: leave out the quotes, because an interpolation inside quotes is only text
// error 28:41: %@ has no argument, because an interpolation is used without a placeholder
// error 29:27: %K has no argument. Write names in the text of the predicate
// error 30:38: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 32:30: cannot convert value of type 'String' to expected argument type 'QueryFormat'
// error 33:31: cannot convert value of type 'CheckedQuery<Element>' to specified type 'QueryPredicate'
// error 33:31: generic parameter 'Element' could not be inferred
// error 34:43: 'matches' is unavailable: write try BoundQuery(query).matches(element), and keep the BoundQuery for many elements
import PredicateMacros

struct Friend {
  var name: String
}

struct Movie {
  var title: String
  var year: Int
  var tags: [String]
  var borrower: Friend?
  var friends: [Friend]
}

struct Opaque {}

let quoted = #query<Movie>("title == '\(1)'")
let specifier = #query<Movie>("title == %@")
let name = #query<Movie>("%K == 1")
let opaque = #query<Movie>("year == \(Opaque())")
let text = "year > 3"
let variable = #query<Movie>(text)
let untyped: QueryPredicate = #query("year > 3")
let match = try #query<Movie>("year > 3").matches(Movie(title: "", year: 1, tags: [], borrower: nil, friends: []))
