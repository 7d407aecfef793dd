import PredicateBinding
import PredicateModel
import PredicateValues
import Testing

/// The core form that binding makes of each form of the language, over the demo model.
@Suite struct LoweringTests {
  static func bound(
    _ format: String, entity: String = "Movie", variables: QueryVariables = [:]
  ) throws -> BoundPredicate {
    try Binder.bind(
      QueryPredicate(format: QueryFormat(raw: format)), to: .entity(entity, DataModel.movies), variables: variables)
  }

  @Test(arguments: [
    ("year > 1990", "greater($0.year, 1990)"),
    ("1990 < year", "less(1990, $0.year)"),
    ("rating != 7.5", "not(equal($0.rating?, 7.5))"),
    ("movieDescription == nil", "isNull($0.movieDescription?)"),
    ("movieDescription != nil", "not(isNull($0.movieDescription?))"),
    ("title == nil", "false"),
    ("year < nil", "false"),
    ("rating <= nil", "isNull($0.rating?)"),
    ("nil == nil", "true"),
    ("NOT NOT year == 1", "equal($0.year, 1)"),
    ("year == 1 AND (year == 2 AND TRUEPREDICATE)", "and(equal($0.year, 1), equal($0.year, 2))"),
    ("FALSEPREDICATE OR year == 1", "equal($0.year, 1)"),
  ])
  func comparisons(format: String, core: String) throws {
    #expect(try "\(Self.bound(format).condition)" == core)
  }

  @Test(arguments: [
    ("rating == lent.x", "key-of-value"),
    ("rating == lentOn.x", "unknown-key"),
    ("lentOn + lentOn == 1", "number-expected"),
    ("1 - lentOn == 1", "number-expected"),
    ("lentOn * 2 == 1", "number-expected"),
    ("'a' + 'b' == title", "number-expected"),
    ("rating >= movieDescription", "families-differ"),
    ("year == 'x'", "families-differ"),
    ("year != 'x'", "families-differ"),
    ("year IN {1, 'x'}", "families-differ"),
    ("title > 3", "families-differ"),
    ("tags == 1", "to-many-comparison"),
    ("tags.name == 'x'", "to-many-comparison"),
    ("ANY title == 'x'", "quantified-scalar"),
    ("ANY lentToFriend == nil", "quantified-scalar"),
    ("year BETWEEN 3", "between-pair"),
    ("year BETWEEN {3}", "between-pair"),
    ("year LIKE 'x'", "string-expected"),
    ("title IN year", "collection-expected"),
    ("tags.name + 1 == 2", "to-many-arithmetic"),
    ("title + 1 == 2", "number-expected"),
    ("title.@count == 2", "aggregate-of-scalar"),
    ("tags.@sum.name == 2", "number-expected"),
    ("lentToFriend < SELF", "families-differ"),
    ("SELF < SELF", "no-order"),
    ("CAST(year, 'Class') == 1", "unknown-cast-type"),
    ("nosuch(year) == 1", "unknown-function"),
    ("FUNCTION(year, 'nosuch:') == 1", "unknown-function"),
    ("titel == 'x'", "unknown-key"),
    ("lentToFriend.frendName == 'x'", "unknown-key"),
    ("tags.@foo == 1", "unknown-collection-operator"),
    ("year == $x", "unbound-variable"),
    ("year == %@", "argument-missing"),
    ("ANYKEY == 1", "unsupported-construct"),
    ("title TOKENMATCHES 'x'", "unsupported-construct"),
    ("SELF isKindOfClass: 'x'", "unsupported-construct"), ("title MATCHES '('", "regular-expression"),
  ])
  func issues(format: String, code: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try Self.bound(format) }
    #expect(issue.code == code)
    #expect(issue.range != nil, "an issue names its place")
  }

  /// A path ends with the key after its operator, so a second operator is an issue, and its hint puts parentheses around the first part.
  @Test(arguments: [
    ("loans.@distinctUnionOfObjects.note.@count > 2", "(loans.@distinctUnionOfObjects.note).@count"),
    (
      "lentToFriend.lentMovies.@unionOfObjects.year.@count > 2",
      "(lentToFriend.lentMovies.@unionOfObjects.year).@count"
    ),
    (
      "(lentToFriend).lentMovies.@distinctUnionOfObjects.year.@count > 2",
      "(lentToFriend.lentMovies.@distinctUnionOfObjects.year).@count"
    ),
  ])
  func aSecondOperatorNeedsParentheses(format: String, mended: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try Self.bound(format) }
    #expect(issue.code == "aggregate-of-scalar" && issue.hint?.hasSuffix(": " + mended) == true, "\(issue)")
    // The hint is right.
    _ = try Self.bound(mended + " > 2")
  }

  /// The hint has no parentheses if the text with parentheses would have an error, too.
  @Test(arguments: [
    "loans.@max.lentOn.@count > 2", "title.@distinctUnionOfObjects.length.@count > 1",
    "lentToFriend.@distinctUnionOfObjects.friendName.@count > 1", "loans.@distinctUnionOfArrays.days.@count > 1",
  ])
  func parenthesesThatMendNothingAreNoHint(format: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try Self.bound(format) }
    #expect(issue.hint?.contains("parentheses") != true, "\(issue)")
  }

  @Test func unknownKeySuggestsTheNearestOfTheSegmentThatFails() throws {
    let issue = try #require(throws: PredicateIssue.self) { try Self.bound("lentToFriend.frendName == 'x'") }
    #expect(issue.message == "Friend has no property “frendName”")
    #expect(issue.hint == "the nearest name is “friendName”" && issue.suggestion == "friendName")
  }

  @Test(arguments: [
    ("title ==[c] 'ABC'", "equal(fold[c]($0.title), \"abc\")"),
    ("title BEGINSWITH[cd] 'É'", "prefix(fold[cd]($0.title), \"e\")"),
    ("title CONTAINS 'x'", "contains($0.title, \"x\")"),
    ("'x' IN title", "contains($0.title, \"x\")"),
    ("title LIKE 'ab*'", "prefix($0.title, \"ab\")"),
    ("title LIKE '*ab'", "suffix($0.title, \"ab\")"),
    ("title LIKE '*ab*'", "contains($0.title, \"ab\")"),
    ("title LIKE[c] 'AB'", "equal(fold[c]($0.title), \"ab\")"),
    ("title LIKE 'a?b'", "like($0.title, \"a?b\")"),
    ("title LIKE '*'", "like($0.title, \"*\")"),
    ("title LIKE ''", "equal($0.title, \"\")"),
    ("title MATCHES[c] '.*x'", "regularExpression[c]($0.title, \".*x\")"),
    ("year ==[c] 3", "equal($0.year, 3)"),
    ("title CONTAINS[cdl] 'X'", "contains(fold[cd]($0.title), \"x\")"),
  ])
  func strings(format: String, core: String) throws {
    #expect(try "\(Self.bound(format).condition)" == core)
  }

  @Test(arguments: [
    ("genre IN {'Noir', 'Drama', 'Noir', nil}", "member($0.genre, \"Noir\", \"Drama\")"),
    ("genre IN[c] {'NOIR', 'Noir'}", "member(fold[c]($0.genre), \"noir\")"),
    ("genre IN {}", "false"),
    ("nil IN {nil}", "false"),
    ("year IN {1, 1.0, 2}", "member($0.year, 1, 2)"),
    ("year IN {1, year}", "or(equal($0.year, 1), equal($0.year, $0.year))"),
    ("year BETWEEN {1980, 1989}", "between($0.year, 1980, 1989)"),
    ("year BETWEEN {nil, 1989}", "false"),
    ("lentOn > '2024-01-01'", "greater($0.lentOn?, date(725760000.0))"),
    ("year > 1990 + 1", "greater($0.year, 1991)"),
    ("rating / 2 > year", "greater(/($0.rating?, 2)?, $0.year)"),
  ])
  func listsAndArithmetic(format: String, core: String) throws {
    #expect(try "\(Self.bound(format).condition)" == core)
  }

  @Test(arguments: [
    ("lentToFriend.friendName == 'Ann'", "equal($0.lentToFriend?.friendName?, \"Ann\")"),
    ("lentToFriend == nil", "isNull($0.lentToFriend??)"),
    ("ANY tags.name == 'x'", "exists($1 in $0.tags where equal($1.name, \"x\"))"),
    ("SOME tags.name == 'x'", "exists($1 in $0.tags where equal($1.name, \"x\"))"),
    ("NONE tags.name == 'x'", "not(exists($1 in $0.tags where equal($1.name, \"x\")))"),
    ("ALL loans.note == nil", "not(exists($1 in $0.loans where not(isNull($1.note?))))"),
    ("'x' IN tags.name", "exists($1 in $0.tags where equal($1.name, \"x\"))"),
    ("tags.name CONTAINS 'x'", "exists($1 in $0.tags where equal($1.name, \"x\"))"),
    ("tags.@count > 2", "greater(count($1 in $0.tags), 2)"),
    ("tags[SIZE] > 2", "greater(count($1 in $0.tags), 2)"),
    ("lentToFriend.lentMovies.@count == 0", "equal(count($1 in $0.lentToFriend?.lentMovies)?, 0)"),
    (
      "ANY loans.friend.friends.friendName == 'x'",
      "exists($1 in $0.loans, $2 in $1.friend.friends where equal($2.friendName, \"x\"))"
    ),
    (
      "SUBQUERY(loans, $l, $l.friend == lentToFriend).@count == 0",
      "not(exists($1 in $0.loans where equal($1.friend, $0.lentToFriend??)))"
    ),
    ("loans.@max.lentOn > lentOn", "greater(max($1 in $0.loans, $1.lentOn)?, $0.lentOn?)"),
    ("tags.@count > 0", "exists($1 in $0.tags)"), ("tags.@count == 0", "not(exists($1 in $0.tags))"),
    ("lentToFriend.lentMovies.@count >= 1", "exists($1 in $0.lentToFriend?.lentMovies)"),
    ("tags[0].name == 'x'", "equal(collect($1 in $0.tags, $1)[0]?.name?, \"x\")"),
    ("tags == nil", "false"),
    ("lentToFriend.lentMovies == nil", "isNull(count($1 in $0.lentToFriend?.lentMovies)?)"),
  ])
  func paths(format: String, core: String) throws {
    #expect(try "\(Self.bound(format).condition)" == core)
  }

  @Test func subqueryVariablesShadowAndEnd() throws {
    let core = try Self.bound(
      "SUBQUERY(loans, $x, SUBQUERY($x.friend.loans, $x, $x.note == nil).@count > 0 AND $x.note != nil).@count > 0 AND $x == 3",
      variables: ["x": QueryValue.integer(3)])
    #expect(
      "\(core.condition)"
        == "exists($1 in $0.loans where and(exists($2 in $1.friend.loans where isNull($2.note?)), not(isNull($1.note?))))"
    )
  }

  @Test func aStringBesideADateLeavesANote() throws {
    #expect(try Self.bound("lentOn > '2024-01-01'").notes.map(\.code) == ["string-read-as-date"])
    let strict = BindingOptions(isStrict: true)
    let issue = try #require(throws: PredicateIssue.self) {
      try Binder.bind(
        QueryPredicate(format: "lentOn > '2024-01-01'"), to: .entity("Movie", DataModel.movies), options: strict)
    }
    #expect(issue.code == "families-differ")
  }

  @Test func aStringBesideAUUIDIsRead() throws {
    let model = DataModel(entities: [
      Entity(
        name: "Ticket", attributes: [Attribute(name: "token", type: .uuid), Attribute(name: "old", type: .uuid)])
    ])
    func bound(_ format: String, isStrict: Bool = false) throws -> BoundPredicate {
      try Binder.bind(
        QueryPredicate(format: QueryFormat(raw: format)), to: .entity("Ticket", model),
        options: BindingOptions(isStrict: isStrict))
    }
    let (low, high) = ("8319e5ac-1b2e-4f11-9bbc-ea1b0b7e5d39", "9319E5AC-1B2E-4F11-9BBC-EA1B0B7E5D39")
    let read = try bound("token == '\(low)'")
    #expect(read.notes.map(\.code) == ["string-read-as-uuid"])
    for (text, written) in [
      ("token == '\(low)'", "token == CAST('\(low)', 'NSUUID')"),
      ("'\(low)' < token", "CAST('\(low)', 'NSUUID') < token"),
      ("token IN {'\(low)', '\(high)'}", "token IN {CAST('\(low)', 'NSUUID'), CAST('\(high)', 'NSUUID')}"),
      ("token BETWEEN {'\(low)', '\(high)'}", "token BETWEEN {CAST('\(low)', 'NSUUID'), CAST('\(high)', 'NSUUID')}"),
    ] {
      #expect(try "\(bound(text).condition)" == "\(bound(written).condition)", "\(text)")
    }
    for (format, isStrict) in [("token == '\(low)'", true), ("token == 'abc'", false)] {
      let issue = try #require(throws: PredicateIssue.self) { try bound(format, isStrict: isStrict) }
      #expect(issue.code == "families-differ" && issue.hint?.contains("-1B2E-") == true, "\(issue)")
    }
  }

  @Test func variablesOfAnotherFamilyAreArgumentErrors() throws {
    let issue = try #require(throws: PredicateIssue.self) {
      try Self.bound("year == $y", variables: ["y": QueryValue.string("x")])
    }
    #expect(issue.kind == .argumentType)
    #expect(throws: Never.self) { try Self.bound("year == $y", variables: ["y": QueryValue.null]) }
  }
}
