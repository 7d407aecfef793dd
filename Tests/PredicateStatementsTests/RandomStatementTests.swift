import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateTestSupport
import Testing

/// `OPENPREDICATE_ROUNDS=100000 swift test --filter RandomStatement` runs many; `OPENPREDICATE_SEED` repeats one.
@Suite("Random statements: RandomStatement")
struct RandomStatementTests {
  private static let parser = StatementParser(model: .movies, currentEntity: "Friend")

  /// A random statement about movies, its clauses in a random order.
  private static func text(_ random: inout RandomTree) -> String {
    func oneIn(_ count: Int) -> Bool { random.random.oneIn(count) }
    var clauses: [String] = []
    func columns() -> String {
      (0..<Int.random(in: 1...3, using: &random.random)).map { _ in
        let value = random.expression(size: random.random.pick([1, 4, 12])).exactFormat
        return oneIn(2) ? value : "\(value) AS \(random.random.pick(["limit", "a", "\"b c\"", "FIRST", "'q\\'q'"]))"
      }.joined(separator: ", ")
    }
    if oneIn(2) { clauses.append("group  BY \(columns())") }
    if oneIn(3) { clauses.append("having \(random.predicate(size: 6).exactFormat)") }
    if oneIn(2) { clauses.append("SHOW \(oneIn(3) ? "distinct title, " : "")\(columns())") }
    if oneIn(2) {
      let keys = ["year", "title[cd]", "lentToFriend.friendName desc", "tags.@count ASC", "length(title) + 1"]
      clauses.append("sort by \(random.random.pick(keys)), \(random.random.pick(keys))")
    }
    if oneIn(3) {
      let keys = ["genre", "year / 10", "lentToFriend, title", "first"]
      clauses.append("first \(Int.random(in: 0...9, using: &random.random)) of  EACH \(random.random.pick(keys))")
    }
    if oneIn(3) { clauses.append("limit \(Int.random(in: 0...99, using: &random.random))") }
    if oneIn(3) { clauses.append("Offset \(Int.random(in: 0...99, using: &random.random))") }
    clauses.shuffle(using: &random.random)
    if oneIn(2) { clauses.insert("where \(random.predicate(size: 12).exactFormat)", at: 0) }
    let statement = "Movie " + clauses.joined(separator: oneIn(2) ? " " : "\n ")
    return (oneIn(4) ? "count " : "") + statement + (oneIn(4) ? " ;" : "")
  }

  @Test("What is printed reads back as the same statement, and prints again as itself")
  func roundTrips() {
    for seed in RandomRun(rounds: 1_000).seeds {
      var random = RandomTree(seed: seed)
      let text = Self.text(&random)
      let tree = Self.parser.parse(text)
      guard case .query(let query) = tree.content, tree.errors.isEmpty else {
        Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1\n\(text)\n\(tree.errors)")
        continue
      }
      let printed = query.canonicalText
      let again = Self.parser.parse(printed)
      guard case .query(let back) = again.content, again.errors.isEmpty, back.fetch == query.fetch,
        back.isCount == query.isCount, back.canonicalText == printed
      else {
        Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1\n\(text)\n\(printed)\n\(again.errors)")
        continue
      }
    }
  }

  @Test("A statement that is cut anywhere is read, and its end knows whether more has to come")
  func cutsAreForgiven() {
    for seed in RandomRun(rounds: 60).seeds {
      var random = RandomTree(seed: seed)
      let scalars = Array(Self.text(&random).unicodeScalars)
      for length in 0...min(scalars.count, 200) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.prefix(length))
        let expected = Self.parser.expectation(in: String(text))
        #expect(expected.range.upperBound == String(text).utf8.count, "OPENPREDICATE_SEED=\(seed): \(String(text))")
      }
    }
  }
}
