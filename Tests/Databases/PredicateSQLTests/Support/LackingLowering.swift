import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// A lowering like that of SQLite. It has no SQL for LIKE, MATCHES and case-insensitive texts. Its condition for CONTAINS also accepts other rows.
struct LackingLowering: SQLLowering {
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
  func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    base.isMissing(attribute, in: column)
  }
}
