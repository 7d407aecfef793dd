import PredicateSyntax
import PredicateTestSupport
import Testing

/// Formats as developers write them: literals whose interpolations are arguments.
@Suite struct QueryFormatTests {
  private static let hostile = "x' OR TRUEPREDICATE OR title == 'x"

  @Test func interpolationsAreArgumentsWithTheirTypes() throws {
    let (year, rating, isLent, name) = (1990, 7.5, true, Self.hostile)
    let none: String? = nil
    let read = try QueryPredicate(
      "year > \(year) AND rating >= \(rating) AND lent == \(isLent) AND title == \(name) AND note == \(none)")
    let built = try QueryPredicate(
      format: "year > %@ AND rating >= %@ AND lent == %@ AND title == %@ AND note == %@",
      arguments: [year, rating, isLent, name, none])
    #expect(read == built)
    #expect(read.exactFormat.contains("rating >= 7.5 AND lent == TRUE"))
    #expect(
      try QueryPredicate("year IN \([1, 2]) OR year BETWEEN \(1...9)").exactFormat
        == "year IN {1, 2} OR year BETWEEN {1, 9}")
    #expect(try QueryExpression("price * \(1.19)").exactFormat == "price * 1.19")
    #expect(try QueryPredicate("\(QueryExpression("a + 1")) == 2").exactFormat == "a + 1 == 2")
  }

  @Test func keysAndTextsThatTheApplicationVouchesFor() throws {
    let (key, rule) = ("lentToFriend.friendName", "year > 1990")
    #expect(try QueryPredicate("\(key: key) == \("Anna")").exactFormat == #"lentToFriend.friendName == "Anna""#)
    #expect(try QueryPredicate("a.\(key: "b") == 1").exactFormat == "a.b == 1")
    #expect(try QueryPredicate("\(raw: rule) AND lent == YES").exactFormat == "year > 1990 AND lent == TRUE")
    #expect(try QueryPredicate(QueryFormat(raw: rule)).exactFormat == rule)
  }

  private enum Genre: String { case noir, drama }

  /// A predicate can be interpolated into a format in place of a condition, but not in place of a value.
  @Test func predicatesAreConditions() throws {
    let either = try QueryPredicate("year > 1990 OR lent == YES")
    #expect(try QueryPredicate("\(either)") == either)
    let written = "(year > 1990 OR lent == YES) AND NOT (year > 1990 OR lent == YES)"
    #expect(try QueryPredicate("\(either) AND NOT \(either)") == QueryPredicate(QueryFormat(raw: written)))
    let both = try QueryPredicate("title == \(Self.hostile) AND year > 1")
    #expect(try QueryPredicate("\(both) AND a == 1") == .and([both, QueryPredicate("a == 1")]))
    #expect(try QueryPredicate("SUBQUERY(x, $x, \(either)).@count > 0").canonicalFormat.contains("OR lent"))
    #expect(try ("where \(both)" as QueryFormat).literalText() == "where (\(both.exactFormat))")
    for format in ["year == \(either)", "\(either) == 1", "ANY \(either)", "year IN \([either])"] as [QueryFormat] {
      #expect(throws: PredicateIssue.self, "\(format.text)") { try QueryPredicate(format) }
    }
    var deep = either
    for _ in 0..<PredicateLimits.maximumNesting { deep = .not(.and([deep, either])) }
    #expect(throws: PredicateIssue.self) { try QueryPredicate("\(deep) AND a == 1") }
  }

  @Test func aWholeConditionAsAString() throws {
    let text = "year > 1990"
    let issue = try #require(throws: PredicateIssue.self) { try QueryPredicate("\(text) AND lent == YES") }
    #expect(issue.has(.bareValue) && issue.hint?.contains("QueryFormat(raw:)") == true)
  }

  @Test func rawValuesAreArguments() throws {
    let none: Genre? = nil
    #expect(
      try QueryPredicate("a == \(Genre.noir) AND b == \(none) AND c IN \([Genre.noir, .drama])").exactFormat
        == #"a == "noir" AND b == nil AND c IN {"noir", "drama"}"#)
  }

  @Test func aTextOverTheLimitIsNotRead() throws {
    let format = QueryFormat(raw: String(repeating: "a == 1 OR ", count: 20_000) + "a == 1")
    let issue = try #require(throws: PredicateIssue.self) { try format.literalText(upTo: 65_536) }
    #expect(issue.has(.sourceLimit))
  }

  /// A condition that is joined to a long chain becomes part of it. The nodes of the chain are not counted again.
  @Test func aChainThatGrows() throws {
    let part = try QueryPredicate("a == 1 AND b == 2"), not = try QueryPredicate("NOT c == 1")
    var (chain, parts) = (part, [part])
    for number in 0..<50 {
      let next = number.isMultiple(of: 2) ? not : part
      chain = .or([chain, next])
      parts.append(next)
      let whole = QueryPredicate.or(parts)
      #expect(chain == whole && chain.nodeCount == whole.nodeCount && chain.nesting == whole.nesting)
    }
  }

  private static let quoted: [(format: QueryFormat, hint: String, start: UInt32)] = [
    ("title == '\(1)'", #"replace the whole string with \(…), without quotes"#, 10),
    ("title LIKE \"*\(1)*\"", #"replace the whole string with \("*\(…)*"), without quotes"#, 13),
    ("title == '\(1)", #"replace the whole string with \(…), without quotes"#, 10),
    ("a == %@ AND title == '\(1)'", "write \\(value) in place of the placeholder", 5),
    ("a == 'é' AND b == 'x\(1)y\(2)'", #"replace the whole string with \("x\(…)y\(…)"), without quotes"#, 21),
  ]

  /// Each quoted interpolation is an error at its place. The hint is the corrected text.
  @Test(arguments: quoted.indices)
  func quotedInterpolations(_ index: Int) throws {
    let (format, hint, start) = Self.quoted[index]
    let issue = try #require(throws: PredicateIssue.self) { try QueryPredicate(format) }
    #expect(issue.hint == hint)
    #expect(issue.range?.lowerBound == start)
    #expect(throws: PredicateIssue.self) { try format.literalText() }
  }

  @Test func oddPlaces() throws {
    for format in ["a%\(1) == 2", "$\(1) == 2", "a == 1\(2)", "a.\(1) == 2", "a == x\(1)", "#\(1) == 2"]
      as [QueryFormat]
    {
      #expect(throws: PredicateIssue.self, "\(format.text)") { try QueryPredicate(format) }
    }
    let missing = try #require(throws: PredicateIssue.self) { try QueryPredicate("year > %@") }
    #expect(missing.has(.argumentMissing))
    let mixed = try #require(throws: PredicateIssue.self) { try QueryPredicate(format: "a == %@ AND b == \(1)", 2) }
    #expect(mixed.has(.argumentSurplus))
  }

  @Test func specifiersTakeArguments() throws {
    #expect(
      try QueryPredicate(format: "year > %d AND %K == %@", 1990, "genre", "Noir").exactFormat
        == #"year > 1990 AND genre == "Noir""#)
    #expect(try QueryPredicate(format: "year > %d").exactFormat == "year > %d")
  }

  @Test func sortKeysReadTheirFormats() throws {
    let key: QuerySortKey = "price * \(1.19)"
    #expect(try key.readExpression() == QueryExpression("price * 1.19"))
    #expect(QuerySortKey.descending("year") == QuerySortKey(try QueryExpression("year"), isAscending: false))
    let broken: QuerySortKey = "year >"
    let issue = try #require(throws: PredicateIssue.self) { try broken.readExpression() }
    #expect(issue.message.hasPrefix("the sort key “year >”: "))
    #expect(issue.hint?.contains("write") != true)
    for (text, hint) in [
      ("year DESC, title", #".descending("year"), "title""#), ("a, b", #""a", "b""#),
      ("year desc", #".descending("year")"#), ("a + b ASC", #".ascending("a + b")"#),
    ] {
      let direction = try #require(throws: PredicateIssue.self) {
        try QuerySortKey(QueryFormat(raw: text)).readExpression()
      }
      #expect(direction.hint == "write \(hint)")
    }
    var mended = broken
    mended.expression = .keyPath(QueryKeyPath(.key("year")))
    #expect(try mended.readExpression() == QueryExpression("year"))
  }

  /// Statements take no arguments: a value becomes a constant, whose text reads back as the value.
  @Test func valuesAreConstantsOfStatements() throws {
    let format: QueryFormat = "\(key: "first name") == \(Self.hostile) sort by \(key: "year") limit \(5)"
    let text = try format.literalText()
    let (result, end) = PredicateParser.prefix(of: text, from: 0, before: ["sort"])
    #expect(try result.get() == QueryPredicate("\(key: "first name") == \(Self.hostile)"))
    #expect(text.utf8.dropFirst(end).elementsEqual(" sort by year limit 5".utf8))
    for value in Self.texts {
      let text = try ("a == \(value) show a" as QueryFormat).literalText()
      let read = PredicateParser.prefix(of: text, from: 0, before: ["show"])
      #expect(try read.result.get() == QueryPredicate("a == \(value)"))
      #expect(text.hasSuffix(" show a") && read.end == text.utf8.count - 7)
    }
    #expect(throws: PredicateIssue.self) { try ("year IN \(1...9)" as QueryFormat).literalText() }
  }

  private static let texts = [
    "", "'", "\"", "\\", "\\'", "%@", "$x", "a\nb", "\u{0}", "é", "e\u{301}", "\u{202E}", "🎬", "') limit 0 --",
    "\u{FEFF}",
    #"\u0041"#, #"" show b"#,
  ]
}
