import PredicateBinding
import PredicateValues

/// Reads floating point numbers of a type that is none of those that conform to ``QueryPropertyValue``, `CGFloat` for instance, as the
/// nearest doubles.
struct OtherFloatingPointReader<Value: BinaryFloatingPoint>: ValueReader {
  var kind: ReadableKind { .attribute(.double) }
  var reading: BindingOptions.Reading { .everything }

  /// NaN is nil.
  var isOptional: Bool { true }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    Double(address.assumingMemoryBound(to: Value.self).pointee).queryValue
  }
}
