import PredicateBinding
import PredicateValues

/// The members of a record that a predicate reads, as a tree: each member with the members inside it that are read.
struct KeyTree {
  /// A member, and the members that are read in it.
  struct Child {
    let name: String
    var tree: KeyTree
  }

  /// The members, each once.
  private(set) var children: [Child] = []
  /// Whether the value itself is needed, so that all of its members have to be read.
  private(set) var isWhole = false

  /// The members that a condition reads. The record is its evaluated object.
  init(_ condition: CoreCondition) {
    visit(.condition(condition))
  }

  private init() {}

  /// Adds the path of a value that the predicate reads.
  private mutating func add(_ path: ArraySlice<String>) {
    guard let name = path.first else {
      isWhole = true
      return
    }
    // All levels of a relationship (`reports*`) are computed from the value of the member (`reports`).
    if let member = QueryKeyPath.relationship(ofLevels: name) { return add([member]) }
    let index = children.firstIndex { $0.name.hasSameScalars(as: name) } ?? children.count
    if index == children.count { children.append(Child(name: name, tree: KeyTree())) }
    children[index].tree.add(path.dropFirst())
  }
}

// The walk through the core.
extension KeyTree {
  private mutating func visit(_ part: CorePart) {
    switch part {
    case .value(let value): if let path = Self.path(of: value) { return add(path[...]) }
    case .range(let range):
      for case .relationship(let row, let member, _) in range.steps.map(\.source) {
        if let path = Self.path(of: row) { add((path + [member.name])[...]) }
      }
    case .condition: break
    }
    part.forEachPart { visit($0) }
  }

  /// The names on the path from the record to a value. Nil if the path does not start at the record, or if a step is not a name.
  static func path(of value: CoreValue) -> [String]? {
    switch value.node {
    case .element(0): []
    // Nil for `self`, which is the value itself unless a record has a key of this name. The whole value then has to be read.
    case .property(_, let name) where name.hasSameScalars(as: QueryKeyPath.selfKey): nil
    case .property(let base, let name): path(of: base).map { $0 + [name] }
    case .attribute(let row, let member): path(of: row).map { $0 + [member.name] }
    case .object(let row): path(of: row)
    default: nil
    }
  }

  private static func path(of row: CoreRow) -> [String]? {
    switch row {
    case .variable(let number): number == 0 ? [] : nil
    case .toOne(let base, let member, _): path(of: base).map { $0 + [member.name] }
    }
  }
}
