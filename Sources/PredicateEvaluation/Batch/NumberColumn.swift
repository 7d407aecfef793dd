import PredicateMemory

/// How the numbers of one Swift type are loaded: as 64-bit integers or as doubles.
protocol NumberColumn: Sendable {
  associatedtype Number: BatchNumber

  /// The number at an address; nil for nil, and for NaN.
  static func load(_ address: UnsafeRawPointer) -> Number?
}

/// A type of integers that Int64 can hold.
enum IntegerColumn<Value: FixedWidthInteger & Sendable>: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? {
    Int64(truncatingIfNeeded: address.load(as: Value.self))
  }
}

/// Optionals of it.
enum OptionalIntegerColumn<Value: FixedWidthInteger & Sendable>: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? {
    address.load(as: Value?.self).map { Int64(truncatingIfNeeded: $0) }
  }
}

/// Booleans, as 0 and 1.
enum BooleanColumn: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { address.load(as: Bool.self) ? 1 : 0 }
}

/// Optional booleans, which have a byte of their own for nil.
enum OptionalBooleanColumn: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? {
    address.load(as: Bool?.self).map { $0 ? 1 : 0 }
  }
}

/// Dates, whose seconds Foundation gives.
enum DateColumn: NumberColumn {
  static func load(_ address: UnsafeRawPointer) -> Double? {
    let seconds = DateMemory.seconds(address)
    return seconds.isNaN ? nil : seconds
  }
}

/// Optional dates, whose seconds Foundation gives.
enum OptionalDateColumn: NumberColumn {
  static func load(_ address: UnsafeRawPointer) -> Double? {
    guard let seconds = DateMemory.optionalSeconds(address), !seconds.isNaN else { return nil }
    return seconds
  }
}

/// A type of floating-point numbers.
enum DoubleColumn<Value: BinaryFloatingPoint & Sendable>: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Double? {
    let value = Double(address.load(as: Value.self))
    return value.isNaN ? nil : value
  }
}

/// Optionals of it.
enum OptionalDoubleColumn<Value: BinaryFloatingPoint & Sendable>: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Double? {
    guard let found = address.load(as: Value?.self) else { return nil }
    let value = Double(found)
    return value.isNaN ? nil : value
  }
}
