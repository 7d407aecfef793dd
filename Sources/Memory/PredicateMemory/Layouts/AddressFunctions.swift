/// Whether the value at an address passes.
///
/// Every call requires an initialised value of the matcher's type at the address, until the call returns.
package typealias AddressMatcher = @Sendable (UnsafeRawPointer) -> Bool

/// Loads the value at an address; nil for a nil. The requirement is that of ``AddressMatcher``.
package typealias AddressLoader<Value> = @Sendable (UnsafeRawPointer) -> Value?

/// Reads the value at an address. The requirement is that of ``AddressMatcher``.
package typealias AddressReader<Value> = @Sendable (UnsafeRawPointer) -> Value
