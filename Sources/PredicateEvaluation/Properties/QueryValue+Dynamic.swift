import PredicateValues

extension QueryValue {
  /// The value of something whose type is known only now: what an `Any` holds, an element of `[Any]`, a value of `[String: Any]`.
  ///
  /// Nil inside of an `Any` is nil, and so is what is no value of the language (a function, an enum without raw values). Structs and
  /// instances become objects with their properties. Of collections more than 512 deep inside one another comes a value of which nothing can
  /// be asked: comparing it is an issue of kind `limit`.
  ///
  /// A value of the language goes between threads, so the compiler refuses an instance that stays in use:
  ///
  /// ```swift
  /// QueryValue(dynamically: Person(name: "Anna"))  // an object with the property `name`
  /// ```
  public init(dynamically value: sending Any) {
    self.init(reading: value)
  }

  /// The value of something that stays where it is: of an instance the value must not go to another thread.
  package init(reading value: Any) {
    self = Self.converted(value, 0) ?? .object(UnusableValue.tooDeep)
  }

  /// The value of what stands so many collections deep; nil where it goes on too deep.
  static func converted(_ value: Any, _ depth: Int) -> QueryValue? {
    switch value {
    case let value as any QueryPropertyValue:
      guard Swift.type(of: value).queryType.mayNest, let container = value as? any DynamicContainer else {
        return value.queryValue
      }
      return container.converted(depth)
    case let dictionary as [String: Any]:
      return converted(dictionary.lazy.map { ($0.key, $0.value) }, depth)
    case let elements as [Any]:
      return converted(elements, depth).map { .array($0) }
    default:
      return Self.reading(value)
    }
  }

  /// The values of elements; nil where one goes on too deep.
  static func converted(_ elements: some Sequence<Any>, _ depth: Int) -> [QueryValue]? {
    if depth >= UnusableValue.greatestDepth { return nil }
    var values: [QueryValue] = []
    values.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      guard let value = converted(element, depth + 1) else { return nil }
      values.append(value)
    }
    return values
  }

  /// A dictionary of names and values; nil where one goes on too deep.
  static func converted(_ pairs: some Sequence<(String, Any)>, _ depth: Int) -> QueryValue? {
    if depth >= UnusableValue.greatestDepth { return nil }
    var names: [String] = []
    var values: [QueryValue] = []
    names.reserveCapacity(pairs.underestimatedCount)
    values.reserveCapacity(pairs.underestimatedCount)
    for (name, element) in pairs {
      guard let value = converted(element, depth + 1) else { return nil }
      names.append(name)
      values.append(value)
    }
    return .dictionary(QueryDictionary(names: names, values: values))
  }

  private static func reading(_ value: Any) -> QueryValue {
    func read<Found>(_ found: Found) -> QueryValue {
      if Self.isExistential(found) { return inside(found) }
      guard let reader = ValueReaders.reader(of: Found.self) else { return .null }
      if reader is AnyReader<Found> { return MirroredObject(found).map { .object($0) } ?? .null }
      let copy = OwnedValue(found)
      return reader.value(at: copy.address, owner: copy)
    }
    return read(value)
  }

  /// Whether a generic type stands for an existential: then it holds a value of another type. An instance of a subclass is no such value.
  private static func isExistential<Found>(_ found: Found) -> Bool {
    !(Found.self is AnyClass) && ObjectIdentifier(Swift.type(of: found as Any)) != ObjectIdentifier(Found.self)
  }

  /// The value inside of an `any P` that stands inside of an `Any`, where opening finds the outer one only.
  private static func inside<Existential>(_ value: Existential) -> QueryValue {
    func read<Found>(_: Found.Type) -> QueryValue {
      (value as? Found).map { QueryValue(reading: $0) } ?? .null
    }
    let type: any Any.Type = Swift.type(of: value as Any)
    return read(type)
  }
}

/// A collection of anything that is no collection of Swift's own: it may hold others.
protocol DynamicContainer {
  /// The value of the collection, which stands so many collections deep; nil where it goes on too deep.
  func converted(_ depth: Int) -> QueryValue?
}

extension AnyHashable: DynamicContainer {
  func converted(_ depth: Int) -> QueryValue? { QueryValue.converted(base, depth) }
}

extension QueryType {
  /// Whether a value of the type may hold others.
  fileprivate var mayNest: Bool {
    switch self {
    case .any, .dictionary: true
    default: false
    }
  }
}
