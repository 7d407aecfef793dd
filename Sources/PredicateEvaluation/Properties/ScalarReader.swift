import PredicateBinding
import PredicateValues

/// Reads a type that says itself what its values are.
struct ScalarReader<Value: QueryPropertyValue>: ValueReader {
  var kind: ReadableKind { .attribute(Value.queryType) }
  var isOptional: Bool { Value.queryType.mayReadAsNil }
  var reading: BindingOptions.Reading { .everything }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    address.assumingMemoryBound(to: Value.self).pointee.queryValue
  }
}

/// Reads a type with raw values as its raw value.
struct RawValueReader<Value: RawRepresentable>: ValueReader {
  let type: QueryType
  var kind: ReadableKind { .attribute(type) }
  var isOptional: Bool { type.mayReadAsNil }
  var reading: BindingOptions.Reading { .everything }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    let raw = address.assumingMemoryBound(to: Value.self).pointee.rawValue
    return (raw as? any QueryPropertyValue)?.queryValue ?? .null
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

/// Reads a collection of anything that is no collection of Swift's own, and what an `AnyHashable` holds.
struct DynamicContainerReader<Value: QueryPropertyValue & DynamicContainer>: ValueReader {
  let reading: BindingOptions.Reading
  var kind: ReadableKind { .attribute(Value.queryType) }
  var isOptional: Bool { Value.queryType.mayReadAsNil }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    QueryValue(reading: address.assumingMemoryBound(to: Value.self).pointee, reading)
  }
}

/// Reads a value of which only a protocol is known, or nothing; one whose type has no table, too, where the runtime may not be asked for
/// its fields.
struct AnyReader<Value>: ValueReader, DynamicReader {
  let reading: BindingOptions.Reading
  var kind: ReadableKind { .attribute(.any) }
  var isOptional: Bool { true }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    // The cast makes an `Any` of an `Any`, where a conversion would put one into another.
    func cast<Target>(to _: Target.Type) -> Target? {
      address.assumingMemoryBound(to: Value.self).pointee as? Target
    }
    return cast(to: Any.self).map { QueryValue(reading: $0, reading) } ?? .null
  }

  func elements(_ names: [String]) -> MirroredElements? { MirroredElements(Value.self, names, reading) }
}
