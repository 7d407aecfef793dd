// A text is no format, so that nothing that was typed becomes one by accident; and equality of expressions has a dot.
//
// error 14:14: 'filter(_:variables:)' is unavailable: write QueryFormat(raw: text) for a text of the application, filter(text:policy:) for untrusted text
// error 18:22: cannot convert value of type 'String' to expected argument type 'QueryFormat'
// error 21:61: '==' is unavailable: write .== with a dot: == of two expressions is a Bool, whether they are the same
import OpenPredicate

struct Movie {
  var year = 0
}

func find(_ movies: [Movie], _ text: String) throws -> [Movie] {
  // The operand of `try`.
  try movies.filter(text)
}

func read(_ text: String) throws -> QueryPredicate {
  try QueryPredicate(text)
}

let old: QueryPredicate = QueryExpression(property: "year") == 1990
