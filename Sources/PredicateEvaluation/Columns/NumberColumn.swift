#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateMemory

/// A column of numbers: 64-bit integers or doubles.
protocol NumberColumn: LoadedColumn where Element: ColumnNumber {
  /// Whether what is loaded lies elsewhere than at the address, so that it is worth fetching ahead.
  static var looksElsewhere: Bool { get }

  /// Prefetches what ``load(_:)`` reads.
  static func prefetch(_ address: UnsafeRawPointer)
}

extension NumberColumn {
  static var looksElsewhere: Bool { false }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) {}
}

extension StoredColumn: NumberColumn where Source: NumberSource {}
extension OptionalColumn: NumberColumn where Source: NumberSource {}

/// The numbers of elements of a column of arrays.
enum ArrayCounts: NumberColumn {
  static var looksElsewhere: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { ArrayMemory.prefetchCount(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { ArrayMemory.count(address).map { Int64($0) } }
}

/// The numbers of UTF-16 units of a column of strings.
enum StringLengths: NumberColumn {
  static var looksElsewhere: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { StringMemory.prefetch(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { StringMemory.length(address).map { Int64($0) } }
}

/// Numbers of elements that client code has counted, -1 for a nil.
enum GatheredCounts: NumberColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? {
    let count = address.load(as: Int.self)
    return count < 0 ? nil : Int64(count)
  }
}

/// What number a value of one Swift type is.
protocol NumberSource: ColumnSource where Element: ColumnNumber {}

/// A type of integers that Int64 can hold.
enum IntegerSource<Value: FixedWidthInteger & Sendable>: NumberSource {
  @inline(__always)
  static func element(_ value: Value) -> Int64? { Int64(truncatingIfNeeded: value) }
}

/// A type of integers of which Int64 holds some.
enum WideIntegerSource<Value: FixedWidthInteger & Sendable>: NumberSource {
  @inline(__always)
  static func element(_ value: Value) -> Int64? { Int64(exactly: value) }

  @inline(__always)
  static func isBeyond(_ value: Value) -> Bool { Int64(exactly: value) == nil }
}

/// Booleans, as 0 and 1.
enum BooleanSource: NumberSource {
  @inline(__always)
  static func element(_ value: Bool) -> Int64? { value ? 1 : 0 }
}

/// A type of floating-point numbers.
enum DoubleSource<Value: BinaryFloatingPoint & Sendable>: NumberSource {
  @inline(__always)
  static func element(_ value: Value) -> Double? {
    let number = Double(value)
    return number.isNaN ? nil : number
  }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// Dates, as seconds since 2001.
  enum DateSource: NumberSource {
    @inline(__always)
    static func element(_ value: Date) -> Double? { DoubleSource.element(value.timeIntervalSinceReferenceDate) }
  }
#endif
