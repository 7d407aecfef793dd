import PredicateBinding
import PredicateMemory

/// Reads the values of one Swift type in place.
///
/// Every call requires an initialised value of the reader's type at the address. The value must not change or be freed while results of the call are
/// in use, or until `owner` is freed. Addresses come only from the properties of a shape, from collections of the type, and from the evaluated
/// element, always within one synchronous call.
///
/// Unchecked `Sendable`: its closures capture only types, other readers and settings. The compiler does not treat a captured type as `Sendable`,
/// because a conformance may be isolated to an actor. The client is responsible for the types that it passes to predicates.
package struct ValueReader: @unchecked Sendable {
  /// The kind of a property whose values have this type.
  package let kind: ReadableKind
  /// Whether the value may be nil.
  package let isOptional: Bool
  /// The setting for reading objects in the value. It is `everything` for a value without objects.
  package let reading: BindingOptions.Reading
  /// Whether the properties of the values are known only when a predicate runs, because `Mirror` reads them or because the type is a protocol.
  let isMirrored: Bool
  /// The same as ``value(at:owner:)``. Loops over many rows in other modules call this closure, because they cannot inline the function.
  package let read: (UnsafeRawPointer, OwnedValue?) -> QueryValue

  init(
    _ kind: ReadableKind, isOptional: Bool = false, _ reading: BindingOptions.Reading,
    isMirrored: Bool = false, _ read: @escaping (UnsafeRawPointer, OwnedValue?) -> QueryValue
  ) {
    self.kind = kind
    self.isOptional = isOptional
    self.reading = reading
    self.isMirrored = isMirrored
    self.read = read
  }

  /// The value at an address. Objects in the value point into the same memory. `owner` keeps this memory alive; it is nil if the memory belongs to
  /// the caller.
  package func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue { read(address, owner) }

  /// Whether values may refer to the memory from which they were read. Values that refer only to instances do not.
  var refersToAddress: Bool {
    switch kind {
    case .toOne(let type), .toMany(let type): return !type.isClass
    case .attribute(var type):
      while case .collection(let element) = type { type = element }
      if case .object = type { return true }
      return false
    }
  }

  /// Whether the values are instances of which only the identity can be used.
  var givesIdentitiesOnly: Bool {
    if case .toOne(let type) = kind { type.isClass && type.isClosed } else { false }
  }

  /// The type of the values, as elements of a collection.
  var elementType: QueryType {
    switch kind {
    case .attribute(let type): type
    case .toOne(let type): .object(type.name)
    case .toMany(let type): .collection(.object(type.name))
    }
  }
}

/// The kind of a property of a Swift type.
package enum ReadableKind: Sendable {
  /// A value.
  case attribute(QueryType)
  /// A nested struct, or a reference to an object, of this type.
  case toOne(ObjectType)
  /// A collection of structs or of references.
  case toMany(ObjectType)
}

package enum ValueReaders {
  /// The reader of a type. Nil for a type that the language does not have (functions, tuples without labels, enums with associated values, actors),
  /// and for a struct that is not read with this `reading`.
  package static func reader(of type: any Any.Type, _ reading: BindingOptions.Reading) -> ValueReader? {
    if let type = type as? any (QueryPropertyValue & DynamicContainer).Type { return container(type, reading) }
    if let type = type as? any QueryPropertyValue.Type { return scalar(type) }
    if let type = type as? any ReadableContainer.Type {
      return reader(of: type.held, reading).flatMap { type.reader(of: $0) }
    }
    if let type = type as? any RawRepresentable.Type, let reader = rawValue(of: type) { return reader }
    if let type = type as? any BinaryInteger.Type { return integer(type) }
    if let type = type as? any BinaryFloatingPoint.Type { return floatingPoint(type) }
    if type is any Actor.Type { return nil }
    // Only the runtime knows the fields of a type. If it does not list them, the value is copied and read by `Mirror`.
    let table = type as? any QueryableProperties.Type
    let isKnown = FieldTable.isTrusted || table.map { !$0.listsStoredFields } ?? false
    let object = ObjectType(type, reading)
    switch TypeKind(of: type) {
    case .class where isKnown || table == nil && reading != .everything:
      return (type as? AnyClass).map { instance($0, object) }
    case .struct where table == nil && reading == .tables: return nil
    case .struct where isKnown, .unknown where isKnown && table != nil: return structure(object)
    case .tuple where isKnown && reading != .tables && hasLabels(type): return structure(object)
    case .struct, .class, .unknown, .existential: return dynamic(type, reading)
    case .enum where InPlaceReads.hasPlainCases(type): return plainEnum(type)
    case .enum, .tuple, .function, .other: return nil
    }
  }

  /// Reads values of a type as values of the language.
  private static func reader<Value>(
    _: Value.Type, _ type: QueryType, _ reading: BindingOptions.Reading = .everything,
    isMirrored: Bool = false, _ value: @escaping (Value) -> QueryValue
  ) -> ValueReader {
    ValueReader(.attribute(type), isOptional: type.mayReadAsNil, reading, isMirrored: isMirrored) { address, _ in
      value(address.assumingMemoryBound(to: Value.self).pointee)
    }
  }

  /// Reads a type that declares its values in the language.
  package static func scalar<Value: QueryPropertyValue>(_: Value.Type) -> ValueReader {
    reader(Value.self, Value.queryType) { $0.queryValue }
  }

  private static func rawValue<Value: RawRepresentable>(of _: Value.Type) -> ValueReader? {
    guard let rawType = Value.RawValue.self as? any QueryPropertyValue.Type else { return nil }
    return reader(Value.self, rawType.queryType) { ($0.rawValue as? any QueryPropertyValue)?.queryValue ?? .null }
  }

  /// Whether every element of a tuple has a label. `()` has none; the runtime also reports `()` for types that it cannot describe.
  private static func hasLabels(_ type: any Any.Type) -> Bool {
    let fields = FieldTable.fields(of: type)
    return !fields.isEmpty && fields.allSatisfy { !$0.name.hasPrefix(".") }
  }

  /// Reads an enum without raw values and associated values as the name of the case: `state == "open"`.
  private static func plainEnum<Value>(_: Value.Type) -> ValueReader {
    reader(Value.self, .string) { InPlaceReads.caseName(of: $0).map { .string($0) } ?? .null }
  }

  /// Reads an `AnyHashable`, or a collection of values of any types that is not one of Swift's generic collections.
  private static func container<Value: QueryPropertyValue & DynamicContainer>(
    _: Value.Type, _ reading: BindingOptions.Reading
  ) -> ValueReader {
    reader(Value.self, Value.queryType, reading) { QueryValue(reading: $0, reading) }
  }

  /// Reads integers of a type that does not conform to ``QueryPropertyValue``, for example a type of another module.
  private static func integer<Value: BinaryInteger>(_: Value.Type) -> ValueReader {
    reader(Value.self, .integer) { QueryValue(whole: $0) }
  }

  /// Reads floating point numbers of a type that does not conform to ``QueryPropertyValue``, as the nearest doubles.
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
      // If an owner keeps the value, the value may be used after the call. The instance is then retained, because it may change after the call.
      if owner != nil { return .object(ReflectedObject(retaining: object, type.shape)) }
      let instance = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
      return .object(ReflectedObject(address: instance, shape: type.shape, owner: nil))
    }
  }

  /// Reads a value of unknown type, or of a protocol type. Also reads a value whose type has no table, if the runtime lists no fields.
  private static func dynamic<Value>(_: Value.Type, _ reading: BindingOptions.Reading) -> ValueReader {
    reader(Value.self, .any, reading, isMirrored: true) { value in
      // The cast keeps an `Any` unchanged; a conversion would wrap it in another `Any`.
      func cast<Target>(to _: Target.Type) -> Target? { value as? Target }
      return cast(to: Any.self).map { QueryValue(reading: $0, reading) } ?? .null
    }
  }
}

extension QueryType {
  /// Whether a value of the type may be nil although its Swift type is not optional. A value of unknown type may be nil, and a number or date may be
  /// NaN.
  fileprivate var mayReadAsNil: Bool {
    switch self {
    case .any, .double, .decimal, .date: true
    default: false
    }
  }
}
