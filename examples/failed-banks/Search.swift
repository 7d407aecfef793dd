import Foundation
import PredicateObjects

/// The eleven ways to search the list.
enum Search: CaseIterable {
  case nameContains, stateIs, nameBegins, nameEnds, nameLike, nameMatches, zip, closedAfter, tagged, nameAndCity,
    anyCase

  /// The condition for a typed text. The text is an argument: nothing in it is read as a part of the condition.
  func predicate(_ text: String) throws -> QueryPredicate {
    switch self {
    case .nameContains: try QueryPredicate("name CONTAINS \(text)")
    case .stateIs: try QueryPredicate("state == \(text)")
    case .nameBegins: try QueryPredicate("name BEGINSWITH \(text)")
    case .nameEnds: try QueryPredicate("name ENDSWITH \(text)")
    // ? is one character, * any number.
    case .nameLike: try QueryPredicate("name LIKE \(text)")
    // A regular expression, of the whole name.
    case .nameMatches: try QueryPredicate("name MATCHES \(text)")
    // Through the relationship.
    case .zip: try QueryPredicate("details.zip == \(text)")
    case .closedAfter: try QueryPredicate("details.closedOn > \(try Date(text, strategy: day))")
    // The text does not matter: any tag will do.
    case .tagged: try QueryPredicate(format: "details.tags.@count > 0")
    // `trust:Salem`: a part of the name and a part of the city.
    case .nameAndCity:
      try QueryPredicate(
        "name CONTAINS[c] \(String(text.prefix { $0 != ":" })) AND city CONTAINS[c] \(String(text.drop { $0 != ":" }.dropFirst()))"
      )
    case .anyCase: try QueryPredicate("name CONTAINS[c] \(text) OR city CONTAINS[c] \(text)")
    }
  }
}

/// Dates as days: 2024-03-15.
let day = Date.ISO8601FormatStyle.iso8601.year().month().day()
