// An interpolated value of a type that is no argument: the message is at the interpolation, and does not lead to a text.
//
// error 25:36: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 26:42: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 27:42: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 28:45: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 29:40: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 30:40: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 31:37: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 32:36: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
// error 33:40: 'appendInterpolation' is unavailable: a value of this type cannot be an argument. Conform the type to QueryArgumentConvertible, give an enum raw values (or write the name of its case as a text), pass Array(…) for a collection, or pass ObjectReference(to:) for a class instance
import OpenPredicate

enum Genre {
  case noir
}

final class Person {}

struct Movie {
  var genre = ""
}

func ask(_ movies: [Movie], _ genre: Genre, _ genres: [Genre], _ person: Person?, _ value: Any) throws {
  _ = try movies.filter("genre == \(genre)")
  _ = try movies.count(where: "genre IN \(genres)")
  _ = try movies.first(where: "genre == \(value)")
  _ = try movies.contains(where: "genre IN \(["noir": 1].keys)")
  _ = try movies.allSatisfy("genre == \(Person())")
  _ = try movies.sorted(by: "genre == \(genre)")
  _ = try QueryPredicate("genre == \(genre)")
  _ = try QueryExpression("length(\(genre))")
  _ = try BoundQuery<Movie>("genre == \(genre)")
}
