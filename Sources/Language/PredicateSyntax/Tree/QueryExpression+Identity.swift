/// Comparing and hashing recurse with the tree. Each group of cases has a separate function, because an unoptimised build reserves stack for every
/// name that a function binds.
extension QueryExpression.Node: Hashable {
  /// Compares the structure. Names and strings compare by their scalars, since Swift's `==` uses canonical equivalence.
  public static func == (left: Self, right: Self) -> Bool {
    switch left {
    case .literal, .evaluatedObject, .anyKey, .overLimit, .unreadable, .variable, .keyPath, .placeholder:
      leavesAreEqual(left, right)
    case .path, .index, .aggregate: collectionsAreEqual(left, right)
    case .call, .function, .cast: callsAreEqual(left, right)
    case .ternary, .subquery, .fetch: specialFormsAreEqual(left, right)
    case .binary, .negate, .assignment: operationsAreEqual(left, right)
    }
  }

  private static func leavesAreEqual(_ left: Self, _ right: Self) -> Bool {
    switch (left, right) {
    case (.literal(let a), .literal(let b)): a == b
    case (.evaluatedObject, .evaluatedObject), (.anyKey, .anyKey), (.overLimit, .overLimit): true
    case (.unreadable(let a), .unreadable(let b)): a.hasSameScalars(as: b)
    case (.variable(let a), .variable(let b)): a.hasSameScalars(as: b)
    case (.keyPath(let a), .keyPath(let b)): a == b
    case (.placeholder(let a), .placeholder(let b)): a == b
    default: false
    }
  }

  private static func collectionsAreEqual(_ left: Self, _ right: Self) -> Bool {
    switch (left, right) {
    case (.path(let a, let x), .path(let b, let y)): a == b && x == y
    case (.index(let a, let x), .index(let b, let y)): a == b && x == y
    case (.aggregate(let a), .aggregate(let b)): a == b
    default: false
    }
  }

  private static func callsAreEqual(_ left: Self, _ right: Self) -> Bool {
    switch (left, right) {
    case (.call(let a, let x), .call(let b, let y)): a.hasSameScalars(as: b) && x == y
    case (.function(let a, let s, let x), .function(let b, let t, let y)): a == b && s == t && x == y
    case (.cast(let a, let x), .cast(let b, let y)): a == b && x == y
    default: false
    }
  }

  private static func specialFormsAreEqual(_ left: Self, _ right: Self) -> Bool {
    switch (left, right) {
    case (.ternary(let p, let a, let x), .ternary(let q, let b, let y)): p == q && a == b && x == y
    case (.subquery(let a, let v, let p), .subquery(let b, let w, let q)):
      a == b && v.hasSameScalars(as: w) && p == q
    case (.fetch(let a, let b, let c), .fetch(let x, let y, let z)): a == x && b == y && c == z
    default: false
    }
  }

  private static func operationsAreEqual(_ left: Self, _ right: Self) -> Bool {
    switch (left, right) {
    case (.binary(let o, let a, let x), .binary(let n, let b, let y)): o == n && a == b && x == y
    case (.negate(let a), .negate(let b)): a == b
    case (.assignment(let v, let a), .assignment(let w, let b)): v.hasSameScalars(as: w) && a == b
    default: false
    }
  }

  /// Hashes the case and its parts.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .literal(let value): hasher.combine(value)
    case .evaluatedObject: hasher.combine(1)
    case .anyKey: hasher.combine(2)
    case .overLimit: hasher.combine(3)
    case .unreadable(let text): text.hashScalars(into: &hasher)
    case .variable(let name):
      hasher.combine(4)
      name.hashScalars(into: &hasher)
    case .keyPath(let path):
      hasher.combine(5)
      hasher.combine(path)
    case .placeholder(let placeholder): hasher.combine(placeholder)
    case .path, .index, .aggregate, .call: hashCollection(into: &hasher)
    case .binary, .negate, .assignment, .cast: hashOperation(into: &hasher)
    case .function, .ternary, .subquery, .fetch: hashSpecialForm(into: &hasher)
    }
  }

  private func hashCollection(into hasher: inout Hasher) {
    switch self {
    case .path(let base, let path):
      hasher.combine(base)
      hasher.combine(path)
    case .index(let base, let index):
      hasher.combine(base)
      hasher.combine(index)
    case .aggregate(let elements):
      hasher.combine(6)
      hasher.combine(elements)
    case .call(let name, let arguments):
      name.hashScalars(into: &hasher)
      hasher.combine(arguments)
    default: break
    }
  }

  private func hashOperation(into hasher: inout Hasher) {
    switch self {
    case .binary(let op, let left, let right):
      hasher.combine(op)
      hasher.combine(left)
      hasher.combine(right)
    case .negate(let operand):
      hasher.combine(8)
      hasher.combine(operand)
    case .assignment(let variable, let value):
      variable.hashScalars(into: &hasher)
      hasher.combine(value)
    case .cast(let operand, let type):
      hasher.combine(7)
      hasher.combine(operand)
      hasher.combine(type)
    default: break
    }
  }

  private func hashSpecialForm(into hasher: inout Hasher) {
    switch self {
    case .function(let receiver, let selector, let arguments):
      hasher.combine(receiver)
      hasher.combine(selector)
      hasher.combine(arguments)
    case .ternary(let condition, let first, let second):
      hasher.combine(condition)
      hasher.combine(first)
      hasher.combine(second)
    case .subquery(let collection, let variable, let predicate):
      hasher.combine(collection)
      variable.hashScalars(into: &hasher)
      hasher.combine(predicate)
    case .fetch(let request, let context, let count):
      hasher.combine(request)
      hasher.combine(context)
      hasher.combine(count)
    default: break
    }
  }
}
