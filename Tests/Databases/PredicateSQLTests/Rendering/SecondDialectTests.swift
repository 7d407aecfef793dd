import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateSQL

/// The SQL for another dialect contains no word that only SQLite understands.
@Suite struct SecondDialectTests {
  /// A dialect of a database with booleans, with texts in a defined order, without hints for the planner, and without the operator `||`.
  private struct TypedDialect: SQLDialect {
    let name = "typed"
    let sameOperator = "IS NOT DISTINCT FROM"
    let differentOperator = "IS DISTINCT FROM"
    let scalarOrder = "COLLATE \"C\""
    let withoutIndexes = ""
    let unindexed = ""
    let boundListElements = (front: "SELECT unnest(", end: ")")
    let boundRowElements: (front: String, end: String)? = ("SELECT * FROM unnest(", ")")
    let concatenationFunction: String? = "concat"
    let valuesRow = "ROW"
    let valuesColumn = "column1"
    let ordersStringsByScalars = true
    let equatesTextsByScalars = false
    let divisionByZeroIsNull = true
    let unlimited = "ALL"
    let limits = SQLLimits(
      joinedTables: 200, chainedConditions: 500, nestedStatements: 50, nestedValues: 100, arguments: 100,
      writtenConstants: 2, parameters: 60_000)

    func quoted(_ identifier: String) -> String { identifier }
    func quotedText(_ word: String) -> String { "'\(word)'" }
    func parameter(_ number: Int) -> String { "$\(number)" }
    func keepsName(ofColumn name: String) -> Bool { true }
    func truth(_ value: Bool) -> String { value ? "TRUE" : "FALSE" }
    func truthTest(_ isTrue: Bool) -> String { isTrue ? "IS TRUE" : "IS NOT TRUE" }
    func typeName(of type: SQLType) -> String { "\(type)" }
    func binding(_ constant: QueryValue) -> QueryValue { constant }
    func literal(_ constant: QueryValue) -> String { "\(constant)" }
    func boundList(of constants: [QueryValue]) -> QueryValue? { .string("list of \(constants.count)") }
    func nullOrder(isAscending: Bool) -> String { isAscending ? " NULLS FIRST" : " NULLS LAST" }
  }

  /// The facts of a database whose columns have values of one type, and the only form that differs from the default.
  private struct TypedLowering: DatabaseLowering {
    let dialect: any SQLDialect = TypedDialect()
    let rewrites = SQLRewrites(SQLRewrites.neutral.map(\.rewrite))

    func type(of type: QueryType) -> SQLType? { SQLType(type) }
    func computesAsIs(_ value: CoreValue, in planner: SQLPlanner) -> Bool { true }
    func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool { true }
    func hasExtremes(of type: QueryType) -> Bool { true }
    func hasExactForm(_ decimal: QueryDecimal) -> Bool { true }
    func type(ofColumn attribute: Attribute) -> SQLType { SQLType(attribute.type) ?? .stored }
    func isReadAsItIs(_ attribute: Attribute) -> Bool { true }
    func comparesNumbers(_ attribute: Attribute) -> Bool { true }
    func keyValue(of attribute: Attribute, in column: SQLExpression) -> SQLExpression { column }
    func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression { column }
    func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression { column.isNull }
    func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression { column }
    func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool { true }
    func repeatedPairs(_ columns: [String], of table: String) -> SQLRepeatedPairs? { nil }
    func keyComparison(
      of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
    ) -> (any SQLKeyComparison)? { nil }

    func comparesByScalars(_ attribute: Attribute) -> Bool { attribute.textOrder == .scalars }

    func form(
      of request: SQLFormRequest, in planner: inout SQLPlanner
    ) throws(PredicateIssue) -> SQLForm {
      guard case .match(.contains, let subject, let pattern) = request else { return .none(request.words) }
      let place = SQLExpression.strict(
        SQLFunction("strpos", .integer, cost: 0), [try planner.value(subject), try planner.value(pattern)])
      return .exact(.compare(.greater, place, .integer(0)))
    }
  }

  /// If a database guarantees the type of a column, the value is the bare column, without a test of its type.
  @Test func columnsNeedNoProof() throws {
    let attribute = try #require(FilmModel.model.entity(named: "Film")?.attribute(named: "year"))
    let read = SQLColumnRead(attribute: attribute, table: "film", source: 0, isOfVariable: true, isIndexed: true)
    #expect(TypedLowering().provenColumn(read, mayReadAll: false)?.isColumn == true)
  }

  private static func text(_ format: String) throws -> String {
    var indexes = SQLIndexes()
    indexes.add(table: "film", firstColumn: "year")
    indexes.addSample([2000, 2001], ofRows: 2, table: "film", column: "year")
    let translator = SQLTranslator(model: FilmModel.model, lowering: TypedLowering(), indexes: indexes)
    let fetch = EntityFetch("Film", where: try QueryPredicate(format: QueryFormat(raw: format)))
    return try translator.translate(fetch, form: .keys).statement.text
  }

  @Test(arguments: [
    ("year > 1990", "t0.year > $1"),
    ("a == b", "t0.a IS NOT DISTINCT FROM t0.b"),
    ("NOT (a > 3)", "(t0.a > $1) IS NOT TRUE"),
    ("TRUEPREDICATE", "FROM film t0 ORDER"),
    ("FALSEPREDICATE", "FALSE"),
    ("title CONTAINS 'x'", "strpos(t0.title, $1) > 0"),
    ("nocase == 'x'", "t0.nocase COLLATE \"C\" = $1"),
    ("year IN {1, 2}", "t0.year IN ($1, $2)"),
    ("year IN {1, 2, 3}", "t0.year IN (SELECT unnest($1))"),
    ("title + code == 'x'", "concat(t0.title, t0.code) = $1"),
    ("ANY {1, 2} == year", "(SELECT 1 FROM (VALUES ROW($1), ROW($2)) t1 WHERE t1.column1 = t0.year)"),
    // Many pairs of constants are one list, so the database can use an index of both columns. Few pairs are written out.
    (
      "(year == 1 AND a IN {1, 2}) OR (year == 2 AND a IN {3, 4})",
      "(t0.year, t0.a) IN (SELECT * FROM unnest($1, $2))"
    ),
    ("(year == 1 AND a == 1) OR (year == 2 AND a == 3)", "(t0.year = $1 AND t0.a = $2) OR ("),
    ("(year == 1 AND a IN {1, 2}) OR (a == 2 AND year IN {3, 4})", "(t0.year = $1 AND t0.a IN ($2, $3)) OR ("),
    (
      "SUBQUERY(loans, $l, $l.friend == lentToFriend).@count > 0",
      "t1.friend_id IS NOT DISTINCT FROM t0.lentToFriend_id"
    ),
  ])
  func conditions(format: String, condition: String) throws {
    let text = try Self.text(format)
    #expect(text.contains(condition))
    #expect(text.hasSuffix(" ORDER BY t0.id"))
    for word in ["likely", "json_each", "typeof", "NOCASE", "BINARY", "INDEXED", "?", "IS 1", "WHERE 0", "+"] {
      #expect(!text.contains(word), "\(text)")
    }
  }

  /// Two lists in one condition stay two conditions, because the list of all pairs would have 40,000 rows.
  @Test func twoListsAreNotMultiplied() throws {
    let list = (1...200).map { "\($0)" }.joined(separator: ", ")
    let text = try Self.text("(year IN {\(list)} AND a IN {\(list)}) OR (year == 1 AND a == 2)")
    for condition in ["t0.year IN (SELECT unnest($", "t0.a IN (SELECT unnest($", "t0.year = $", "t0.a = $"] {
      #expect(text.contains(condition), "\(text)")
    }
    #expect(!text.contains("SELECT * FROM unnest("), "\(text)")
  }

  /// The issue names the form that the database lacks.
  @Test(arguments: [
    ("title BEGINSWITH 'ab'", "BEGINSWITH cannot be translated to SQL."),
    ("title BEGINSWITH[c] 'ab'", "BEGINSWITH cannot be translated to SQL."),
    ("year ** 2 > 5", "The operator ** cannot be translated to SQL."),
  ])
  func missingForms(format: String, message: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try Self.text(format) }
    #expect(issue.code == "sql-unsupported" && issue.message == message)
  }
}
