import PredicateValues

/// The names of members of the evaluated object that nodes of the core read. For a path it is the first name.
///
/// A walk finds the names when a plan is made. Nodes do not store them, because making the lists took longer than computing the node's other facts.
package struct CoreNames: Sendable {
  /// The distinct names in the order of evaluation. Incomplete if ``areAll`` is false.
  package private(set) var names: [String] = []
  /// False if the evaluated object itself is read, or if more than 64 names are read. Then any member of the object may be read.
  package private(set) var areAll = true

  private static let limit = 64

  package init() {}

  /// The names that a part of a predicate reads. Linear in the size of the part.
  package init(of part: CorePart) { add(part) }

  /// Adds the names that a part of a predicate reads. Linear in the size of the part.
  package mutating func add(_ part: CorePart) {
    switch part {
    case .value(let value): add(value)
    case .range(let range): add(range)
    case .condition: part.forEachPart { add($0) }
    }
  }

  private mutating func add(_ value: CoreValue) {
    switch value.node {
    case .constant, .null: return
    case .attribute(let row, let member): return insert(row, member.name)
    case .object(let row): return insert(row, nil)
    case .element(let variable): return insert(.variable(variable), nil)
    case .property(let base, let name) where !name.hasSameScalars(as: QueryKeyPath.selfKey):
      if case .element(let variable) = base.node { return insert(.variable(variable), name) }
    default: break
    }
    CorePart.value(value).forEachPart { add($0) }
  }

  private mutating func add(_ range: CoreRange) {
    for step in range.steps {
      switch step.source {
      case .relationship(let row, let member, _): insert(row, member.name)
      case .elements(let value): add(value)
      case .all: break
      }
    }
    add(.condition(range.filter))
  }

  /// Records that a member of a row is read. `name` is nil if the row itself is read.
  private mutating func insert(_ row: CoreRow, _ name: String?) {
    switch row {
    case .toOne(let base, let member, _): insert(base, member.name)
    case .variable(0):
      if let name, let relationship = QueryKeyPath.relationship(ofLevels: name) { insert(row, relationship) }
      guard let name, !names.contains(where: { $0.hasSameScalars(as: name) }) else {
        areAll = areAll && name != nil
        return
      }
      if names.count < Self.limit { names.append(name) } else { areAll = false }
    case .variable: break
    }
  }
}
