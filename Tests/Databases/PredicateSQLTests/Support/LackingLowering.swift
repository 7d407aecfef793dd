import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// A lowering like that of SQLite. It has no SQL for LIKE, MATCHES and case-insensitive texts. Its condition for CONTAINS also accepts other rows.
struct LackingLowering: DatabaseLowering {
  private let base = SQLiteLowering(rewrites: [])

  var dialect: any SQLDialect { base.dialect }
  var rewrites: SQLRewrites { [] }

  func form(of request: SQLFormRequest, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    switch request {
    case .match(.like, _, _), .match(.regularExpression, _, _), .fold: return .none(request.words)
    case .match(.contains, let subject, let pattern):
      let operands = [try planner.value(subject), try planner.value(pattern)]
      return .wider(.all(operands.map(\.isNotNull)), request.words)
    default: return try base.form(of: request, in: &planner)
    }
  }

  func type(of type: QueryType) -> SQLType? { base.type(of: type) }
  func hasExactForm(_ decimal: QueryDecimal) -> Bool { base.hasExactForm(decimal) }
  func type(ofColumn attribute: Attribute) -> SQLType { base.type(ofColumn: attribute) }
  func comparesByScalars(_ attribute: Attribute) -> Bool { base.comparesByScalars(attribute) }
  func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    base.value(of: attribute, in: column)
  }
  func computesAsIs(_ value: CoreValue, in planner: SQLPlanner) -> Bool { base.computesAsIs(value, in: planner) }
  func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool { base.comparesAsIs(left, right) }
  func hasExtremes(of type: QueryType) -> Bool { base.hasExtremes(of: type) }
  func keyValue(of attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    base.keyValue(of: attribute, in: column)
  }
  func isReadAsItIs(_ attribute: Attribute) -> Bool { true }
  func comparesNumbers(_ attribute: Attribute) -> Bool { true }
  func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression { column }
  func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool {
    base.areAlike(columns, of: table, and: key, of: other)
  }
  func repeatedPairs(_ columns: [String], of table: String) -> SQLRepeatedPairs? {
    base.repeatedPairs(columns, of: table)
  }
  func keyComparison(
    of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
  ) -> (any SQLKeyComparison)? {
    base.keyComparison(of: column, in: table, with: key, of: other, isGrouped: isGrouped)
  }
  func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    base.isMissing(attribute, in: column)
  }
}
