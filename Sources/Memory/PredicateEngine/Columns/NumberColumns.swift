import PredicateMemory
import PredicateValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// The numbers in the engine's columns: 64-bit integers and doubles.
protocol ColumnNumber: CalculatedNumber {
  /// The number as an integer; nil for doubles.
  var integer: Int64? { get }

  /// The least number that a column may hold.
  static var least: Self { get }

  /// The greatest number that a column may hold.
  static var greatest: Self { get }
}

extension Int64: ColumnNumber {
  static var least: Int64 { .min }
  static var greatest: Int64 { .max }
  @inline(__always)
  var integer: Int64? { self }
}

extension Double: ColumnNumber {
  static var least: Double { -.infinity }
  static var greatest: Double { .infinity }
  @inline(__always)
  var integer: Int64? { nil }
}

/// A Swift type whose values the engine reads, and how it reads them.
protocol ColumnSource: SendableMetatype {
  associatedtype Value
  associatedtype Element: Sendable

  /// The name of the type in a printed plan.
  static var form: String { get }

  /// The element for a value; nil if the value is NaN.
  static func element(_ value: Value) -> Element?
}

extension ColumnSource {
  static var form: String { "\(Value.self)" }

  /// The loader for a type, if the type is `Value` or `Value?`; nil for other types.
  static func loader(of type: any Any.Type) -> AddressLoader<Element>? {
    if type == Value.self { return { StoredColumn<Self>.load($0) } }
    if type == Value?.self { return { OptionalColumn<Self>.load($0) } }
    return nil
  }
}

enum TextSource: ColumnSource {
  @inline(__always)
  static func element(_ value: String) -> String? { value }
}

/// The lengths of strings in UTF-16 units, read by Swift's public functions.
enum LengthSource: NumberSource {
  static var form: String { "length of String" }
  @inline(__always)
  static func element(_ value: String) -> Int64? { Int64(StringSearch.length(value)) }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  enum UUIDSource: ColumnSource {
    @inline(__always)
    static func element(_ value: UUID) -> UUIDKey? {
      withUnsafeBytes(of: value.uuid) { bytes in
        UUIDKey(
          first: bytes.loadUnaligned(as: UInt64.self), second: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
    }
  }

  /// Data, read without copying its bytes.
  enum DataSource: ColumnSource {
    @inline(__always)
    static func element(_ value: Data) -> Data? { value }

    /// A matcher for values of a type that equal a constant; nil for types other than data and optional data. The values are compared in place,
    /// because copying them would change a reference count.
    static func matcher(_ type: any Any.Type, _ constant: [UInt8]) -> AddressMatcher? {
      let constant = Data(constant)
      if type == Data.self { return { $0.assumingMemoryBound(to: Data.self).pointee == constant } }
      if type == Data?.self { return { $0.assumingMemoryBound(to: Data?.self).pointee == constant } }
      return nil
    }
  }

  extension Data: PairedValue {}

  /// URLs, by their absolute strings.
  enum URLSource: ColumnSource {
    @inline(__always)
    static func element(_ value: URL) -> String? { value.absoluteString }
  }
#else
  enum UUIDSource: ColumnSource {
    @inline(__always)
    static func element(_ value: QueryUUID) -> UUIDKey? { UUIDKey(value) }
  }

  /// Without Foundation there is no data type.
  enum DataSource: ColumnSource {
    static func element(_ value: Never) -> [UInt8]? {}
    static func matcher(_: any Any.Type, _: [UInt8]) -> AddressMatcher? { nil }
  }

  extension [UInt8]: PairedValue {}

  /// Without Foundation there are no URLs.
  enum URLSource: ColumnSource {
    static func element(_ value: Never) -> String? {}
  }
#endif

/// A column of numbers: 64-bit integers or doubles.
protocol NumberColumn: LoadedColumn where Element: ColumnNumber {}

extension StoredColumn: NumberColumn where Source: NumberSource {}
extension OptionalColumn: NumberColumn where Source: NumberSource {}

/// The element counts of a column of arrays.
enum ArrayCounts: NumberColumn {
  static var form: String { "count of elements" }
  static var readsIndirectly: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { ArrayMemory.prefetchCount(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { ArrayMemory.count(address).map { Int64($0) } }
}

/// The lengths of a column of strings, in UTF-16 units.
enum StringLengths: NumberColumn {
  static var form: String { "length of text" }
  static var readsIndirectly: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { StringMemory.prefetch(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { StringMemory.length(address).map { Int64($0) } }
}

/// A Swift type whose values are read as numbers.
protocol NumberSource: ColumnSource where Element: ColumnNumber {}

/// A type of integers that Int64 can hold.
enum IntegerSource<Value: FixedWidthInteger & Sendable>: NumberSource {
  @inline(__always)
  static func element(_ value: Value) -> Int64? { Int64(truncatingIfNeeded: value) }
}

/// A type of integers whose values may be beyond Int64.
enum WideIntegerSource<Value: FixedWidthInteger & Sendable>: NumberSource {
  @inline(__always)
  static func element(_ value: Value) -> Int64? { Int64(exactly: value) }
}

/// Booleans, as 0 and 1.
enum BooleanSource: NumberSource {
  @inline(__always)
  static func element(_ value: Bool) -> Int64? { value ? 1 : 0 }
}

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

/// A column: loads values at addresses. It is a type, not a closure, so that loops are compiled with the load inlined.
protocol LoadedColumn<Element>: SendableMetatype {
  associatedtype Element

  /// The name of the column in a printed plan.
  static var form: String { get }

  /// The value at an address, or nil.
  static func load(_ address: UnsafeRawPointer) -> Element?

  /// Whether ``load(_:)`` reads memory that is not at the address. Prefetching then pays.
  static var readsIndirectly: Bool { get }

  static func prefetch(_ address: UnsafeRawPointer)
}

extension LoadedColumn {
  static var readsIndirectly: Bool { false }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) {}
}

/// A column of values of a source's type.
enum StoredColumn<Source: ColumnSource>: LoadedColumn {
  static var form: String { Source.form }
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Element? {
    Source.element(address.assumingMemoryBound(to: Source.Value.self).pointee)
  }
}

enum OptionalColumn<Source: ColumnSource>: LoadedColumn {
  static var form: String { "\(Source.form)?" }
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Element? {
    address.assumingMemoryBound(to: Source.Value?.self).pointee.flatMap(Source.element)
  }
}

/// A column of integers in their own type. They may be beyond Int64.
enum RawColumn<Value: FixedWidthInteger & Sendable>: LoadedColumn {
  static var form: String { "\(Value.self)" }
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Value? { address.load(as: Value.self) }
}

/// A column of instances, given by their addresses, which are the rows themselves.
enum InstanceColumn: LoadedColumn {
  static var form: String { "instance" }
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> UInt? { UInt(bitPattern: address) }
}
