// A text in the place of a format or a sort key, and a key path without PredicateFoundation: each message names the way.
//
// error 25:18: 'count(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into count(text:policy:)
// error 26:18: 'first(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into first(text:policy:)
// error 27:18: 'contains(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into first(text:policy:)
// error 28:18: 'allSatisfy(_:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 29:18: 'filterIndices(_:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 30:18: 'firstIndex(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 31:18: 'last(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 32:18: 'lastIndex(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 33:14: 'removeAll(where:variables:)' is unavailable: write values into a literal, as in "year > \(minimum)"; a text of the application is QueryFormat(raw: text), untrusted text goes into filter(text:policy:)
// error 34:18: 'sorted(by:)' is unavailable: write a key into a literal, as in "year" or "\(key: name)"; untrusted text goes into sorted(text:policy:)
// error 35:18: 'min(by:)' is unavailable: write a key into a literal, as in "year" or "\(key: name)"; untrusted text goes into sorted(text:policy:)
// error 36:18: 'max(by:)' is unavailable: write a key into a literal, as in "year" or "\(key: name)"; untrusted text goes into sorted(text:policy:)
// error 37:18: 'sorted(by:)' is unavailable: import PredicateFoundation for key paths, or write the name of the property: "year"
// error 38:18: 'min(by:)' is unavailable: import PredicateFoundation for key paths, or write the name of the property: "year"
// error 39:18: 'max(by:)' is unavailable: import PredicateFoundation for key paths, or write the name of the property: "year"
import OpenPredicate

struct Movie {
  var year = 0
}

func ask(_ movies: inout [Movie], _ text: String) throws {
  _ = try movies.count(where: text)
  _ = try movies.first(where: text)
  _ = try movies.contains(where: text)
  _ = try movies.allSatisfy(text)
  _ = try movies.filterIndices(text)
  _ = try movies.firstIndex(where: text)
  _ = try movies.last(where: text)
  _ = try movies.lastIndex(where: text)
  try movies.removeAll(where: text)
  _ = try movies.sorted(by: text)
  _ = try movies.min(by: text)
  _ = try movies.max(by: text)
  _ = try movies.sorted(by: \.year)
  _ = try movies.min(by: \.year)
  _ = try movies.max(by: \.year)
}
