import PredicateModel
import PredicateValues

/// Returns an equivalent test that is better for the database, or the test itself. A test is a condition that contains no other condition.
package typealias SQLTestRewrite =
  @Sendable (
    _ test: SQLExpression, _ place: SQLRewriter.Place, _ rewriter: inout SQLRewriter
  ) -> SQLExpression

/// Returns a better statement with the same rows, or nil.
package typealias SQLSelectRewrite = @Sendable (_ select: SQLSelect, _ rewriter: inout SQLRewriter) -> SQLSelect?

/// The rewrites that make a statement faster by changing its tree, all in one walk over the statement.
///
/// The walk goes from the root to the leaves with the facts about a node's surroundings (``Place``), and rewrites each condition on the way back. A
/// statement keeps its meaning: a condition is added to a conjunction only if it holds for all rows that meet the other conditions.
package struct SQLRewriter {
  package let rewrites: SQLRewrites
  package let dialect: any SQLDialect
  package let indexes: SQLIndexes
  package let model: DataModel
  /// The database's own rewrites of a test.
  let testRewrite: SQLTestRewrite?
  /// Whether columns of a table refer to the key of another table exactly if they have the same values.
  let areAlike: (_ columns: [String], _ table: String, _ key: [String], _ other: String) -> Bool
  package var nextSource: Int

  /// The facts about a node's surroundings.
  package struct Place {
    /// Whether the node is a condition and not a value.
    package var isCondition = true
    /// Whether the node is part of a condition inside a value, such as that of CASE. A collation stated in it would become the collation of the
    /// value.
    package var isInsideValue = false
    /// Whether the node is the operand of NOT or of a test for truth, so that no index finds it.
    package var isTested = false
    /// The sources of the surrounding SELECT that may have no matching row.
    package var joined: [SQLSource] = []
    /// For columns of numbers, the intervals that the other conditions of the conjunction allow.
    package var intervals: [SQLColumnName: SQLInterval] = [:]
    /// The columns that have an upper bound in the other conditions of the conjunction.
    package var bounded: Set<SQLColumnName> = []

    /// The surroundings of a part. The values of a CASE depend on its condition.
    package func of(_ role: SQLExpression.Role) -> Place {
      changed { place in
        switch role {
        case .condition, .arm: break
        case .tested: place.isTested = true
        case .value: place.isCondition = false
        case .test: if !place.isCondition { (place.isCondition, place.isInsideValue) = (true, true) }
        }
      }
    }

    /// A changed copy.
    package func changed(_ change: (inout Place) -> Void) -> Place {
      var place = self
      place.isTested = false
      change(&place)
      return place
    }
  }

  /// An equivalent statement with the same rows.
  package mutating func rewrite(_ select: SQLSelect, _ outer: Place = Place()) -> SQLSelect {
    var place = outer.changed { $0.isCondition = true }
    place.joined = select.sources.filter(\.mayBeMissing)
    var whole = select
    let conditions = [select.link, select.condition].compactMap { $0 }
    whole.link = nil
    whole.condition = conditions.isEmpty ? nil : .all(conditions)
    return whole.map({ rewrite($0, $1, in: place) }, select: { rewrite($0, place) })
  }

  /// Rewrites a part of an expression. `place` has the surroundings of the expression; `role` is the part's role in it.
  private mutating func rewrite(_ part: SQLExpression, _ role: SQLExpression.Role, in place: Place) -> SQLExpression {
    if role == .value, part.costClass == 0 { return part }
    return rewrite(part, place.of(role))
  }

  /// Returns a condition that holds for the same rows, or, for a value, an equal value.
  package mutating func rewrite(_ expression: SQLExpression, _ place: Place = Place()) -> SQLExpression {
    // A value that only reads columns stays unchanged.
    if !place.isCondition, expression.costClass == 0 { return expression }
    switch expression.node {
    case .all(let parts):
      let inside = place.changed { note(parts, in: &$0) }
      return ordered(.all(parts.map { rewrite($0, inside) }))
    case .any(let parts):
      let inside = place.of(.condition)
      return ordered(SQLExpression(.any(parts.map { rewrite($0, inside) }), mayBeNull: expression.mayBeNull))
    case .inOrder(var sequence):
      let inside = place.of(.condition)
      sequence.groups = sequence.groups.map { rewrite($0, inside) }
      return ordered(withEarlyTests(sequence, mayBeNull: expression.mayBeNull, place))
    case .exists(let select):
      return .all(neededValues(of: select) + [.exists(rewrite(select, place))])
    case .binary where expression.costClass == 0, .between where expression.costClass == 0,
      .inList where expression.costClass == 0, .nullTest where expression.costClass == 0:
      // The parts are not rewritten, because they are values that only read columns.
      return rewriteTest(expression, place)
    case .function(_, let arguments) where arguments.allSatisfy { $0.costClass == 0 }:
      return place.isCondition ? rewriteTest(expression, place) : expression
    default:
      let inner = expression.map({ rewrite($0, $1, in: place) }, select: { rewrite($0, place) })
      return place.isCondition ? rewriteTest(inner, place) : inner
    }
  }

  /// Rewrites a condition without conditions in it to SQL that the database runs faster.
  private mutating func rewriteTest(_ test: SQLExpression, _ place: Place) -> SQLExpression {
    guard let testRewrite else { return test }
    return testRewrite(test, place, &self)
  }

  /// Sorts the conditions of a conjunction or a disjunction: cheap ones first. In a conjunction the more selective ones of the same cost come first.
  package func ordered(_ expression: SQLExpression) -> SQLExpression {
    guard rewrites.contains(.costOrder) else { return expression }
    switch expression.node {
    case .all(let parts):
      guard let sorted = parts.sorted(by: \.selectivityRank) else { return expression }
      return SQLExpression(.all(sorted), mayBeNull: expression.mayBeNull)
    case .any(let parts):
      guard let sorted = parts.sorted(by: \.costRank) else { return expression }
      return SQLExpression(.any(sorted), mayBeNull: expression.mayBeNull)
    default: return expression
    }
  }

  /// Adds comparisons in front of an AND sequence: those of its first conditions that only read columns. An index may find them, but no index finds a
  /// condition in a CASE.
  ///
  /// Comparisons of a row that may be missing are not added. With them a database would turn its outer join into an inner one, join in another order,
  /// and evaluate a condition that can fail for rows that the path does not reach.
  private func withEarlyTests(_ sequence: SQLSequence, mayBeNull: Bool, _ place: Place) -> SQLExpression {
    let whole = SQLExpression(.inOrder(sequence), mayBeNull: mayBeNull)
    guard rewrites.contains(.earlyTests), sequence.isAll, sequence.beginsSafely else { return whole }
    let first = if case .all(let parts) = sequence.groups[0].node { parts } else { [sequence.groups[0]] }
    return .all(first.filter { $0.costClass == 0 && !SQLSourceSearch.reads($0, anyOf: place.joined) } + [whole])
  }
}

package struct SQLColumnName: Hashable {
  package let source: Int
  package let name: ScalarString

  package init(_ read: SQLColumnRead) {
    source = read.source
    name = ScalarString(read.attribute.column)
  }
}
