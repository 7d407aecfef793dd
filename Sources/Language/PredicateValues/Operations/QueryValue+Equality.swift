extension QueryValue {
  /// The family of the value; nil for nil and NaN.
  ///
  /// ```swift
  /// QueryValue.boolean(true).family  // .number
  /// ```
  public var family: ValueFamily? {
    withoutNaN.isNull ? nil : type.family
  }

  /// Whether two values are equal, as `==` without options compares them.
  ///
  /// - Two nils are equal. Nil and any other value are not, and values of different families are not. NaN counts as nil.
  /// - Numbers of all types are equal by value, strings and URLs by their scalars.
  /// - References, and objects with a reference, are equal if the references are. Structs are equal by their type's own equality. Objects that
  ///   consist of properties are equal if the properties are. Any other object without a reference equals nothing.
  /// - Arrays are equal element by element, sets and dictionaries in any order. An array never equals a set. Comparing sets takes time linear in their
  ///   elements.
  ///
  /// ```swift
  /// QueryValue.integer(1).equals(.double(1))          // true
  /// QueryValue.string("é").equals(.string("e\u{301}"))  // false: other scalars
  /// QueryValue.null.equals(.null)                     // true
  /// QueryValue.array([1, 2]).equals(.set([1, 2]))     // false
  /// ```
  public func equals(_ other: QueryValue) -> Bool {
    switch (self, other) {
    case (.string(let a), .string(let b)), (.url(let a), .url(let b)): a.hasSameScalars(as: b)
    case (.integer(let a), .integer(let b)): a == b
    case (.date(let a), .date(let b)): a == b || (a.isNaN && b.isNaN)
    case (.data(let a), .data(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.array, .array), (.object, .object): Self.areEqualInside(self, other)
    case (.set(let a), .set(let b)): Set(a.map(ValueKey.init)) == Set(b.map(ValueKey.init))
    case (.dictionary(let a), .dictionary(let b)): Self.areEqual(a, b) { $0.equals($1) }
    default: equalsOther(other)
    }
  }

  /// The other cases: numbers of different types, references, and nil.
  private func equalsOther(_ other: QueryValue) -> Bool {
    if let a = NumberValue(self), let b = NumberValue(other), let order = NumberOrder.compare(a, b) {
      return order == .equal
    }
    if let a = reference, let b = other.reference { return a == b }
    return withoutNaN.isNull && other.withoutNaN.isNull
  }

  /// The reference of an object or of a reference value; nil otherwise.
  public var reference: ObjectReference? {
    switch self {
    case .reference(let reference): reference
    case .object(let object): object.reference
    default: nil
    }
  }

  /// Whether two arrays or two objects are equal. Structs may contain structs of their own type to any depth, so nested pairs wait in a list instead
  /// of on the stack.
  private static func areEqualInside(_ left: QueryValue, _ right: QueryValue) -> Bool {
    var waiting = [(left, right)]
    func isEqual(_ left: QueryValue, _ right: QueryValue) -> Bool {
      switch (left, right) {
      case (.array, .array), (.object, .object):
        waiting.append((left, right))
        return true
      default: return left.equals(right)
      }
    }
    while let pair = waiting.popLast() {
      switch pair {
      case (.array(let a), .array(let b)):
        guard a.count == b.count, zip(a, b).allSatisfy(isEqual) else { return false }
      case (.object(let a), .object(let b)):
        if let a = a.reference, let b = b.reference {
          guard a == b else { return false }
        } else {
          guard haveEqualProperties(a, b, isEqual) else { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Whether two objects are equal by their type's own equality. Without one, whether both consist of properties, have the same type, and have equal
  /// properties.
  private static func haveEqualProperties(
    _ left: any QueryObject, _ right: any QueryObject, _ isEqual: (QueryValue, QueryValue) -> Bool
  ) -> Bool {
    if let left = left as? any SelfComparingObject, let areEqual = left.isEqual(to: right) { return areEqual }
    guard left.comparesByProperties, right.comparesByProperties, left.entityName.hasSameScalars(as: right.entityName),
      left.keys.count == right.keys.count
    else { return false }
    return left.keys.allSatisfy { key in
      guard let a = left.value(forKey: key), let b = right.value(forKey: key) else { return false }
      return isEqual(a, b)
    }
  }

  /// Whether two dictionaries have the same names with equal values, in any order.
  static func areEqual(
    _ left: QueryDictionary, _ right: QueryDictionary, by equal: (QueryValue, QueryValue) -> Bool
  ) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left.keys, left.values).allSatisfy { key, value in right[key].map { equal(value, $0) } ?? false }
  }

  /// Hashes the parts that ``equals(_:)`` compares, so that equal values have equal hashes: `1`, `1.0`, `TRUE` and the decimal 1. Linear in the size of the
  /// value.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, depth: 0) }

  /// Deeper elements do not contribute to the hash.
  private static let hashedDepth = 32

  private func hash(into hasher: inout Hasher, depth: Int) {
    if depth > Self.hashedDepth { return }
    if let number = NumberValue(self.withoutNaN) {
      Self.hash(number, into: &hasher)
      return
    }
    switch withoutNaN {
    case .string(let value), .url(let value): value.hashScalars(into: &hasher)
    case .date(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .array(let values): for value in values { value.hash(into: &hasher, depth: depth + 1) }
    case .set(let values): hasher.combine(Set(values.map(ValueKey.init)))
    case .dictionary(let dictionary): Self.hash(zip(dictionary.keys, dictionary.values), into: &hasher, depth)
    case .reference(let reference): hasher.combine(reference)
    case .object(let object): Self.hash(object, into: &hasher, depth)
    default: hasher.combine(0)
    }
  }

  private static func hash(_ object: any QueryObject, into hasher: inout Hasher, _ depth: Int) {
    if let reference = object.reference { return hasher.combine(reference) }
    if let object = object as? any SelfComparingObject, object.hashItself(into: &hasher) { return }
    guard object.comparesByProperties else { return hasher.combine(0) }
    object.entityName.hashScalars(into: &hasher)
    hash(object.keys.lazy.map { ($0, object.value(forKey: $0) ?? .null) }, into: &hasher, depth)
  }

  /// Hashes names and values, independent of their order.
  private static func hash(_ pairs: some Sequence<(String, QueryValue)>, into hasher: inout Hasher, _ depth: Int) {
    var sum = 0
    for (name, value) in pairs {
      var pair = Hasher()
      name.hashScalars(into: &pair)
      value.hash(into: &pair, depth: depth + 1)
      sum &+= pair.finalize()
    }
    hasher.combine(sum)
  }

  private static func hash(_ number: NumberValue, into hasher: inout Hasher) {
    switch number {
    case .integer(let value): hasher.combine(value)
    case .double(let value):
      if let whole = Int64(exactly: value) { hasher.combine(whole) } else { hasher.combine(value) }
    case .decimal(let value):
      if let whole = value.wholeValue { hasher.combine(whole) } else { hasher.combine(value.nearestDouble) }
    }
  }
}
