import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// The forms of SQLite with the functions of ``SQLiteFunctions``: it has an exact one for every form of the language.
package struct SQLiteLowering: SQLLowering {
  /// Whether the database keeps text as UTF-8. In UTF-16 its order is not that of the scalars.
  let isUTF8: Bool
  /// Whether texts are searched by functions that count their steps. SQLite's own compares each byte of a text with each of the pattern, at
  /// worst, and counts it as one step.
  var countsSteps = false
  package let rewrites: SQLRewrites

  package init(isUTF8: Bool = true, rewrites: SQLRewrites = .sqlite) {
    self.isUTF8 = isUTF8
    self.rewrites = rewrites
  }

  package var dialect: any SQLDialect { SQLiteDialect(isUTF8: isUTF8, countsSteps: countsSteps) }

  /// Decimal numbers are texts.
  package func type(of type: QueryType) -> SQLType? { type == .decimal ? nil : SQLType(type) }

  /// Only where a double is the very number: a rounded one would compare otherwise.
  package func hasExactForm(_ decimal: QueryDecimal) -> Bool {
    decimal.wholeValue != nil || NumberOrder.compare(decimal, decimal.nearestDouble) == .equal
  }

  package func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements? {
    let (tag, values) = try planner.tagged([collection], inAnyOrder: inAnyOrder)
    let list = SQLExpression.function(.elements, [tag] + values, mayBeNull: true)
    return SQLElements(.elements(list)) { .function(.element, [$0], mayBeNull: true) }
  }
}
