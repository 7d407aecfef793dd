import PredicateValues

extension QueryValue {
  /// The value of something whose type is known only now: what an `Any` holds, an element of `[Any]`, a value of `[String: Any]`.
  ///
  /// Nil inside of an `Any` is nil, and so is what is no value of the language (a function, an enum without raw values). Structs and
  /// instances become objects with their properties.
  public init(dynamically value: Any) {
    switch value {
    case let value as any QueryPropertyValue:
      self = value.queryValue
    case let dictionary as [String: Any]:
      self = .dictionary(QueryDictionary(dictionary.lazy.map { ($0.key, QueryValue(dynamically: $0.value)) }))
    case let elements as [Any]:
      self = .array(elements.map { QueryValue(dynamically: $0) })
    default:
      self = Self.reading(value)
    }
  }

  private static func reading(_ value: Any) -> QueryValue {
    func read<Found>(_ found: Found) -> QueryValue {
      if TypeReflection.category(of: Found.self) == .existential { return inside(found) }
      guard let reader = ValueReaders.reader(of: Found.self) else { return .null }
      let copy = OwnedValue(found)
      return reader.value(at: copy.address, owner: copy)
    }
    return _openExistential(value, do: read)
  }

  /// The value inside of an `any P` that stands inside of an `Any`, where opening finds the outer one only.
  private static func inside<Existential>(_ value: Existential) -> QueryValue {
    func read<Found>(_: Found.Type) -> QueryValue {
      guard TypeReflection.category(of: Found.self) != .existential, let found = value as? Found else { return .null }
      return QueryValue(dynamically: found)
    }
    return _openExistential(Mirror(reflecting: value).subjectType, do: read)
  }
}
