import PredicateValues

extension QueryPolicy.Names: Hashable {
  /// Whether both allow the names of the same list, or all but those. The order of the list has no meaning.
  public static func == (left: QueryPolicy.Names, right: QueryPolicy.Names) -> Bool {
    switch (left, right) {
    case (.all, .all), (.none, .none): true
    case (.listed(let left), .listed(let right)), (.unlisted(let left), .unlisted(let right)):
      Self.set(left) == Self.set(right)
    default: false
    }
  }

  /// Hashes the list.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .all: hasher.combine(0)
    case .none: hasher.combine(1)
    case .listed(let names): hasher.combine(Self.set(names))
    case .unlisted(let names):
      hasher.combine(2)
      hasher.combine(Self.set(names))
    }
  }

  private static func set(_ names: [String]) -> Set<ScalarString> { Set(names.map { ScalarString($0) }) }
}

extension QueryPolicy.Rule: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    // A copy is equal, also if a variable holds a struct that equals nothing.
    if left.mark === right.mark { return true }
    guard left.predicate == right.predicate, left.variables.names.count == right.variables.names.count else {
      return false
    }
    return left.variables.names.allSatisfy { name in
      guard let value = left.variables[name], let other = right.variables[name] else { return false }
      return left.variables.isRange(name) == right.variables.isRange(name) && value.isIdentical(to: other)
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(predicate)
    // The order of the variables has no meaning.
    hasher.combine(Set(variables.names.map { ScalarString($0) }))
  }
}

extension QueryValue {
  /// Whether two values have the same type and content. Objects without a key are the same instance, or structs with equal properties.
  fileprivate func isIdentical(to other: QueryValue) -> Bool {
    if let own = QueryArgument(self), let others = QueryArgument(other) {
      return own.expression() == others.expression()
    }
    switch (self, other) {
    case (.array(let left), .array(let right)), (.set(let left), .set(let right)):
      return left.elementsEqual(right) { $0.isIdentical(to: $1) }
    case (.dictionary(let left), .dictionary(let right)):
      return left.keys.elementsEqual(right.keys) { $0.hasSameScalars(as: $1) }
        && left.values.elementsEqual(right.values) { $0.isIdentical(to: $1) }
    case (.object(let left), .object(let right)):
      let (isInstance, isOtherInstance) = (Swift.type(of: left) is AnyClass, Swift.type(of: right) is AnyClass)
      if !isInstance && !isOtherInstance { return equals(other) }
      return isInstance && isOtherInstance && left as AnyObject === right as AnyObject
    default: return false
    }
  }
}
