import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Predicates that are as deep as the limit allows become SQL on a small stack: 512 KB in release, 2 MB in debug.
@Suite struct TranslationDepthTests {
  @Test(arguments: [
    ("NOT (", "a == 1", ")", ""), ("(a == 2 OR (a > 1 AND ", "a == 1", "))", ""), ("-(", "a", ")", " == 1"),
    ("abs:(", "a", ")", " == 1"), ("uppercase:(", "title", ")", " BEGINSWITH[c] 'A'"), ("1 + (", "a", ")", " == 1"),
    ("a + (", "a", ")", " == b"), ("2 ** (", "a", ")", " == 1"), ("bitwiseAnd:with:(1, ", "a", ")", " == 1"),
    ("TERNARY(a == 1, 1, ", "a", ")", " == 1"), ("TERNARY(", "a == 1", ", 1, 0) == 1", ""),
    ("TERNARY(free == 1, 1, ", "free", ")", " == 1"),
    ("CAST(", "a", ", 'NSNumber')", " == 1"), ("CAST(", "free", ", 'NSNumber')", " == 1"), ("", "free", "[0]", " == 1"),
    ("{", "free", "}", " == free"), ("coalesce:(a, ", "a", ")", " == 1"), ("max:({a, ", "a", "})", " == 1"),
    ("SUBQUERY(loans, $l, $l.days == 1 OR ", "a == 1", ").@count > 0", ""),
  ])
  func atTheLimit(open: String, core: String, close: String, tail: String) throws {
    let (levels, bound) = try #require(Stack.run(size: 64 << 20) { Self.deepest(open, core, close, tail) })
    let text = try #require(Stack.run { Self.statement(bound) })
    #expect(text.hasPrefix("SELECT"), "\(levels) levels: \(text)")
    #expect(levels >= 60, "\(open)")
  }

  /// The deepest predicate that the limits of the language allow, and its depth.
  private static func deepest(_ open: String, _ core: String, _ close: String, _ tail: String) -> (Int, BoundFetch)? {
    for levels in stride(from: PredicateLimits.maximumNesting, to: 0, by: -1) {
      let format = String(repeating: open, count: levels) + core + String(repeating: close, count: levels) + tail
      guard let tree = PredicateParser.predicate(format).tree else { continue }
      if let bound = try? BoundFetch(EntityFetch("Film", where: tree), model: model) { return (levels, bound) }
    }
    return nil
  }

  /// The text of the statement, or the issue.
  private static func statement(_ fetch: BoundFetch) -> String {
    do throws(PredicateIssue) { return try SQLTranslator.sqlite(model).translate(fetch).statement.text } catch {
      return error.description
    }
  }

  /// The model of the other tests with an attribute of unknown type.
  private static let model = DataModel(
    entities: FilmModel.model.entities.map { entity in
      entity.name == "Film"
        ? Entity(
          name: "Film", table: "film",
          attributes: entity.attributes + [Attribute(name: "free", type: .any, isOptional: true)],
          relationships: entity.relationships) : entity
    })
}
