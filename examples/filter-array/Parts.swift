import Foundation
import OpenPredicate

/// A predicate out of parts, for conditions that come from switches and sliders; it is stored as its text.
func buildFromParts() throws {
  let year = QueryExpression(property: "year")
  var wanted = year .>= 1940 && year .< 2000
  for tag in ["classic", "war"] { wanted = wanted && QueryExpression(property: "tags").any .== tag }
  print(wanted.canonicalFormat)
  print(try movies.filter(wanted).map(\.title).joined(separator: ", "))

  let stored = try JSONEncoder().encode(wanted)
  print(try JSONDecoder().decode(QueryPredicate.self, from: stored) == wanted)
}
