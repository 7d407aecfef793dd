import OpenPredicate
import PredicateEngineFixtures
import PredicateSyntax
import Testing

/// A mistake has the same code in both cases: binding finds it by the types of a struct, evaluation by the values of a dictionary.
@Suite struct MistakeCodeTests {
  struct Film {
    var title = "Alien"
    var year = 1979
    var isLent = true
    var tags = ["space"]
  }

  static var dictionary: [String: Any] {
    ["title": "Alien", "year": 1979, "isLent": true, "tags": ["space"]]
  }

  @Test(
    .fieldsAreKnown,
    arguments: [
      ("title < 5", DiagnosticCode.familiesDiffer),
      ("year.foo == 1", .keyOfValue),
      ("isLent.foo == 1", .keyOfValue),
      ("year BETWEEN {'a', 'b'}", .familiesDiffer),
      ("SELF < SELF", .noOrder),
      ("year BEGINSWITH '19'", .stringExpected),
      ("year IN title", .stringExpected),
      ("title + 1 == 2", .numberExpected),
      ("-title == 1", .numberExpected),
      ("tags.@sum.self == 1", .numberExpected),
      ("title IN year", .collectionExpected),
      ("year CONTAINS 1", .collectionExpected),
      ("(year UNION {1}).@count == 1", .collectionExpected),
      ("year BETWEEN {1950}", .betweenPair),
      ("year BETWEEN 1950", .betweenPair),
      ("year[0] == 1", .indexOfScalar),
      ("CAST(year, 'NSUUID') == nil", .castFamily),
      ("sqrt(title) == 2", .functionArgument),
      ("sum(title) == 2", .functionArgument),
      ("sqrt(year, year) == 2", .argumentCount),
      ("title UTI-EQUALS 'public.text'", .unsupportedConstruct),
      ("tokenize:using:(title, ' ') == nil", .unsupportedConstruct),
      ("title MATCHES '['", .regularExpression),
    ])
  func isTheSame(format: String, code: DiagnosticCode) throws {
    let bound = try #require(throws: PredicateIssue.self) { try [Film()].filter(QueryFormat(raw: format)) }
    let evaluated = try #require(throws: PredicateIssue.self) { try [Self.dictionary].filter(QueryFormat(raw: format)) }
    #expect(bound.code == code.rawValue)
    #expect(evaluated.code == code.rawValue)
    #expect(bound.kind == evaluated.kind)
  }
}
