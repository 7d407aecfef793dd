#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// How the numbers of one Swift type are loaded: as 64-bit integers or as doubles.
protocol NumberColumn: Sendable {
  associatedtype Number: ColumnNumber

  /// The number at an address; nil for nil, and for NaN.
  static func load(_ address: UnsafeRawPointer) -> Number?
}

/// Values of a type of numbers.
enum StoredColumn<Source: NumberSource>: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Number? {
    Source.number(address.assumingMemoryBound(to: Source.Value.self).pointee)
  }
}

/// Optionals of them.
enum OptionalColumn<Source: NumberSource>: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Number? {
    address.assumingMemoryBound(to: Source.Value?.self).pointee.flatMap(Source.number)
  }
}

/// What number a value of one Swift type is.
protocol NumberSource: Sendable {
  associatedtype Value
  associatedtype Number: ColumnNumber

  /// The number; nil for NaN.
  static func number(_ value: Value) -> Number?
}

/// A type of integers that Int64 can hold.
enum IntegerSource<Value: FixedWidthInteger & Sendable>: NumberSource {
  @inline(__always)
  static func number(_ value: Value) -> Int64? { Int64(truncatingIfNeeded: value) }
}

/// A type of integers, of which those that Int64 does not hold count as nil.
enum WideIntegerSource<Value: FixedWidthInteger & Sendable>: NumberSource {
  @inline(__always)
  static func number(_ value: Value) -> Int64? { Int64(exactly: value) }
}

/// Booleans, as 0 and 1.
enum BooleanSource: NumberSource {
  @inline(__always)
  static func number(_ value: Bool) -> Int64? { value ? 1 : 0 }
}

/// A type of floating-point numbers.
enum DoubleSource<Value: BinaryFloatingPoint & Sendable>: NumberSource {
  @inline(__always)
  static func number(_ value: Value) -> Double? {
    let number = Double(value)
    return number.isNaN ? nil : number
  }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// Dates, as seconds since 2001.
  enum DateSource: NumberSource {
    @inline(__always)
    static func number(_ value: Date) -> Double? { DoubleSource.number(value.timeIntervalSinceReferenceDate) }
  }
#endif
