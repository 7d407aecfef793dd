import PredicateBinding
import PredicateModel
import PredicateOutput
import PredicateStatements
import PredicateSyntax

/// Describes a fetch: in words for people, or as the text of its form after binding (the typed core).
package struct MeaningText {
  /// One line for the condition as it was parsed, one for each path with its type, and lines for the groups.
  package let lines: [String]

  package init(_ fetch: EntityFetch, model: DataModel) {
    let noun = EntityNoun(fetch.entity)
    var lines = [fetch.predicate.map { "\(noun.plural) where \($0.shownFormat)" } ?? "all \(noun.plural)"]
    if let entity = model.entity(named: fetch.entity), let predicate = fetch.predicate {
      var finder = PathFinder()
      predicate.walk(&finder)
      lines += finder.paths.compactMap { path in
        PathTarget.target(of: path, from: entity, in: model).map { place in
          let ending = ", or nil"
          let isNilOnTheWay = Self.mayLeadNowhere(path, from: entity, in: model) && !place.summary.hasSuffix(ending)
          return "  \(QueryExpression.keyPath(path).canonicalFormat): \(place.summary)\(isNilOnTheWay ? ending : "")"
        }
      }
    }
    if !fetch.groupBy.isEmpty { lines.append("in groups by \(fetch.groupBy.map(\.name).joined(separator: ", "))") }
    if let having = fetch.having { lines.append("of which those where \(having.shownFormat)") }
    self.lines = lines
  }

  /// Whether a to-one relationship in a path may have no object, so that the path's value may be nil.
  private static func mayLeadNowhere(_ path: QueryKeyPath, from entity: Entity, in model: DataModel) -> Bool {
    var place = PathTarget.object(entity)
    for component in path.components {
      guard case .key(let name) = component, case .object(let current) = place else { return false }
      if case .relationship(let relationship) = current.member(named: name), relationship.cardinality == .toOne,
        relationship.mayBeNil
      {
        return true
      }
      place = place.step(to: name, in: model)
    }
    return false
  }

  /// The form of a fetch after binding (the typed core): a line for the condition on objects. For groups, a line for the keys and one for the
  /// condition on groups follow. `$0` is the object in the first two lines, and the group in the last.
  package init(core fetch: BoundFetch) {
    var lines = fetch.condition.map { ["\($0)"] } ?? []
    if let grouping = fetch.grouping {
      let keys = grouping.keys.map { "\($0)" }.joined(separator: ", ")
      lines.append(keys.isEmpty ? "one group" : "groups by \(keys)")
      if let condition = grouping.condition { lines.append("having \(condition)") }
    }
    self.lines = lines
  }
}

/// Collects the paths in a predicate, each of them once.
private struct PathFinder: PredicateVisitor {
  var paths: [QueryKeyPath] = []

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if case .keyPath(let path) = expression.node, !paths.contains(path) { paths.append(path) }
    return true
  }
}

extension PathTarget {
  /// The type in words: `Integer, or nil`, `many objects of Loan`.
  package var summary: String {
    switch self {
    case .object(let entity): "one object of \(CellText.escaped(entity.name))"
    case .objects(let entity): "many objects of \(CellText.escaped(entity.name))"
    case .value(let type, let source):
      (source?.attribute.typeName ?? type.shortName) + (source?.attribute.isOptional == true ? ", or nil" : "")
    case .values(let type, _): "many values: \(type.shortName)"
    case .inside(let source, _): "a value inside \(CellText.escaped(source.attribute.name)), or nil"
    case .aggregate, .unknown: "something unknown"
    }
  }
}
