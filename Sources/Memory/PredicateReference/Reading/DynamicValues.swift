import PredicateBinding
import PredicateMemory

extension QueryValue {
  /// Converts a value whose type is known only at run time: the content of an `Any`, an element of `[Any]`, a value of `[String: Any]`.
  ///
  /// A nil in an `Any` is nil. A value that the language does not have (a function, an enum with associated values) is nil too. Structs and instances
  /// become objects with their properties. Collections nested more than 512 deep become a value that cannot be used: comparing it is an issue of kind
  /// `limit`.
  ///
  /// A value of the language may be used on any thread, so the compiler refuses an instance that is still in use:
  ///
  /// ```swift
  /// QueryValue(dynamically: Person(name: "Anna"))  // an object with the property `name`
  /// ```
  public init(dynamically value: sending Any) {
    self.init(reading: value, .everything)
  }

  /// Converts a value without copying instances. The result for an instance must not be used on another thread.
  package init(reading value: Any, _ reading: BindingOptions.Reading) {
    self = Self.converted(value, 0, reading) ?? .object(UnusableValue.tooDeep)
  }

  /// The value of a stored property. Nil if the value, or an element of it, is not a value of the language.
  static func ofProperty(_ property: Any, _ reading: BindingOptions.Reading) -> QueryValue? {
    let value = QueryValue(reading: property, reading)
    let hasNil =
      switch value {
      case .null: true
      case .array(let elements), .set(let elements): elements.contains(where: \.isNull)
      default: false
      }
    if !hasNil || property is any QueryPropertyValue { return value }
    let mirror = Mirror(reflecting: property)
    switch mirror.displayStyle {
    case .optional, .collection, .set:
      return mirror.children.allSatisfy { ofProperty($0.value, reading) != nil } ? value : nil
    default:
      // The value is nil. This is a value of the property if its type is known: a double may be NaN, which is nil.
      guard value.isNull else { return value }
      switch ValueReaders.reader(of: Swift.type(of: property), reading)?.kind {
      case nil, .attribute(.any): return nil
      default: return value
      }
    }
  }

  /// Converts a value that is nested in `depth` collections; nil if the nesting is too deep.
  static func converted(_ value: Any, _ depth: Int, _ reading: BindingOptions.Reading) -> QueryValue? {
    // Comparing types is faster than a cast to a protocol.
    let type = Swift.type(of: value)
    if type == String.self, let text = value as? String { return .string(text) }
    if type == Int.self, let number = value as? Int { return .integer(Int64(number)) }
    switch value {
    case let dictionary as [String: Any] where type == [String: Any].self:
      return converted(dictionary.values, depth, reading).map {
        .dictionary(QueryDictionary(names: Array(dictionary.keys), values: $0))
      }
    case let value as any QueryPropertyValue:
      guard Swift.type(of: value).queryType.mayNest, let container = value as? any DynamicContainer else {
        return value.queryValue
      }
      return container.converted(depth, reading)
    case let dictionary as [String: Any]:
      return converted(dictionary.values, depth, reading).map {
        .dictionary(QueryDictionary(names: Array(dictionary.keys), values: $0))
      }
    case let elements as [Any]:
      return converted(elements, depth, reading).map { .array($0) }
    default:
      return Self.reading(value, reading)
    }
  }

  /// Converts elements; nil if the nesting is too deep.
  static func converted(
    _ elements: some Sequence<Any>, _ depth: Int, _ reading: BindingOptions.Reading
  ) -> [QueryValue]? {
    if depth >= UnusableValue.greatestDepth { return nil }
    var values: [QueryValue] = []
    values.reserveCapacity(elements.underestimatedCount)
    for element in elements {
      guard let value = converted(element, depth + 1, reading) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func reading(_ value: Any, _ reading: BindingOptions.Reading) -> QueryValue {
    func read<Found>(_ found: Found) -> QueryValue {
      if Self.isExistential(found) { return inside(found, reading) }
      guard let reader = ValueReaders.reader(of: Found.self, reading) else {
        // The type is not in the language, or it is a struct that is not read because of `reading`.
        return ValueReaders.reader(of: Found.self, .everything) == nil
          ? .null : .object(UnusableValue(closed: Found.self))
      }
      if !FieldTable.isTrusted, reader.givesIdentitiesOnly, !(Found.self is AnyClass) {
        // An optional instance is unwrapped first, because ``MirroredObject`` takes its identity from the instance itself.
        return Mirror(reflecting: found).children.first.map { QueryValue(reading: $0.value, reading) } ?? .null
      }
      if reader.isMirrored || !FieldTable.isTrusted && reader.givesIdentitiesOnly {
        guard let object = MirroredObject(found, reading) else { return .null }
        return .object(object.whyClosed != nil && object.reference == nil ? UnusableValue(closed: Found.self) : object)
      }
      let copy = OwnedValue(found)
      return reader.value(at: copy.address, owner: copy)
    }
    return read(value)
  }

  /// Whether a generic type is an existential, which contains a value of another type. An instance of a subclass is not an existential.
  private static func isExistential<Found>(_ found: Found) -> Bool {
    !(Found.self is AnyClass) && ObjectIdentifier(Swift.type(of: found as Any)) != ObjectIdentifier(Found.self)
  }

  /// The value in an `any P` that is in an `Any`. Opening the `Any` gives only the `any P`.
  private static func inside<Existential>(_ value: Existential, _ reading: BindingOptions.Reading) -> QueryValue {
    func read<Found>(_: Found.Type) -> QueryValue {
      (value as? Found).map { QueryValue(reading: $0, reading) } ?? .null
    }
    let type: any Any.Type = Swift.type(of: value as Any)
    return read(type)
  }
}

extension UnusableValue {
  /// Represents a value whose type needs a property table and has none.
  fileprivate init(closed type: any Any.Type) {
    let found = TypeReflection.needsTable(type)
    self.init(
      .error(
        found.code, nil, IssueText("the value cannot be read: " + found.reason), hint: found.remedy, kind: .unknownKey))
  }
}

/// A collection of values of any types that is not one of Swift's generic collections. Its elements may be collections too.
protocol DynamicContainer {
  /// The value of the collection. The collection is nested in `depth` other collections. Nil if the nesting is too deep.
  func converted(_ depth: Int, _ reading: BindingOptions.Reading) -> QueryValue?
}

extension AnyHashable: DynamicContainer {
  func converted(_ depth: Int, _ reading: BindingOptions.Reading) -> QueryValue? {
    QueryValue.converted(base, depth, reading)
  }
}

extension QueryType {
  /// Whether a value of the type may contain other values.
  fileprivate var mayNest: Bool {
    switch self {
    case .any, .dictionary: true
    default: false
    }
  }
}

extension QueryArgument {
  /// The argument for a value whose type is known only at run time: an element of `[Any]`.
  ///
  /// ```swift
  /// let values: [Any] = [1990, "Noir", NSNull(), Genre.noir]  // an enum with raw values needs no conformance here
  /// values.map { QueryArgument(dynamically: $0) }
  /// ```
  ///
  /// A value that no predicate can contain (a function, a struct, an enum with associated values) becomes ``unrepresentable(_:)``.
  public init(dynamically value: Any) {
    self.init(dynamically: value, 0)
  }

  private init(dynamically value: Any, _ depth: Int) {
    if depth > UnusableValue.greatestDepth {
      self = .unrepresentable("collections more than \(UnusableValue.greatestDepth) deep inside one another")
    } else if let value = value as? any QueryArgumentConvertible {
      self = value.queryArgument
    } else if let elements = value as? [Any] {
      self = .array(elements.map { QueryArgument(dynamically: $0, depth + 1) })
    } else if let pairs = value as? [String: Any] {
      self = .dictionary(
        pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
          .map { (key: $0.key, value: QueryArgument(dynamically: $0.value, depth + 1)) })
    } else {
      let known = QueryValue(reading: value, .everything)
      self = known.isNull && !Self.isNil(value) ? .unrepresentable(Self.kind(of: value)) : known.queryArgument
    }
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private static func kind(of value: Any) -> String { "a value of the type \(type(of: value))" }
}

extension QueryVariables {
  /// Variables whose types are known only at run time, as `NSPredicate.evaluate(with:substitutionVariables:)` takes them.
  ///
  /// ```swift
  /// let known: [String: Any] = ["year": 1990, "genres": ["Noir"]]
  /// try movies.filter("year > $year", variables: QueryVariables(dynamically: known))
  /// ```
  ///
  /// Variables may be used on any thread, so the compiler refuses values that are still in use and are not `Sendable`.
  public init(dynamically values: sending [String: Any]) {
    let ranges = values.compactMapValues { $0 as? any RangeArgument }
    let others = QueryVariables(
      values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.filter { ranges[$0.key] == nil }
        .map { ($0.key, QueryValue(reading: $0.value, .everything)) })
    self = others.overridden(by: QueryVariables(ranges))
  }
}

extension QueryPredicate {
  /// Reads a condition with an array of values of any types for its specifiers, like `NSPredicate(format:argumentArray:)`.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > %@ AND genre == %@", argumentArray: [1990, "Noir"])
  /// ```
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - argumentArray: Values for the specifiers of the format, in their order.
  /// - Throws: as ``init(format:arguments:limits:)``; `argument-type` for an element that no predicate can contain.
  public init(format: QueryFormat, argumentArray: [Any]?) throws(PredicateIssue) {
    try self.init(format: format, arguments: (argumentArray ?? []).map { QueryArgument(dynamically: $0) })
  }
}

extension QueryExpression {
  /// Reads a value with an array of values of any types for its specifiers, like `NSExpression(format:argumentArray:)`.
  ///
  /// - Parameters:
  ///   - format: The predicate. Interpolations are arguments with their types and never become text.
  ///   - argumentArray: Values for the specifiers of the format, in their order.
  /// - Throws: as ``QueryPredicate/init(format:argumentArray:)``.
  public init(format: QueryFormat, argumentArray: [Any]) throws(PredicateIssue) {
    try self.init(format: format, arguments: argumentArray.map { QueryArgument(dynamically: $0) })
  }
}
