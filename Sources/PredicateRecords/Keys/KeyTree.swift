import PredicateBinding
import PredicateValues

/// The members of a record that a predicate looks at, those of its members below them: what has to be read of a record.
struct KeyTree {
  /// A member and what is looked at in it.
  struct Child {
    let name: String
    var tree: KeyTree
  }

  /// The members, each once.
  private(set) var children: [Child] = []
  /// Whether the value itself is asked for, so that all of it has to be read.
  private(set) var isWhole = false

  /// What a condition looks at, whose evaluated object is the record.
  init(_ condition: CoreCondition) {
    visit(condition)
  }

  private init() {}

  /// Notes a value at the end of a path.
  private mutating func add(_ path: ArraySlice<String>) {
    guard let name = path.first else {
      isWhole = true
      return
    }
    let index = children.firstIndex { $0.name.hasSameScalars(as: name) } ?? children.count
    if index == children.count { children.append(Child(name: name, tree: KeyTree())) }
    children[index].tree.add(path.dropFirst())
  }
}

// The way through the core.
extension KeyTree {
  private mutating func visit(_ condition: CoreCondition) {
    switch condition.node {
    case .always: break
    case .and(let parts), .or(let parts): for part in parts { visit(part) }
    case .not(let part): visit(part)
    case .isNull(let value), .member(let value, _): visit(value)
    case .compare(_, let left, let right), .dynamic(_, let left, let right, _), .match(_, let left, let right):
      visit(left)
      visit(right)
    case .between(let value, let low, let high):
      for part in [value, low, high] { visit(part) }
    case .exists(let range): visit(range)
    }
  }

  private mutating func visit(_ value: CoreValue) {
    if let path = Self.path(of: value) { return add(path[...]) }
    switch value.node {
    case .constant, .null, .failure, .element, .object, .attribute: break
    case .property(let value, _), .negate(let value), .fold(let value, _), .cast(let value, _),
      .dynamicAggregate(_, let value), .operatorPath(let value, _):
      visit(value)
    case .arithmetic(_, let left, let right):
      visit(left)
      visit(right)
    case .count(let range): visit(range)
    case .aggregate(_, let range, let value), .collect(let range, let value):
      visit(range)
      visit(value)
    case .choose(let test, let first, let second):
      visit(test)
      visit(first)
      visit(second)
    case .call(_, let parts), .list(let parts): for part in parts { visit(part) }
    case .index(let base, let index):
      visit(base)
      if case .value(let index) = index { visit(index) }
    }
  }

  private mutating func visit(_ range: CoreRange) {
    for step in range.steps {
      switch step.source {
      case .relationship(let row, let member, _): if let path = Self.path(of: row) { add((path + [member.name])[...]) }
      case .elements(let value): visit(value)
      }
    }
    visit(range.filter)
  }

  /// The names that lead from the record to a value; nil where it starts elsewhere, or is more than names.
  static func path(of value: CoreValue) -> [String]? {
    switch value.node {
    case .element(0): []
    // `self` is the value itself where it is no key of a record, so all of the value has to be read.
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
