// A name in a variable is a sort key only with a label, and other entries that people guess name the right one.
//
// error 13:30: 'ascending(_:options:)' is unavailable: for the name of a property in a variable, write .ascending(key: name); for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use sorted(text:policy:)
// error 14:30: 'descending(_:options:)' is unavailable: for the name of a property in a variable, write .descending(key: name); for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use sorted(text:policy:)
// error 15:29: 'init(_:isAscending:options:isLocalizedStandard:)' is unavailable: for the name of a property in a variable, write .ascending(key: name) or .descending(key: name); for a String that the developer wrote, use QueryFormat(raw: text); for text that a user typed, use sorted(text:policy:)
import OpenPredicate

struct Movie {
  var year = 0
}

func sort(_ movies: [Movie], _ name: String) throws {
  _ = try movies.sorted(by: .ascending(name))
  _ = try movies.sorted(by: .descending(name))
  _ = try movies.sorted(by: QuerySortKey(name))
  _ = try movies.sorted(by: .ascending("year"), .descending(key: name), "year")
}
