import PredicateDatabases
import PredicateModel
import PredicateSyntax

/// The reason why an index of the objects' own table does not help a condition, if the reason is certain: the condition must hold as a
/// whole, it concerns one attribute whose column has an index, and the plan searches no index of that column. For a column without an index,
/// the statement that makes one, if the database proposes it.
package struct IndexAdvice {
  private let database: any QueryBackend
  private let entity: Entity
  private let sought: Set<ScalarString>
  /// Whether the plan reads all rows of the objects' table.
  private let readsAll: Bool

  /// The advice on a plan for objects of an entity.
  package init(_ database: any QueryBackend, _ entity: Entity, plan: [PlanNode]) {
    self.database = database
    self.entity = entity
    // A statement names the table of its objects t0.
    readsAll = plan.all.contains { $0.source == "t0" && $0.work == .scan }
    sought = Set(plan.all.filter { $0.source == "t0" }.flatMap(\.soughtColumns).map { ScalarString($0) })
  }

  /// A line for each of the conditions that have to hold.
  package func lines(for predicate: QueryPredicate) -> [String] {
    let parts = if case .and(let parts) = predicate.node { parts } else { [predicate] }
    return parts.compactMap { part in
      reason(against: part).map { "no index for \(part.shownFormat): \($0)" }
        ?? proposal(for: part).map { "an index would find \(part.shownFormat): \($0)" }
    }
  }

  /// With fewer rows an index saves nothing.
  private static let rowsWorthAnIndex = 1_000

  private func proposal(for part: QueryPredicate) -> String? {
    guard readsAll, case .comparison(let comparison) = part.node, comparison.quantifier == .direct,
      comparison.options.isEmpty, comparison.right.isConstant,
      case .keyPath(let path) = comparison.left.node, path.rest.isEmpty, case .key(let name) = path.first,
      case .attribute(let attribute)? = entity.member(named: name),
      !database.hasIndex(beginningWith: attribute.column, of: entity.table),
      // Advice is optional: without a number of rows there is none.
      ((try? database.approximateRowCount(ofTable: entity.table)) ?? nil) ?? 0 >= Self.rowsWorthAnIndex
    else { return nil }
    switch comparison.operator {
    case .equal, .in: return database.indexProposal(for: attribute, of: entity, ordersTexts: false)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between, .beginsWith:
      return database.indexProposal(for: attribute, of: entity, ordersTexts: attribute.type == .string)
    default: return nil
    }
  }

  private func reason(against part: QueryPredicate) -> String? {
    guard case .comparison(let comparison) = part.node, comparison.quantifier == .direct,
      comparison.right.isConstant
    else { return nil }
    if let attribute = attribute(comparison.left) { return reason(against: comparison, of: attribute) }
    // A value computed from one attribute.
    var finder = AttributeFinder()
    comparison.left.walk(&finder)
    guard finder.isPlain, finder.paths.count == 1,
      let attribute = finder.paths.first.flatMap({ attribute(.keyPath($0)) })
    else { return nil }
    return "the index has \(attribute.name), not a value computed from it"
  }

  /// An attribute of the object itself whose column has an index that the plan does not seek in.
  private func attribute(_ expression: QueryExpression) -> Attribute? {
    guard case .keyPath(let path) = expression.node, path.rest.isEmpty, case .key(let name) = path.first,
      case .attribute(let attribute)? = entity.member(named: name),
      database.hasIndex(beginningWith: attribute.column, of: entity.table),
      !sought.contains(ScalarString(attribute.column))
    else { return nil }
    return attribute
  }

  private func reason(against comparison: QueryComparison, of attribute: Attribute) -> String? {
    switch comparison.operator {
    case .notEqual where !Self.isNil(comparison.right):
      return "an index finds equal values, not all others"
    case .contains, .endsWith, .matches: return "an index finds only how a text begins"
    case .like where Self.beginsWithWildcard(comparison.right):
      return "the pattern begins with a wildcard, and an index finds only how a text begins"
    default: break
    }
    if comparison.options.contains(.diacriticInsensitive) {
      return "the index distinguishes letters with and without accents"
    }
    return database.indexObstacle(comparison, of: attribute)
  }

  private static func isNil(_ expression: QueryExpression) -> Bool {
    if case .literal(.null) = expression.node { true } else { false }
  }

  private static func beginsWithWildcard(_ pattern: QueryExpression) -> Bool {
    guard case .literal(.string(let text)) = pattern.node else { return false }
    return text.utf8.first.map { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } ?? false
  }
}

/// Collects the paths in an expression, and whether each is one value of the object itself.
private struct AttributeFinder: PredicateVisitor {
  var paths: [QueryKeyPath] = []
  var isPlain = true

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .keyPath(let path):
      if !paths.contains(path) { paths.append(path) }
    case .literal, .binary, .negate, .call, .function: break
    default: isPlain = false
    }
    return true
  }
}
