import PredicateBinding
import PredicateValues

/// Reads integers of a type that is none of those that conform to ``QueryPropertyValue``, `Int128` for instance.
struct OtherIntegerReader<Value: BinaryInteger>: ValueReader {
  var kind: ReadableKind { .attribute(.integer) }
  var reading: BindingOptions.Reading { .everything }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    let value = address.assumingMemoryBound(to: Value.self).pointee
    if let value = Int64(exactly: value) { return .integer(value) }
    return QueryDecimal(String(value)).map { .decimal($0) } ?? .null
  }
}
