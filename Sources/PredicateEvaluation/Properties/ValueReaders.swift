import PredicateBinding
import PredicateMemory
import PredicateValues

/// The readers of types.
enum ValueReaders {
  /// The reader of a type; nil for one that is no value of the language (functions, tuples, enums without raw values, actors), and for a
  /// struct of which nothing is read.
  static func reader(of type: any Any.Type, _ reading: BindingOptions.Reading) -> ValueReader? {
    if let type = type as? any (QueryPropertyValue & DynamicContainer).Type { return container(type, reading) }
    if let type = type as? any QueryPropertyValue.Type { return scalar(type) }
    if let type = type as? any ReadableContainer.Type {
      return reader(of: type.held, reading).flatMap { type.reader(of: $0) }
    }
    if let type = type as? any RawRepresentable.Type, let reader = rawValue(of: type) { return reader }
    if let type = type as? any BinaryInteger.Type { return integer(type) }
    if let type = type as? any BinaryFloatingPoint.Type { return floatingPoint(type) }
    if type is any Actor.Type { return nil }
    // Only the runtime tells the fields of a type. What it may not be asked about is copied and read by `Mirror`.
    let table = type as? any QueryableProperties.Type
    let isKnown = FieldTable.isTrusted || table.map { !$0.listsStoredFields } ?? false
    let object = ObjectType(type, reading)
    switch TypeKind(of: type) {
    case .class where isKnown || table == nil && reading != .everything:
      return (type as? AnyClass).map { instance($0, object) }
    case .struct where table == nil && reading == .tables: return nil
    case .struct where isKnown, .unknown where isKnown && table != nil: return structure(object)
    case .struct, .class, .unknown, .existential: return dynamic(type, reading)
    case .enum, .tuple, .function, .other: return nil
    }
  }

  /// Reads values of a type as values of the language.
  private static func reader<Value>(
    _: Value.Type, _ type: QueryType, _ reading: BindingOptions.Reading = .everything,
    mirroring: (([String]) -> MirroredElements?)? = nil,
    _ value: @escaping (Value) -> QueryValue
  ) -> ValueReader {
    ValueReader(.attribute(type), isOptional: type.mayReadAsNil, reading, mirroring: mirroring) { address, _ in
      value(address.assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Reads a type that says itself what its values are.
  static func scalar<Value: QueryPropertyValue>(_: Value.Type) -> ValueReader {
    reader(Value.self, Value.queryType) { $0.queryValue }
  }

  /// Reads a type with raw values as its raw value.
  private static func rawValue<Value: RawRepresentable>(of _: Value.Type) -> ValueReader? {
    guard let rawType = Value.RawValue.self as? any QueryPropertyValue.Type else { return nil }
    return reader(Value.self, rawType.queryType) { ($0.rawValue as? any QueryPropertyValue)?.queryValue ?? .null }
  }

  /// Reads a collection of anything that is no collection of Swift's own, and what an `AnyHashable` holds.
  private static func container<Value: QueryPropertyValue & DynamicContainer>(
    _: Value.Type, _ reading: BindingOptions.Reading
  ) -> ValueReader {
    reader(Value.self, Value.queryType, reading) { QueryValue(reading: $0, reading) }
  }

  /// Reads integers of a type that is none of those that conform to ``QueryPropertyValue``, `Int128` for instance.
  private static func integer<Value: BinaryInteger>(_: Value.Type) -> ValueReader {
    reader(Value.self, .integer) { QueryValue(whole: $0) }
  }

  /// Reads floating point numbers of a type that is none of those that conform to ``QueryPropertyValue``, as the nearest doubles.
  private static func floatingPoint<Value: BinaryFloatingPoint>(_: Value.Type) -> ValueReader {
    reader(Value.self, .double) { Double($0).queryValue }
  }

  /// Reads a nested struct as an object.
  static func structure(_ type: ObjectType) -> ValueReader {
    ValueReader(.toOne(type), type.reading) { address, owner in
      .object(ReflectedObject(address: address, shape: type.shape, owner: owner))
    }
  }

  /// Reads a reference to an instance of a class as an object.
  private static func instance<Object: AnyObject>(_: Object.Type, _ type: ObjectType) -> ValueReader {
    ValueReader(.toOne(type), type.reading) { address, owner in
      let object = address.assumingMemoryBound(to: Object.self).pointee
      let instance = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      let shape = type.shape
      // What an owner keeps outlives the call, and then the instance may change.
      if owner != nil { return .object(RetainedInstance(at: instance, shape)) }
      return .object(ReflectedObject(address: instance, shape: shape, owner: nil))
    }
  }

  /// Reads a value of which only a protocol is known, or nothing; one whose type has no table, too, where the runtime may not be asked for
  /// its fields.
  private static func dynamic<Value>(_: Value.Type, _ reading: BindingOptions.Reading) -> ValueReader {
    reader(Value.self, .any, reading, mirroring: { MirroredElements(Value.self, $0, reading) }) { value in
      // The cast makes an `Any` of an `Any`, where a conversion would put one into another.
      func cast<Target>(to _: Target.Type) -> Target? { value as? Target }
      return cast(to: Any.self).map { QueryValue(reading: $0, reading) } ?? .null
    }
  }
}

extension QueryType {
  /// Whether a value of the type may be nil where Swift's type is no optional: anything may be, and a number or a date that is NaN is.
  fileprivate var mayReadAsNil: Bool {
    switch self {
    case .any, .double, .decimal, .date: true
    default: false
    }
  }
}
