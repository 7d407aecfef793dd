import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateTestSupport
import Testing

/// `OPENPREDICATE_ROUNDS=100000 swift test --filter RandomStatement` runs many rounds. `OPENPREDICATE_SEED` repeats one of them.
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

  @Test("A printed statement reads back as the same, and prints again as itself")
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

  private static func change(_ random: inout RandomTree) -> String {
    func oneIn(_ count: Int) -> Bool { random.random.oneIn(count) }
    func condition() -> String { oneIn(3) ? "" : " WHERE \(random.predicate(size: 8).exactFormat)" }
    var members = ["title", "\"year\"", "rating", "lentToFriend", "tags", "where", "limit"]
    members.shuffle(using: &random.random)
    let values = members.prefix(Int.random(in: 1...4, using: &random.random)).map { member in
      let value =
        oneIn(4)
        ? "( friend where \(random.predicate(size: 5).exactFormat) )"
        : random.expression(size: random.random.pick([1, 4, 12])).exactFormat
      return "\(member)\(oneIn(2) ? " = " : "=")\(value)"
    }.joined(separator: oneIn(2) ? "," : " ,\n")
    switch Int.random(in: 0...2, using: &random.random) {
    case 0: return "insert Movie \(values)"
    case 1: return "Update movie SET \(values)\(condition())"
    default: return "delete \"Movie\"\(condition()) ;"
    }
  }

  @Test("A printed change reads back as the same, alone and among others")
  func changesRoundTrip() {
    for seed in RandomRun(rounds: 1_000).seeds {
      var random = RandomTree(seed: seed)
      let text = Self.change(&random)
      guard let change = Self.parser.parse(text).change else {
        Issue.record("OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1\n\(text)\n\(Self.parser.parse(text).errors)")
        continue
      }
      let printed = change.canonicalText
      let back = Self.parser.parseSequence("\(printed); \(printed)")
      #expect(
        back.map { $0.change?.canonicalText } == [printed, printed],
        "OPENPREDICATE_SEED=\(seed) OPENPREDICATE_ROUNDS=1\n\(text)\n\(printed)\n\(back.map(\.errors))")
    }
  }

  @Test("A statement that is cut anywhere can be read, and its end shows whether more must come")
  func cutsAreForgiven() {
    for seed in RandomRun(rounds: 30).seeds {
      var random = RandomTree(seed: seed)
      let text = seed.isMultiple(of: 2) ? Self.text(&random) : Self.change(&random)
      let scalars = Array(text.unicodeScalars)
      for length in 0...min(scalars.count, 200) {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.prefix(length))
        let expected = Self.parser.expectation(in: String(text))
        #expect(expected.range.upperBound == String(text).utf8.count, "OPENPREDICATE_SEED=\(seed): \(String(text))")
      }
    }
  }
}
