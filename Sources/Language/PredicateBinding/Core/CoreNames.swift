import PredicateValues

/// The names of the evaluated object that nodes of the core read: the members that their paths begin with.
///
/// A walk finds them when a plan is made; nodes do not carry them, because making the lists took longer than the rest of their facts.
package struct CoreNames: Sendable {
  /// The names, each once, in the order of evaluation; not all where ``areAll`` is false.
  package private(set) var names: [String] = []
  /// False where the evaluated object itself is read, or more than 64 names: then any of its members may be.
  package private(set) var areAll = true

  private static let limit = 64

  /// No names.
  package init() {}

  /// The names that a part of a predicate reads. Linear in its size.
  package init(of part: CorePart) { add(part) }

  /// Adds the names that a part of a predicate reads. Linear in its size.
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

  /// Notes that a member of a row is read; nil for the row itself.
  private mutating func insert(_ row: CoreRow, _ name: String?) {
    switch row {
    case .toOne(let base, let member, _): insert(base, member.name)
    case .variable(0):
      guard let name, !names.contains(where: { $0.hasSameScalars(as: name) }) else {
        areAll = areAll && name != nil
        return
      }
      if names.count < Self.limit { names.append(name) } else { areAll = false }
    case .variable: break
    }
  }
}
