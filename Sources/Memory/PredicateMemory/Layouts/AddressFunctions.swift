/// Returns whether the value at an address passes a test.
///
/// Every call requires an initialised value of the matcher's type at the address, until the call returns.
package typealias AddressMatcher = @Sendable (UnsafeRawPointer) -> Bool

/// Loads the value at an address; nil if the value is nil. The address must meet the requirement of ``AddressMatcher``.
package typealias AddressLoader<Value> = @Sendable (UnsafeRawPointer) -> Value?

/// Reads the value at an address. The address must meet the requirement of ``AddressMatcher``.
package typealias AddressReader<Value> = @Sendable (UnsafeRawPointer) -> Value
