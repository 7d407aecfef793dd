import BenchData
import Foundation
import OpenPredicate

/// One of the twelve queries, in every form that is measured.
struct Query {
  let question: BenchQuery
  /// The closure an ordinary developer writes.
  let ordinary: (Movie) -> Bool
  /// The fastest loops by hand: they count, list and filter.
  let hand: HandLoops
  /// Foundation's predicate, where it can express the query.
  let foundation: Predicate<Movie>?

  var name: String { question.name }
  var format: String { question.format }
  var matches: Int { question.matches }

  private init(
    _ name: String, ordinary: @escaping (Movie) -> Bool, hand: HandLoops, foundation: Predicate<Movie>?
  ) {
    question = BenchQuery.named(name)
    self.ordinary = ordinary
    self.hand = hand
    self.foundation = foundation
  }
}

extension Query {
  static func all() -> [Query] {
    [
      Query(
        "Q1",
        ordinary: { $0.year > 1990 && $0.rating >= 7.5 },
        hand: HandLoops(Hand1.self),
        foundation: #Predicate { $0.year > 1990 && $0.rating >= 7.5 }),
      Query(
        "Q2",
        ordinary: { $0.title.lowercased().hasPrefix("the ") },
        hand: HandLoops(Hand2.self),
        foundation: nil),
      Query(
        "Q3",
        ordinary: { $0.title.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive]) != nil },
        hand: HandLoops(Hand3.self),
        foundation: nil),
      Query(
        "Q4",
        ordinary: { $0.title.lowercased().contains("star") },
        hand: HandLoops(Hand4.self),
        foundation: nil),
      Query(
        "Q5",
        ordinary: Self.regularExpression(),
        hand: HandLoops(Hand5.self),
        foundation: nil),
      Query(
        "Q6",
        ordinary: { ["Drama", "Comedy", "Noir"].contains($0.genre) },
        hand: HandLoops(Hand6.self),
        foundation: #Predicate { ["Drama", "Comedy", "Noir"].contains($0.genre) }),
      Query(
        "Q7",
        ordinary: { (1980...1989).contains($0.year) },
        hand: HandLoops(Hand7.self),
        foundation: #Predicate { $0.year >= 1980 && $0.year <= 1989 }),
      Query(
        "Q8",
        ordinary: { $0.borrower?.name.hasSuffix("son") ?? false },
        hand: HandLoops(Hand8.self),
        foundation: nil),
      Query(
        "Q9",
        ordinary: { $0.tags.contains("classic") },
        hand: HandLoops(Hand9.self),
        foundation: #Predicate { $0.tags.contains("classic") }),
      Query(
        "Q10",
        ordinary: { $0.tags.count > 2 },
        hand: HandLoops(Hand10.self),
        foundation: #Predicate { $0.tags.count > 2 }),
      Query(
        "Q11",
        ordinary: { ($0.year > 1990 && $0.rating >= 7.5) || ($0.genre == "Noir" && !$0.lent) },
        hand: HandLoops(Hand11.self),
        foundation: #Predicate { ($0.year > 1990 && $0.rating >= 7.5) || ($0.genre == "Noir" && !$0.lent) }),
      Query(
        "Q12",
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
