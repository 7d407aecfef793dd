import Foundation
import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// No text constant becomes part of a statement's text, whatever it contains and wherever it stands in the predicate.
///
/// `OPENPREDICATE_ROUNDS=100000 swift test --filter HostileTextTests` runs many.
@Suite struct HostileTextTests {
  private static let pieces = [
    "'", "\"", "--", ";", "?1", "\\", "\0", "é", "e\u{301}", "%", "*", ")", " OR 1=1", "\u{10FFFF}", "😀", "$x",
    "/*", "COLLATE", "t0", "\u{301}", "\n", "[c]", "{", "NULL", "x'00'",
  ]

  /// Predicate formats with at least one place for a text. One text is put into all places.
  private static let formats = [
    "title == %@ OR title BEGINSWITH %@ OR title IN {%@}", "title != %@ AND title > %@", "title CONTAINS %@",
    "title CONTAINS[cd] %@", "title ENDSWITH %@", "title BEGINSWITH[c] %@", "title LIKE %@", "title LIKE[c] %@",
    "title ==[cd] %@", "title <[l] %@", "ANY tags.name == %@", "ALL tags.name IN {%@, 'x'}",
    "SUBQUERY(tags, $t, $t.name == %@ OR $t.name CONTAINS %@).@count == 1", "%@ IN tags.name", "%@ IN {title, genre}",
    "TERNARY(year > 1990, %@, title) == %@", "uppercase(title) == %@", "CAST(%@, 'NSNumber') == year",
    "({title, %@})[1] == %@", "tags.@distinctUnionOfObjects.name == {%@}", "(tags.name UNION {%@}).@count == 1",
    "lentToFriend.friendName == %@ OR lentToFriend.email BEGINSWITH %@", "title BETWEEN {%@, %@}", "$v == title",
    "title IN $list", "ANY $list == title", "groupConcat:separator:(tags.name, %@) CONTAINS %@",
  ]

  @Test func textsAreBound() throws {
    let subject = try AgreementTests.demo.get()
    for seed in RandomRun(rounds: 200).seeds {
      var random = SplitMix64(seed: seed)
      // The text begins with `z`, because a text that folding makes empty gives another statement.
      let text = "z" + (0..<Int.random(in: 1...6, using: &random)).map { _ in random.pick(Self.pieces) }.joined()
      let format = random.pick(Self.formats)
      let found = try Self.statement(format, text, in: subject.database)
      let place = "\(format), \(text.debugDescription), OPENPREDICATE_SEED=\(seed)"
      // For LIKE, a text with a wildcard gives another statement than a text without one.
      if !format.contains("LIKE") {
        #expect(try found.text == Self.statement(format, "plain", in: subject.database).text, "\(place)")
      }
      if text.utf8.count > 4 { #expect(!found.text.contains(text), "\(place)") }
      let verdict = subject.compare(try Self.predicate(format, text), "Movie", Self.variables(text))
      #expect(verdict.difference == nil, "\(verdict) \(place)")
    }
  }

  private static func predicate(_ format: String, _ text: String) throws -> QueryPredicate {
    let count = format.components(separatedBy: "%@").count - 1
    return try QueryPredicate(format: QueryFormat(raw: format), arguments: Array(repeating: text, count: count))
  }

  private static func variables(_ text: String) -> QueryVariables {
    ["v": text, "list": [text, text + "x"]]
  }

  private static func statement(
    _ format: String, _ text: String, in database: PredicateDatabase
  ) throws -> SQLStatement {
    try database.statement(
      for: EntityFetch("Movie", where: predicate(format, text)), variables: variables(text), form: .keys
    ).statement
  }
}
