import PredicateModel
import PredicateValues

/// The rewrites for cost that are functions from tree to tree, in one walk over a statement.
///
/// The walk goes from the root to the leaves with what holds around a node (``Place``), and gives each condition its other form on the way back.
/// A statement keeps its meaning: a condition stands beside another one only where it holds of no fewer rows.
struct SQLRewriter {
  let rewrites: SQLRewrites
  let dialect: any SQLDialect
  let indexes: SQLIndexes
  let keyForms: SQLKeyForms
  let model: DataModel
  /// The number of the next source.
  var nextSource: Int

  /// What holds around a node.
  struct Place {
    /// Whether the node is a condition, and no value.
    var isCondition = true
    /// Whether the node is part of a condition that a value depends on. A collation that is stated there would be the value's.
    var isInsideValue = false
    /// Whether NOT or a test for truth stands in front, so that no index finds the node.
    var isTested = false
    /// The sources of the SELECT around the node that may have no row.
    var joined: [SQLSource] = []
    /// What the conditions beside the node leave of the numbers of columns.
    var intervals: [SQLColumnName: SQLInterval] = [:]

    /// The place of a part that is a value.
    var ofValue: Place { changed { $0.isCondition = false } }

    /// The place of the condition that chooses between two values, or between two conditions.
    var ofTest: Place { changed { if !$0.isCondition { ($0.isCondition, $0.isInsideValue) = (true, true) } } }

    /// The place of a part.
    func changed(_ change: (inout Place) -> Void) -> Place {
      var place = self
      place.isTested = false
      change(&place)
      return place
    }
  }

  /// A statement with the same rows.
  mutating func rewrite(_ select: SQLSelect, _ outer: Place = Place()) -> SQLSelect {
    var place = outer.changed { $0.isCondition = true }
    place.joined = select.sources.filter(\.mayBeMissing)
    var result = select
    result.columns = rewrite(select.columns, place.ofValue)
    result.sources = select.sources.map { rewrite($0, place) }
    let conditions = [select.link, select.condition].compactMap { $0 }
    result.link = nil
    result.condition = conditions.isEmpty ? nil : rewrite(.all(conditions), place)
    result.grouping = rewrite(select.grouping, place.ofValue)
    result.groupCondition = select.groupCondition.map { rewrite($0, place) }
    result.order = rewrite(select.order, place.ofValue)
    return result
  }

  private mutating func rewrite(_ source: SQLSource, _ place: Place) -> SQLSource {
    if case .table = source.relation, case .none = source.join { return source }
    var join = source.join
    switch join {
    case .inner(let condition): join = .inner(rewrite(condition, place))
    case .left(let condition): join = .left(rewrite(condition, place))
    case .none, .cross: break
    }
    let relation: SQLSource.Relation
    switch source.relation {
    case .table, .rows: relation = source.relation
    case .values(let rows): relation = .values(rewrite(rows, place.ofValue))
    case .numbered(let rows): relation = .numbered(rewrite(rows, place.ofValue))
    case .elements(let list): relation = .elements(rewrite(list, place.ofValue))
    case .select(let select): relation = .select(rewrite(select, place))
    }
    return SQLSource(number: source.number, relation: relation, join: join, usesIndexes: source.usesIndexes)
  }

  private mutating func rewrite(_ parts: [SQLExpression], _ place: Place) -> [SQLExpression] {
    if !place.isCondition, parts.allSatisfy({ $0.costClass == 0 }) { return parts }
    return parts.map { rewrite($0, place) }
  }

  private mutating func rewrite(_ order: [SQLOrder], _ place: Place) -> [SQLOrder] {
    if order.allSatisfy({ $0.expression.costClass == 0 }) { return order }
    return order.map { SQLOrder(expression: rewrite($0.expression, place), isAscending: $0.isAscending) }
  }

  /// A condition that holds of the same rows, or a value that is the same.
  mutating func rewrite(_ expression: SQLExpression, _ place: Place = Place()) -> SQLExpression {
    // A value that reads columns and nothing else.
    if !place.isCondition, expression.costClass == 0 { return expression }
    switch expression.node {
    case .all(let parts):
      let inside = place.changed { note(parts, in: &$0.intervals) }
      return ordered(.all(rewrite(parts, inside)))
    case .any(let parts):
      let parts = rewrite(parts, place.changed { _ in })
      return ordered(SQLExpression(.any(parts), mayBeNull: expression.mayBeNull))
    case .inOrder(var sequence):
      sequence.groups = rewrite(sequence.groups, place.changed { _ in })
      return ordered(withEarlyTests(sequence, mayBeNull: expression.mayBeNull, place))
    case .exists(let select):
      return .all(neededValues(of: select) + [.exists(rewrite(select, place))])
    case .binary where expression.costClass == 0, .between where expression.costClass == 0,
      .inList where expression.costClass == 0, .nullTest where expression.costClass == 0:
      // Its parts are values that read columns and nothing else.
      return rewriteTest(expression, place)
    case .function(_, let arguments) where arguments.allSatisfy { $0.costClass == 0 }:
      return place.isCondition ? rewriteTest(expression, place) : expression
    default:
      let inner = SQLExpression(
        rewritten(expression.node, place), mayBeNull: expression.mayBeNull, hasOwnCollation: expression.hasOwnCollation,
        origin: expression.origin)
      return place.isCondition ? rewriteTest(inner, place) : inner
    }
  }

  /// A node with rewritten parts.
  private mutating func rewritten(_ node: SQLExpression.Node, _ place: Place) -> SQLExpression.Node {
    let value = place.ofValue
    switch node {
    case .column, .stage, .allColumns, .parameter, .integer, .name, .null, .always, .all, .any, .inOrder, .exists:
      return node
    case .not(let part): return .not(rewrite(part, place.changed { $0.isTested = true }))
    case .truthTest(let part, let isTrue):
      return .truthTest(rewrite(part, place.changed { $0.isTested = true }), isTrue: isTrue)
    case .negate(let part): return .negate(rewrite(part, value))
    case .binary(let op, let left, let right): return .binary(op, rewrite(left, value), rewrite(right, value))
    case .nullTest(let part, let isNull): return .nullTest(rewrite(part, value), isNull: isNull)
    case .between(let part, let low, let high):
      return .between(rewrite(part, value), rewrite(low, value), rewrite(high, value))
    case .inList(let part, let constants): return .inList(rewrite(part, value), constants)
    case .inSelect(let part, let select): return .inSelect(rewrite(part, value), rewrite(select, place))
    case .scalar(let select): return .scalar(rewrite(select, place))
    case .function(let function, let arguments): return .function(function, rewrite(arguments, value))
    case .choose(let test, let first, let second):
      let arm = place.changed { _ in }
      return .choose(
        rewrite(test, place.ofTest), then: rewrite(first, arm), otherwise: second.map { rewrite($0, arm) })
    case .binaryCollation(let part): return .binaryCollation(rewrite(part, value))
    case .caseCollation(let part): return .caseCollation(rewrite(part, value))
    case .unindexed(let part): return .unindexed(rewrite(part, value))
    case .cast(let part, let storage): return .cast(rewrite(part, value), storage)
    case .rowNumber(let keys, let order): return .rowNumber(among: rewrite(keys, value), order: rewrite(order, value))
    case .isStored(let part, let classes): return .isStored(rewrite(part, value), as: classes)
    }
  }

  /// A condition that is made of no others, with what stands beside it. The first rewrite that applies decides.
  private mutating func rewriteTest(_ test: SQLExpression, _ place: Place) -> SQLExpression {
    if let range = prefixRange(test, place) { return range }
    if place.isTested { return test }
    if let weaker = keyParts(beside: test) ?? dynamicEquality(beside: test) { return ordered(.all([weaker, test])) }
    guard let comparison = SQLComparison(test) else { return test }
    if let range = dateRange(beside: comparison) { return ordered(.all([rewrite(range, place), test])) }
    guard let read = comparison.value.read else { return test }
    if let weaker = storedForm(beside: comparison, read) ?? bareColumn(beside: test, comparison, read) {
      return ordered(.all([weaker, test]))
    }
    return isLikely(comparison, read, place) ? .strict(.likely, [test]) : test
  }

  /// Conditions with the cheap ones first, and of those the ones that decide most.
  func ordered(_ expression: SQLExpression) -> SQLExpression {
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

  /// Beside a sequence of which all has to hold, the comparisons in front that read nothing but columns: an index may find them, which finds
  /// nothing in a CASE.
  ///
  /// Not those on a row that may be missing: a database would make its outer join an inner one, join in another order, and evaluate what can
  /// fail for rows that the path does not lead to.
  private func withEarlyTests(_ sequence: SQLSequence, mayBeNull: Bool, _ place: Place) -> SQLExpression {
    let whole = SQLExpression(.inOrder(sequence), mayBeNull: mayBeNull)
    guard rewrites.contains(.earlyTests), sequence.isAll, sequence.beginsSafely else { return whole }
    let first = if case .all(let parts) = sequence.groups[0].node { parts } else { [sequence.groups[0]] }
    return .all(first.filter { $0.costClass == 0 && !SQLSourceSearch.reads($0, anyOf: place.joined) } + [whole])
  }
}

/// A column of a source.
struct SQLColumnName: Hashable {
  let source: Int
  let name: ScalarString

  init(_ read: SQLColumnRead) {
    source = read.source
    name = ScalarString(read.attribute.column)
  }
}
