import PredicateDatabases
import PredicateModel
import PredicateSyntax

/// The reason why an index does not help a condition. It is given only if four facts are certain: the condition must hold as a whole; it reads one
/// attribute of the object itself; the attribute's column has an index; the plan does not search it. For a column without an index, the advice is the
/// statement that creates one, if the database proposes it.
package struct IndexAdvice {
  private let database: any QueryBackend
  private let entity: Entity
  private let sought: Set<ScalarString>
  /// Whether the plan reads all rows of the fetched objects' table.
  private let readsAll: Bool
  /// Whether the plan reads all rows of another table without an index.
  private let readsOthers: Bool
  /// Whether the plan reads all rows without an index and sorts them.
  private let sortsAll: Bool

  /// Advice on the plan of a fetch of an entity's objects.
  package init(_ database: any QueryBackend, _ entity: Entity, plan: [PlanNode]) {
    self.database = database
    self.entity = entity
    // In the SQL of a statement, t0 is the table of the fetched objects.
    readsAll = plan.all.contains { $0.source == "t0" && $0.work == .scan }
    readsOthers = plan.all.contains { $0.source != "t0" && $0.work == .scan && $0.access == .none }
    sortsAll =
      plan.all.contains { $0.source == "t0" && $0.work == .scan && $0.access == .none }
      && plan.all.contains { $0.work == .collect(for: "ORDER BY") }
    sought = Set(plan.all.filter { $0.source == "t0" }.flatMap(\.soughtColumns).map { ScalarString($0) })
  }

  /// A line for each operand of the top-level AND that gets advice.
  package func lines(for predicate: QueryPredicate) -> [String] {
    predicate.conjuncts.compactMap { part in
      reason(against: part).map { "no index for \(part.shownFormat): \($0)" }
        ?? proposal(for: part).map { "an index would find \(part.shownFormat): \($0)" }
    }
  }

  /// A line if the first rows in the order of an attribute are found by sorting all of them, and a line for each relationship whose elements are
  /// found by reading all of them.
  package func lines(for fetch: EntityFetch) -> [String] {
    let lines = (fetch.predicate.map(lines) ?? []) + elementLines(for: fetch)
    guard sortsAll, fetch.limit != nil, fetch.groupBy.isEmpty, let key = fetch.sortKeys.first, key.options.isEmpty,
      case .keyPath(let path) = key.expression.node, path.rest.isEmpty, case .key(let name) = path.first,
      case .attribute(let attribute)? = entity.member(named: name), hasManyRows,
      let proposal = database.indexProposal(forOrderBy: attribute, of: entity)
    else { return lines }
    return lines + ["an index would find the first objects by \(attribute.name) faster: \(proposal)"]
  }

  /// A line for each to-many relationship of a fetch of few objects whose foreign key has no index. The elements of all objects are found faster by
  /// reading their whole table once.
  private func elementLines(for fetch: EntityFetch) -> [String] {
    guard readsOthers else { return [] }
    let isOfFew =
      fetch.limit != nil && fetch.sortKeys.isEmpty
      || fetch.predicate?.conjuncts.contains { ElementFinder.links(in: [$0], of: entity, database.model).isEmpty }
        == true
    guard isOfFew else { return [] }
    let values = fetch.columns.map(\.expression) + fetch.sortKeys.map(\.expression)
    let links = ElementFinder.links(in: fetch.predicate.map { [$0] } ?? [], values, of: entity, database.model)
    return links.compactMap { link in
      guard !link.columns.contains(where: { database.hasIndex(beginningWith: $0, of: link.table) }),
        hasManyRows(link.table), let proposal = database.indexProposal(forKey: link.columns, of: link.table)
      else { return nil }
      return "an index would find \(link.path) of an object faster: \(proposal)"
    }
  }

  /// Whether the table has enough rows for an index to pay. False if their number is unknown, because advice is optional.
  private var hasManyRows: Bool { hasManyRows(entity.table) }

  private func hasManyRows(_ table: String) -> Bool {
    ((try? database.approximateRowCount(ofTable: table)) ?? nil) ?? 0 >= Self.rowsWorthAnIndex
  }

  /// The least number of rows for which an index pays.
  private static let rowsWorthAnIndex = 1_000

  private func proposal(for part: QueryPredicate) -> String? {
    guard readsAll, case .comparison(let comparison) = part.node, comparison.quantifier == .direct,
      comparison.options.isEmpty, comparison.right.isConstant,
      case .keyPath(let path) = comparison.left.node, path.rest.isEmpty, case .key(let name) = path.first,
      case .attribute(let attribute)? = entity.member(named: name),
      !database.hasIndex(beginningWith: attribute.column, of: entity.table), hasManyRows
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
    if let attribute = attribute(comparison.left) { return database.indexObstacle(comparison, of: attribute) }
    // The attribute's index does not help if the condition computes a value from the attribute first.
    var finder = AttributeFinder()
    comparison.left.walk(&finder)
    guard finder.isPlain, finder.paths.count == 1,
      let attribute = finder.paths.first.flatMap({ attribute(.keyPath($0)) })
    else { return nil }
    return "the index contains \(attribute.name), but not the value that the condition computes from it"
  }

  /// The attribute that a path names, if it belongs to the object itself and its column has an index that the plan does not search.
  private func attribute(_ expression: QueryExpression) -> Attribute? {
    guard case .keyPath(let path) = expression.node, path.rest.isEmpty, case .key(let name) = path.first,
      case .attribute(let attribute)? = entity.member(named: name),
      database.hasIndex(beginningWith: attribute.column, of: entity.table),
      !sought.contains(ScalarString(attribute.column))
    else { return nil }
    return attribute
  }
}

/// Collects the paths in an expression. `isPlain` is false if one of them is not a single value of the object itself.
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

/// Collects the to-many relationships that paths of an object begin with, and the foreign keys of their elements.
private struct ElementFinder: PredicateVisitor {
  struct Link {
    let path: String
    let table: String
    let columns: [String]
  }

  private let entity: Entity
  private let model: DataModel
  private var links: [Link] = []

  static func links(
    in predicates: [QueryPredicate], _ values: [QueryExpression] = [], of entity: Entity, _ model: DataModel
  ) -> [Link] {
    var finder = ElementFinder(entity: entity, model: model)
    for predicate in predicates { predicate.walk(&finder) }
    for value in values { value.walk(&finder) }
    return finder.links
  }

  private init(entity: Entity, model: DataModel) { (self.entity, self.model) = (entity, model) }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if case .keyPath(let path) = expression.node { note(path) }
    return true
  }

  private mutating func note(_ path: QueryKeyPath) {
    var owner = entity
    var names: [String] = []
    for component in [path.first] + path.rest {
      guard case .key(let name) = component, case .relationship(let relationship)? = owner.member(named: name),
        let destination = model.entity(named: relationship.destination)
      else { return }
      names.append(name)
      guard relationship.cardinality == .toMany else {
        owner = destination
        continue
      }
      let text = names.joined(separator: ".")
      guard !links.contains(where: { $0.path.hasSameScalars(as: text) }) else { return }
      if let (table, columns) = relationship.storage.referringColumns(to: destination.table) {
        links.append(Link(path: text, table: table, columns: columns))
      }
      return
    }
  }
}
