import PredicateModel

/// A simple object graph without a database. It has objects by number, a set of edges for each relationship, and a list for each ordered one. The
/// tests compare contexts with it.
struct NaiveGraph: Equatable {
  struct Object: Equatable {
    let entity: String
    var value: Int64? = 0
    var note: String?
    /// The number from which the key is made, if the key is not an integer.
    var key: Int?
    var exists = true
  }

  struct Edge: Hashable {
    let source: Int
    let destination: Int
  }

  /// One end of a relationship of one object.
  struct Owner: Hashable {
    let pair: Int
    let isSource: Bool
    let object: Int
  }

  var objects: [Object] = []
  /// The members of each ordered list, deleted ones among them.
  private(set) var lists: [Owner: [Int]] = [:]
  /// The edges of each pair of relationships, source first.
  var edges: [Set<Edge>]

  init(_ pairs: [RandomGraphModel.Pair]) { edges = pairs.map { _ in [] } }

  /// An end of a pair, seen from the object that has the relationship.
  struct End {
    let pair: Int
    let isSource: Bool
    let name: String
    let isToMany: Bool
    let isOrdered: Bool
    let rule: DeleteRule
    let destination: String
  }

  static func ends(of entity: String, _ pairs: [RandomGraphModel.Pair]) -> [End] {
    var found: [End] = []
    for (index, pair) in pairs.enumerated() {
      if RandomGraphModel.isKind(entity, of: pair.source) {
        found.append(
          End(
            pair: index, isSource: true, name: pair.name, isToMany: pair.isToMany,
            isOrdered: pair.isOrdered, rule: pair.rule, destination: pair.destination))
      }
      if RandomGraphModel.isKind(entity, of: pair.destination), !pair.isSymmetric {
        found.append(
          End(
            pair: index, isSource: false, name: pair.inverse, isToMany: pair.inverseIsToMany,
            isOrdered: pair.inverseIsOrdered, rule: pair.inverseRule, destination: pair.source))
      }
    }
    return found
  }

  /// The related objects that are not deleted.
  func related(_ object: Int, _ end: End) -> Set<Int> {
    Set(allRelated(object, end).filter { objects[$0].exists })
  }

  /// The objects of an ordered relationship that exist, in its order.
  func list(_ object: Int, _ end: End) -> [Int] {
    (lists[Owner(pair: end.pair, isSource: end.isSource, object: object)] ?? []).filter { objects[$0].exists }
  }

  /// Removes objects without an edge from the ordered lists.
  private mutating func forgetUnlinked() {
    for (owner, list) in lists {
      let linked = list.filter { member in
        edges[owner.pair].contains(
          owner.isSource
            ? Edge(source: owner.object, destination: member) : Edge(source: member, destination: owner.object))
      }
      lists[owner] = linked.isEmpty ? nil : linked
    }
  }

  func allRelated(_ object: Int, _ end: End) -> [Int] {
    edges[end.pair].compactMap { edge in
      end.isSource
        ? (edge.source == object ? edge.destination : nil) : (edge.destination == object ? edge.source : nil)
    }
  }

  mutating func connect(_ object: Int, _ other: Int, _ end: End, _ pairs: [RandomGraphModel.Pair]) {
    if related(object, end).contains(other) { return }
    let pair = pairs[end.pair]
    let (source, destination) = end.isSource ? (object, other) : (other, object)
    if !pair.isToMany { edges[end.pair] = edges[end.pair].filter { $0.source != source } }
    if !pair.inverseIsToMany {
      edges[end.pair] = edges[end.pair].filter { $0.destination != destination || !objects[$0.source].exists }
    }
    forgetUnlinked()
    insert(source, destination, end.pair, pair)
  }

  private mutating func insert(_ source: Int, _ destination: Int, _ index: Int, _ pair: RandomGraphModel.Pair) {
    func insert(_ source: Int, _ destination: Int) {
      guard edges[index].insert(Edge(source: source, destination: destination)).inserted else { return }
      if pair.isOrdered { lists[Owner(pair: index, isSource: true, object: source), default: []].append(destination) }
      if pair.inverseIsOrdered {
        lists[Owner(pair: index, isSource: false, object: destination), default: []].append(source)
      }
    }
    insert(source, destination)
    if pair.isSymmetric { insert(destination, source) }
  }

  mutating func disconnect(_ object: Int, _ other: Int, _ end: End, _ pairs: [RandomGraphModel.Pair]) {
    let (source, destination) = end.isSource ? (object, other) : (other, object)
    edges[end.pair].remove(Edge(source: source, destination: destination))
    if pairs[end.pair].isSymmetric { edges[end.pair].remove(Edge(source: destination, destination: source)) }
    forgetUnlinked()
  }

  /// Makes objects those at the other end, in this order if the relationship is ordered.
  mutating func set(_ object: Int, _ others: [Int], _ end: End, _ pairs: [RandomGraphModel.Pair]) {
    for other in related(object, end) where !others.contains(other) { disconnect(object, other, end, pairs) }
    if others.isEmpty, end.isSource, !end.isToMany { edges[end.pair] = edges[end.pair].filter { $0.source != object } }
    forgetUnlinked()
    for other in others { connect(object, other, end, pairs) }
    guard end.isOrdered, list(object, end) != others else { return }
    let owner = Owner(pair: end.pair, isSource: end.isSource, object: object)
    lists[owner] = others + (lists[owner] ?? []).filter { !others.contains($0) }
  }

  mutating func delete(_ first: Int, _ pairs: [RandomGraphModel.Pair]) {
    var rest = [first]
    while let object = rest.popLast() {
      guard objects[object].exists else { continue }
      let ends = Self.ends(of: objects[object].entity, pairs)
      let others = ends.map { related(object, $0) }
      objects[object].exists = false
      for (end, found) in zip(ends, others) {
        let isKeyHere = pairs[end.pair].isForeignKey && end.isSource
        switch end.rule {
        case .cascade:
          if !isKeyHere { for other in found { disconnect(object, other, end, pairs) } }
          rest += found
        case .nullify, .setDefault:
          if !isKeyHere { for other in found { disconnect(object, other, end, pairs) } }
        case .deny, .noAction:
          guard !pairs[end.pair].isForeignKey else { break }
          for other in allRelated(object, end) where !objects[other].exists || end.rule == .noAction {
            disconnect(object, other, end, pairs)
          }
        }
      }
    }
    forgetUnlinked()
  }

  /// Whether a save succeeds.
  func isValid(_ pairs: [RandomGraphModel.Pair]) -> Bool {
    for (index, object) in objects.enumerated() {
      for end in Self.ends(of: object.entity, pairs) {
        let pair = pairs[end.pair]
        if object.exists {
          if object.value == nil { return false }
          if pair.isForeignKey, end.isSource {
            if pair.isRequired, related(index, end).isEmpty { return false }
            // The row would refer to a deleted one.
            if allRelated(index, end).contains(where: { !objects[$0].exists }) { return false }
          }
        } else if end.rule == .deny, !related(index, end).isEmpty {
          return false
        }
      }
    }
    return true
  }
}
