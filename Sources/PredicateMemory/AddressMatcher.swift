/// Whether the value at an address passes.
///
/// Invariant of every call: a value of the type that the matcher was made for lies there, initialised, until the call returns.
package typealias AddressMatcher = @Sendable (UnsafeRawPointer) -> Bool

/// Loads what the value at an address is; nil for a nil. The invariant is that of ``AddressMatcher``.
package typealias AddressLoader<Value> = @Sendable (UnsafeRawPointer) -> Value?
