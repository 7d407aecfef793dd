import Foundation
import OpenPredicate

/// One of the twelve queries, in every form that is measured.
struct Query {
  let name: String
  let format: String
  /// How many of the 1,000,000 records match.
  let matches: Int
  /// The closure an ordinary developer writes.
  let ordinary: (Movie) -> Bool
  /// The fastest loops by hand: they count, list and filter.
  let hand: HandLoops
  /// Foundation's predicate, where it can express the query.
  let foundation: Predicate<Movie>?
}

extension Query {
  static func all() -> [Query] {
    [
      Query(
        name: "Q1", format: "year > 1990 AND rating >= 7.5", matches: 86726,
        ordinary: { $0.year > 1990 && $0.rating >= 7.5 },
        hand: HandLoops(Hand1.self),
        foundation: #Predicate { $0.year > 1990 && $0.rating >= 7.5 }),
      Query(
        name: "Q2", format: #"title BEGINSWITH[c] "the ""#, matches: 249_826,
        ordinary: { $0.title.lowercased().hasPrefix("the ") },
        hand: HandLoops(Hand2.self),
        foundation: nil),
      Query(
        name: "Q3", format: #"title CONTAINS[cd] "cafe""#, matches: 79201,
        ordinary: { $0.title.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive]) != nil },
        hand: HandLoops(Hand3.self),
        foundation: nil),
      Query(
        name: "Q4", format: #"title LIKE[c] "*star*""#, matches: 61494,
        ordinary: { $0.title.lowercased().contains("star") },
        hand: HandLoops(Hand4.self),
        foundation: nil),
      Query(
        name: "Q5", format: #"title MATCHES ".*[0-9]{2}.*""#, matches: 990_099,
        ordinary: Self.regularExpression(),
        hand: HandLoops(Hand5.self),
        foundation: nil),
      Query(
        name: "Q6", format: #"genre IN {"Drama","Comedy","Noir"}"#, matches: 150_017,
        ordinary: { ["Drama", "Comedy", "Noir"].contains($0.genre) },
        hand: HandLoops(Hand6.self),
        foundation: #Predicate { ["Drama", "Comedy", "Noir"].contains($0.genre) }),
      Query(
        name: "Q7", format: "year BETWEEN {1980, 1989}", matches: 93230,
        ordinary: { (1980...1989).contains($0.year) },
        hand: HandLoops(Hand7.self),
        foundation: #Predicate { $0.year >= 1980 && $0.year <= 1989 }),
      Query(
        name: "Q8", format: #"borrower.name ENDSWITH "son""#, matches: 100_058,
        ordinary: { $0.borrower?.name.hasSuffix("son") ?? false },
        hand: HandLoops(Hand8.self),
        foundation: nil),
      Query(
        name: "Q9", format: #"ANY tags == "classic""#, matches: 153_329,
        ordinary: { $0.tags.contains("classic") },
        hand: HandLoops(Hand9.self),
        foundation: #Predicate { $0.tags.contains("classic") }),
      Query(
        name: "Q10", format: "tags.@count > 2", matches: 400_291,
        ordinary: { $0.tags.count > 2 },
        hand: HandLoops(Hand10.self),
        foundation: #Predicate { $0.tags.count > 2 }),
      Query(
        name: "Q11", format: #"(year > 1990 AND rating >= 7.5) OR (genre == "Noir" AND NOT lent == YES)"#,
        matches: 118_643,
        ordinary: { ($0.year > 1990 && $0.rating >= 7.5) || ($0.genre == "Noir" && !$0.lent) },
        hand: HandLoops(Hand11.self),
        foundation: #Predicate { ($0.year > 1990 && $0.rating >= 7.5) || ($0.genre == "Noir" && !$0.lent) }),
      Query(
        name: "Q12", format: #"SUBQUERY(tags, $t, $t BEGINSWITH "c").@count > 1"#, matches: 155_044,
        ordinary: { $0.tags.filter { $0.hasPrefix("c") }.count > 1 },
        hand: HandLoops(Hand12.self),
        foundation: #Predicate { $0.tags.filter { $0.starts(with: "c") }.count > 1 }),
    ]
  }

  private static func regularExpression() -> (Movie) -> Bool {
    let expression = try? NSRegularExpression(pattern: ".*[0-9]{2}.*")
    return { movie in
      let range = NSRange(location: 0, length: movie.title.utf16.count)
      return expression?.firstMatch(in: movie.title, options: .anchored, range: range)?.range == range
    }
  }
}
