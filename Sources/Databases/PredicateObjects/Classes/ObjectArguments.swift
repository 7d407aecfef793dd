import PredicateModel
import PredicateReference
import PredicateSyntax

extension StoredObject: QueryArgumentConvertible {
  /// The object, for conditions on objects: `fetch(City.self, "province == %@", province)`.
  public var queryArgument: QueryArgument { .literal(.object(reference)) }
}

extension ObjectID: QueryArgumentConvertible {
  /// The object with the id.
  public var queryArgument: QueryArgument { .literal(.object(reference)) }
}

/// Enums that properties store are arguments without another conformance: `context.fetch(Todo.self, "status == \(status)")`.
extension QueryFormat.StringInterpolation {
  /// The raw value of an enum that properties store.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: StorableValue & RawRepresentable>(_ value: Value)
  where Value.RawValue: QueryArgumentConvertible {
    appendInterpolation(value.rawValue)
  }

  /// The raw value of an enum that properties store, or nil.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: StorableValue & RawRepresentable>(_ value: Value?)
  where Value.RawValue: QueryArgumentConvertible {
    appendInterpolation(value?.rawValue)
  }

  /// The raw values of enums that properties store, for IN: `"status IN \(statuses)"`.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: StorableValue & RawRepresentable>(_ values: some Sequence<Value>)
  where Value.RawValue: QueryArgumentConvertible {
    appendInterpolation(values.map(\.rawValue))
  }
}
