import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateValues
import Testing

/// If other conditions leave few rows, EXISTS runs for each of them. Otherwise a semi-join finds all keys at once.
@Suite struct SelectivityTests {
  private static let indexes = {
    var indexes = SQLIndexes()
    for column in ["year", "title", "nocase", "lentToFriend_id", "lent"] {
      indexes.add(table: "film", firstColumn: column)
    }
    return indexes
  }()

  @Test(arguments: [
    ("year == 1994", true), ("year IN {1994, 1995}", true), ("year BETWEEN {1994, 1995}", true),
    ("year > 1994 AND year <= 1996", true), ("title BEGINSWITH 'The '", true), ("title == 'x'", true),
    ("lentToFriend == $f", true), ("SELF == $m", true), ("SELF IN {$m}", true),
    ("(year == 1994 OR title == 'x')", true), ("(year == 1994 AND a > 3)", true),
    ("year > 1994", false), ("year != 1994", false), ("a == 1994", false), ("nocase == 'x'", false),
    ("lent == YES", false),
    ("(year == 1994 OR a == 3)", false), ("NOT (year == 1994)", false), ("year == a", false),
    ("lentToFriend == nil", false),
    ("title ==[c] 'x'", false), ("year > 1994 AND title <= 'x'", false),
  ])
  func fewOrMany(format: String, isSelective: Bool) throws {
    let translator = SQLTranslator.sqlite(FilmModel.model, indexes: Self.indexes)
    let variables: QueryVariables = [
      "f": QueryValue.reference(ObjectReference(entity: "Friend", key: 1)),
      "m": QueryValue.reference(ObjectReference(entity: "Film", key: 1)),
    ]
    let text = try translator.keys(
      of: "Film", where: QueryPredicate(format: "\(raw: format) AND ANY loans.note == 'x'"), variables: variables
    ).text
    #expect(text.contains("EXISTS") == isSelective, "\(text)")
    let blind = try SQLTranslator.sqlite(FilmModel.model).keys(
      of: "Film", where: QueryPredicate(format: "year == 1994 AND ANY loans.note == 'x'"))
    #expect(!blind.text.contains("EXISTS"))
    #expect(!text.contains("ORDER BY"))
  }
}
