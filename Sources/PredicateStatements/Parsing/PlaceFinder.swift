import PredicateModel
import PredicateSyntax

/// Finds comparisons with an object at a place of all objects: `lentToFriend == Friend[3]`. A value of `set` means the key by these words.
struct PlaceFinder: PredicateVisitor {
  let model: DataModel
  /// A note on each.
  private(set) var notes: [PredicateIssue] = []

  init(model: DataModel) { self.model = model }

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    guard case .comparison(let comparison) = predicate.node else { return true }
    for (path, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
      guard case .index(let base, .expression(let place)) = other.node,
        case .literal(.integer(let number)) = place.node,
        case .keyPath(let name) = base.node, name.rest.isEmpty, case .key(let word) = name.first,
        let entity = model.entity(named: word), let key = entity.keyName
      else { continue }
      notes.append(.placeOfAll(other, number, beside: path, key: key))
    }
    return true
  }
}
