import PredicateModel
import PredicateValues

/// Returns an equivalent test that the database evaluates faster, or the test itself. A test is a condition that contains no other condition.
package typealias SQLTestRewrite =
  @Sendable (
    _ test: SQLExpression, _ place: SQLRewriter.Place, _ rewriter: inout SQLRewriter
  ) -> SQLExpression

/// Returns an equivalent statement that is faster, or nil.
package typealias SQLSelectRewrite = @Sendable (_ select: SQLSelect, _ rewriter: inout SQLRewriter) -> SQLSelect?

/// The rewrites that make a statement faster by changing its tree, all in one walk over the statement.
///
/// The walk goes from the root to the leaves with the facts about a node's surroundings (``Place``), and rewrites each condition on the way back. A
/// statement keeps its meaning: a condition is added to an AND only if it is true for all rows that meet the other conditions.
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
    /// Whether the node is part of a condition inside a value, such as that of CASE. If the rewrite added a collation to such a condition, it would
    /// become the collation of the value.
    package var isInsideValue = false
    /// Whether the node is the operand of NOT or of a test for truth. No index can be used for it.
    package var isTested = false
    /// The sources of the surrounding SELECT in which a row may have no match.
    package var joined: [SQLSource] = []
    /// For columns of numbers, the intervals that the other conditions of the conjunction allow.
    package var intervals: [SQLColumnName: SQLInterval] = [:]
    /// The columns that have an upper bound in the other conditions of the conjunction.
    package var bounded: Set<SQLColumnName> = []

    /// The surroundings of a child, by its role in the expression around it.
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
  ///
  /// The condition may be NULL where the given condition is false. So each node around it states again whether it can be NULL, and a NOT is made again
  /// (``SQLExpression/negated``).
  package mutating func rewrite(_ expression: SQLExpression, _ place: Place = Place()) -> SQLExpression {
    // A value that only reads columns is not changed.
    if !place.isCondition, expression.costClass == 0 { return expression }
    switch expression.node {
    case .all, .any, .inOrder: return rewriteJunction(expression, place)
    case .exists(let select):
      return .all(neededValues(of: select) + [.exists(rewrite(select, place))])
    case .binary where expression.costClass == 0, .between where expression.costClass == 0,
      .inList where expression.costClass == 0, .nullTest where expression.costClass == 0:
      // The parts of a test are not rewritten, because they are values that only read columns.
      return rewriteTest(expression, place)
    case .function(_, let arguments) where arguments.allSatisfy { $0.costClass == 0 }:
      return place.isCondition ? rewriteTest(expression, place) : expression
    default:
      let inner = rewriteParts(of: expression, place)
      return place.isCondition ? rewriteTest(inner, place) : inner
    }
  }

  @inline(never)
  private mutating func rewriteJunction(_ expression: SQLExpression, _ place: Place) -> SQLExpression {
    switch expression.node {
    case .all(let parts):
      let inside = place.changed { note(parts, in: &$0) }
      return ordered(.all(parts.map { rewrite($0, inside) }))
    case .any(let parts):
      let inside = place.of(.condition)
      let parts = parts.map { rewrite($0, inside) }
      return ordered(SQLExpression(.any(parts), mayBeNull: parts.contains(where: \.mayBeNull)))
    case .inOrder(let sequence):
      let inside = place.of(.condition)
      let changed = sequence.map { rewrite($0, inside) }
      let mayBeNull = changed.groups.contains(where: \.mayBeNull)
      return ordered(withEarlyTests(changed, mayBeNull: mayBeNull, place))
    default: return expression
    }
  }

  private mutating func rewriteParts(of expression: SQLExpression, _ place: Place) -> SQLExpression {
    if case .not = expression.node { return rewriteNot(expression, place) }
    return Self.withNulls(expression.map({ rewrite($0, $1, in: place) }, select: { rewrite($0, place) }))
  }

  @inline(never)
  private mutating func rewriteNot(_ expression: SQLExpression, _ place: Place) -> SQLExpression {
    guard case .not(let operand) = expression.node else { return expression }
    return rewrite(operand, place.of(.tested)).negated
  }

  /// A CASE that can be NULL if one of its rewritten values can be. Every other expression is returned unchanged.
  @inline(never)
  private static func withNulls(_ expression: SQLExpression) -> SQLExpression {
    guard case .choose(_, let first, let second) = expression.node else { return expression }
    var whole = expression
    whole.mayBeNull = whole.mayBeNull || first.mayBeNull || second?.mayBeNull ?? true
    return whole
  }

  /// Rewrites a test, which is a condition without other conditions in it, to SQL that the database runs faster.
  private mutating func rewriteTest(_ test: SQLExpression, _ place: Place) -> SQLExpression {
    guard let testRewrite else { return test }
    return testRewrite(test, place, &self)
  }

  /// Sorts the operands of AND and OR: cheap ones first. For AND, conditions of equal cost are sorted so that those which few rows meet come first.
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

  /// Adds comparisons in front of an AND sequence: its first conditions, if they only read columns. The sequence is a CASE, for which no index can be
  /// used. For the added comparisons an index can be used.
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

/// Late joins: a subquery finds the first rows of an order, and other tables are joined only to these rows.
///
/// ```sql
/// SELECT s.id, c.id FROM sale s LEFT JOIN customer c ON c.id = s.customer ORDER BY s.amount LIMIT 5
/// SELECT s.id, c.id FROM (SELECT s.* FROM sale s ORDER BY s.amount LIMIT 5) s LEFT JOIN customer c … ORDER BY s.amount
/// ```
///
/// A join may be late if it keeps each row exactly once, like the outer join of a to-one step.
extension SQLRewriter {
  /// The statement with its limit and offset in a subquery; nil if no join may be late.
  package func lateJoins(_ select: SQLSelect) -> SQLSelect? {
    guard rewrites.contains(.lateJoins), select.offset > 0 || select.limit != nil && !select.order.isEmpty,
      select.sources.count > 1, let root = select.sources.first, case .none = root.join,
      !select.isDistinct, select.grouping.isEmpty, select.columnNames.isEmpty, select.link == nil
    else { return nil }
    let others = Array(select.sources.dropFirst())
    let inside = select.order.map(\.expression) + (select.condition.map { [$0] } ?? [])
    guard others.allSatisfy(\.mayBeMissing), !inside.contains(where: { SQLSourceSearch.reads($0, anyOf: others) })
    else {
      return nil
    }
    let outside = select.columns + others.compactMap(\.join.condition) + select.order.map(\.expression)
    guard let columns = SQLSourceSearch.columns(of: root.number, in: outside),
      columns.allSatisfy({ dialect.keepsName(ofColumn: $0.name) })
    else { return nil }
    var rows = SQLSelect(columns: columns.map(\.expression), sources: [root], condition: select.condition)
    rows.columnNames = columns.map(\.name)
    (rows.order, rows.limit, rows.offset) = (select.order.map(\.withoutPlace), select.limit, select.offset)
    var whole = select
    // The table has the same source number inside and outside, so that its columns keep their names.
    whole.sources[0] = SQLSource(number: root.number, relation: .select(rows), join: .none)
    (whole.condition, whole.limit, whole.offset) = (nil, nil, 0)
    return whole
  }
}

extension SQLRewriter {
  /// A statement of keys, or of their number, that does not read the objects' own table. It is possible if the whole condition is that the key is in
  /// a column of another table, and if every value of that column is an existing key. Nil for every other statement.
  ///
  /// Without groups the keys must be made distinct. They are written as computed values: for distinct values of a column, a database may read the
  /// whole table in the order of the column.
  package mutating func keysAlone(_ select: SQLSelect) -> SQLSelect? {
    guard rewrites.contains(.keysAlone), select.sources.count == 1,
      case .table(let own)? = select.sources.first?.relation,
      case .inSelect(let key, var found)? = select.condition?.node, case .column(_, let keyColumn) = key.node,
      select.limit == nil, select.offset == 0, select.grouping.isEmpty, !select.isDistinct, select.columns.count == 1,
      !found.grouping.isEmpty || found.sources.count == 1, found.columns.count == 1, let link = found.columns.first,
      case .column(_, let linkColumn) = link.node, case .table(let table)? = found.sources.first?.relation,
      areAlike([linkColumn], table, [keyColumn], own),
      leads(table, linkColumn, to: keyColumn, of: own)
    else { return nil }
    func isKey(_ expression: SQLExpression) -> Bool {
      if case .column(_, let name) = expression.node { name.hasSameScalars(as: keyColumn) } else { false }
    }
    let isCount = if case .function(.count, let arguments) = select.columns[0].node { arguments.isEmpty } else { false }
    guard isCount || isKey(select.columns[0]), select.order.allSatisfy({ isKey($0.expression) && $0.isAscending })
    else {
      return nil
    }
    if found.grouping.isEmpty {
      found.isDistinct = true
      found.columns = [link.unindexed]
    }
    if !isCount {
      found.order = select.order.map { _ in SQLOrder(expression: found.columns[0], isAscending: true) }
      return found
    }
    let source = SQLSource(number: nextSource, relation: .select(found), join: .none)
    nextSource += 1
    return SQLSelect(columns: select.columns, sources: [source])
  }

  /// Whether every value in a column of a table is the integer key of a row of another table.
  private func leads(_ table: String, _ column: String, to key: String, of own: String) -> Bool {
    model.entities.contains { other in
      other.relationships.contains { relationship in
        guard relationship.isTrusted, relationship.referencedColumns == nil,
          let destination = model.entity(named: relationship.destination), destination.table.hasSameScalars(as: own),
          destination.key.integerColumn?.hasSameScalars(as: key) == true
        else { return false }
        switch relationship.storage {
        case .foreignKey(let columns):
          // In a hierarchy, rows of other entities lack the foreign key.
          return !relationship.mayBeNil && other.parent == nil && other.table.hasSameScalars(as: table)
            && columns.isOnly(column)
        case .joinTable(let join):
          return join.table.hasSameScalars(as: table) && join.destinationColumns.isOnly(column)
        case .foreignKeyOfDestination: return false
        }
      }
    }
  }
}

extension [String] {
  fileprivate func isOnly(_ name: String) -> Bool { count == 1 && self[0].hasSameScalars(as: name) }
}

extension SQLRewriter {
  /// For each outer value that a statement compares by `=`, the condition that it is not NULL. If it is NULL, the statement has no rows.
  package func neededValues(of select: SQLSelect) -> [SQLExpression] {
    guard rewrites.contains(.neededValues), let condition = select.condition else { return [] }
    let parts = if case .all(let parts) = condition.node { parts } else { [condition] }
    let own = select.sources.map(\.number)
    var needed: [SQLExpression] = []
    for part in parts {
      guard case .binary(.equal, let left, let right) = part.node, case .column(let from, _) = right.node,
        left.readsOnly(own), right.mayBeNull, !own.contains(from)
      else { continue }
      needed.append(right.unindexed.isNotNull)
    }
    return needed
  }
}

extension SQLExpression {
  /// Whether the expression is a column of one of some sources.
  fileprivate func readsOnly(_ sources: [Int]) -> Bool {
    switch node {
    case .column(let source, _): sources.contains(source)
    case .unindexed(let operand): operand.readsOnly(sources)
    default: false
    }
  }
}

/// The rewrites that make a statement faster without changing its meaning.
///
/// Each rewrite can be switched separately. Without any, a statement follows its condition literally: EXISTS for each range, a join for each to-one
/// step, a registered function for each string test.
package struct SQLRewrites: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `EXISTS (SELECT 1 FROM loan WHERE film_id = t0.id AND …)` → `t0.id IN (SELECT film_id FROM loan WHERE …)`.
  package static let semiJoins = SQLRewrites(rawValue: 1 << 0)
  /// Tests each row separately if few rows meet another condition, or if there is a limit. ``semiJoins`` and ``targets`` are then not applied.
  package static let fewRows = SQLRewrites(rawValue: 1 << 1)
  /// `(SELECT COUNT(*) …) >= 2` → `t0.id IN (SELECT film_id … GROUP BY film_id HAVING COUNT(*) >= 2)`.
  package static let countGroups = SQLRewrites(rawValue: 1 << 2)
  /// In ``countGroups``, evaluates a condition on the objects of a join table once per object, and not once per pair.
  package static let pairTargets = SQLRewrites(rawValue: 1 << 3)
  /// Writes a path of four or more to-many steps as a nested set of keys for each step, and not as a join.
  package static let chains = SQLRewrites(rawValue: 1 << 4)
  /// `friend.name == "Hugo"` → `t0.friend_id IN (SELECT id FROM friend WHERE name = ?)`.
  package static let targets = SQLRewrites(rawValue: 1 << 5)
  /// `SELECT t0.id FROM film t0 WHERE t0.id IN (SELECT film_id …)` → `SELECT film_id …`.
  package static let keysAlone = SQLRewrites(rawValue: 1 << 6)
  /// Compares two to-one objects without the index of the inner object, if an index finds the row from which the inner path starts.
  package static let startFirst = SQLRewrites(rawValue: 1 << 7)
  /// An EXISTS gets additional conditions: the outer values that its elements must equal are not NULL.
  package static let neededValues = SQLRewrites(rawValue: 1 << 8)
  /// Comparisons that cannot fail are repeated before a CASE that keeps the later conditions in order.
  package static let earlyTests = SQLRewrites(rawValue: 1 << 9)
  /// The cheapest conditions of a conjunction or disjunction come first.
  package static let costOrder = SQLRewrites(rawValue: 1 << 10)

  /// `SELECT … FROM film t0 LEFT JOIN friend t1 … ORDER BY t0.year LIMIT 5` → `SELECT … FROM (SELECT … FROM film t0 … LIMIT 5) t0 LEFT JOIN …`.
  package static let lateJoins = SQLRewrites(rawValue: 1 << 11)

  /// `(SELECT SUM(amount) FROM sale WHERE shop = t0.shop AND no = t0.no)` → `LEFT JOIN (SELECT shop, no, SUM(amount) … GROUP BY shop, no)`.
  package static let groupedJoins = SQLRewrites(rawValue: 1 << 12)

  /// A rewrite of one database, by its number in that database.
  package init(ofDatabase number: Int) { self.init(rawValue: 1 << (32 + number)) }

  /// Every rewrite of this target, with its name.
  package static let neutral: [(name: String, rewrite: SQLRewrites)] = [
    ("semiJoins", .semiJoins), ("fewRows", .fewRows), ("countGroups", .countGroups), ("pairTargets", .pairTargets),
    ("chains", .chains), ("targets", .targets), ("keysAlone", .keysAlone), ("startFirst", .startFirst),
    ("neededValues", .neededValues), ("earlyTests", .earlyTests), ("costOrder", .costOrder),
    ("lateJoins", .lateJoins), ("groupedJoins", .groupedJoins),
  ]
}
