import PredicateBinding
import PredicateMemory
import PredicateValues

/// How the values of one Swift type are read where they lie.
///
/// Invariant of every call: the address holds an initialised value of the reader's type, which nobody changes or frees before the
/// values that came out of the call are gone, or before `owner` is. Addresses come only from a shape's properties, from collections
/// of that very type, and from the element that is asked about, all within one synchronous call.
protocol ValueReader: Sendable {
  /// What a property of the type is.
  var kind: ReadableKind { get }

  /// Whether the value may be nil.
  var isOptional: Bool { get }

  /// What is read of objects that the value holds; anything of a value without objects.
  var reading: BindingOptions.Reading { get }

  /// The value at an address. Objects in it point into the same memory, which `owner` keeps alive where that is not the caller's.
  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue
}

extension ValueReader {
  var isOptional: Bool { false }

  /// Whether values may refer to the memory at the address that they were read from, and not only to instances.
  var refersToAddress: Bool {
    switch kind {
    case .toOne(let type), .toMany(let type): return !type.isClass
    case .attribute(var type):
      while case .collection(let element) = type { type = element }
      if case .object = type { return true }
      return false
    }
  }

  /// Whether the values are instances of which nothing but the identity counts.
  var givesIdentitiesOnly: Bool {
    if case .toOne(let type) = kind { type.isClass && TypeReflection.isClosed(type.type, type.reading) } else { false }
  }

  /// The type of the values, where a collection has them as elements.
  var elementType: QueryType {
    switch kind {
    case .attribute(let type): type
    case .toOne(let type): .object(type.name)
    case .toMany(let type): .collection(.object(type.name))
    }
  }
}

/// What a property of a Swift type is.
enum ReadableKind: Sendable {
  /// A value.
  case attribute(QueryType)
  /// A nested struct, or a reference to an object, of this type.
  case toOne(ObjectType)
  /// A collection of structs or of references.
  case toMany(ObjectType)
}

/// The readers of types.
enum ValueReaders {
  /// The reader of a type; nil for one that is no value of the language (functions, tuples, enums without raw values, actors), and for a
  /// struct of which nothing is read.
  static func reader(of type: any Any.Type, _ reading: BindingOptions.Reading) -> (any ValueReader)? {
    if let type = type as? any (QueryPropertyValue & DynamicContainer).Type { return container(type, reading) }
    if let type = type as? any QueryPropertyValue.Type { return scalar(type) }
    if let type = type as? any ReadableContainer.Type { return type.reader(reading) }
    if let type = type as? any RawRepresentable.Type, let reader = rawValue(of: type) { return reader }
    if let type = type as? any BinaryInteger.Type { return integer(type) }
    if let type = type as? any BinaryFloatingPoint.Type { return floatingPoint(type) }
    if type is any Actor.Type { return nil }
    // Only the runtime tells the fields of a type. What it may not be asked about is copied and read by `Mirror`.
    let table = type as? any QueryableProperties.Type
    let isKnown = FieldTable.isTrusted || table.map { !$0.listsStoredFields } ?? false
    let object = ObjectType(type: type, reading: reading)
    switch TypeKind(of: type) {
    case .class where isKnown || table == nil && reading != .everything: return instance(object)
    case .struct where table == nil && reading == .tables: return nil
    case .struct where isKnown, .unknown where isKnown && table != nil: return StructReader(type: object)
    case .struct, .class, .unknown, .existential: return dynamic(type, reading)
    case .enum, .tuple, .function, .other: return nil
    }
  }

  private static func container<Value: QueryPropertyValue & DynamicContainer>(
    _: Value.Type, _ reading: BindingOptions.Reading
  ) -> any ValueReader { DynamicContainerReader<Value>(reading: reading) }

  private static func integer<Value: BinaryInteger>(_: Value.Type) -> any ValueReader { OtherIntegerReader<Value>() }

  private static func floatingPoint<Value: BinaryFloatingPoint>(_: Value.Type) -> any ValueReader {
    OtherFloatingPointReader<Value>()
  }

  private static func scalar<Value: QueryPropertyValue>(_: Value.Type) -> any ValueReader {
    ScalarReader<Value>()
  }

  private static func rawValue<Value: RawRepresentable>(of type: Value.Type) -> (any ValueReader)? {
    guard let rawType = Value.RawValue.self as? any QueryPropertyValue.Type else { return nil }
    return RawValueReader<Value>(type: rawType.queryType)
  }

  private static func instance(_ object: ObjectType) -> (any ValueReader)? {
    func make<Object: AnyObject>(_: Object.Type) -> any ValueReader { ClassReader<Object>(reading: object.reading) }
    return (object.type as? AnyClass).map { make($0) }
  }

  private static func dynamic(_ type: any Any.Type, _ reading: BindingOptions.Reading) -> any ValueReader {
    func make<Value>(_: Value.Type) -> any ValueReader { AnyReader<Value>(reading: reading) }
    return make(type)
  }
}
