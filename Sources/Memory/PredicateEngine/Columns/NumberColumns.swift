import Foundation
import PredicateBinding
import PredicateMemory
import PredicateReference

/// The numbers in the engine's columns: 64-bit integers and doubles.
protocol ColumnNumber: CalculatedNumber {
  /// The number as an integer; nil for doubles.
  var integer: Int64? { get }

  /// The least number that a column may hold.
  static var least: Self { get }

  /// The greatest number that a column may hold.
  static var greatest: Self { get }

  /// The numbers that pass a comparison with a constant; nil if they are unknown.
  static func bounds(_ comparison: CoreComparison, _ constant: QueryValue) -> NumberBounds<Self>?
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

  /// Whether integers beyond Int64 are read as the greatest Int64.
  static var clamps: Bool { get }

  /// The element for a value; nil if the value is NaN.
  static func element(_ value: Value) -> Element?
}

extension ColumnSource {
  static var clamps: Bool { false }

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
  @inline(__always)
  static func element(_ value: String) -> Int64? { Int64(StringSearch.length(value)) }
}

enum UUIDSource: ColumnSource {
  @inline(__always)
  static func element(_ value: UUID) -> WordPair? {
    withUnsafeBytes(of: value.uuid) { bytes in
      WordPair(
        first: bytes.loadUnaligned(as: UInt64.self), second: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }
}

/// Data, read without copying its bytes.
enum DataSource: ColumnSource {
  @inline(__always)
  static func element(_ value: Data) -> Data? { value }

  /// A matcher for values of a type that equal one of a few constants; nil for types other than data and optional data.
  static func matcher(_ type: any Any.Type, among constants: [QueryValue]) -> AddressMatcher? {
    let all = constants.compactMap { if case .data(let bytes) = $0 { Data(bytes) } else { nil } }
    // A long list has no matcher, because testing one constant after the other would be slow.
    guard all.count == constants.count, all.count <= 8, let load = loader(of: type) else { return nil }
    return { place in load(place).map(all.contains) ?? false }
  }
}

extension Data: PairedValue {}

/// URLs, by their absolute strings.
enum URLSource: ColumnSource {
  @inline(__always)
  static func element(_ value: URL) -> String? { value.absoluteString }
}

/// A column of numbers: 64-bit integers or doubles.
protocol NumberColumn: LoadedColumn where Element: ColumnNumber {}

extension StoredColumn: NumberColumn where Source: NumberSource {}
extension OptionalColumn: NumberColumn where Source: NumberSource {}

/// The element counts of a column of arrays.
enum ArrayCounts: NumberColumn {
  static var readsIndirectly: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { ArrayMemory.prefetchCount(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { ArrayMemory.count(address).map { Int64($0) } }
}

/// The lengths of a column of strings, in UTF-16 units.
enum StringLengths: NumberColumn {
  static var readsIndirectly: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { StringMemory.prefetch(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { StringMemory.length(address).map { Int64($0) } }
}

/// A Swift type whose values are read as numbers.
protocol NumberSource: ColumnSource where Element: ColumnNumber {}

/// A type of integers.
enum IntegerSource<Value: FixedWidthInteger & Sendable>: NumberSource {
  static var clamps: Bool { Value.bitWidth == 64 && !Value.isSigned }
  @inline(__always)
  static func element(_ value: Value) -> Int64? { Int64(clamping: value) }
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

/// Dates, as seconds since 2001.
enum DateSource: NumberSource {
  @inline(__always)
  static func element(_ value: Date) -> Double? { DoubleSource.element(value.timeIntervalSinceReferenceDate) }
}

/// A column: loads values at addresses. It is a type, not a closure, so that loops are compiled with the load inlined.
protocol LoadedColumn<Element>: SendableMetatype {
  associatedtype Element

  /// The value at an address, or nil.
  static func load(_ address: UnsafeRawPointer) -> Element?

  /// Whether integers beyond Int64 are read as the greatest Int64.
  static var clamps: Bool { get }

  /// Whether ``load(_:)`` reads memory that is not at the address. Prefetching then pays.
  static var readsIndirectly: Bool { get }

  static func prefetch(_ address: UnsafeRawPointer)
}

extension LoadedColumn {
  static var clamps: Bool { false }
  static var readsIndirectly: Bool { false }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) {}
}

/// A column of values of a source's type.
enum StoredColumn<Source: ColumnSource>: LoadedColumn {
  static var clamps: Bool { Source.clamps }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Element? {
    Source.element(address.assumingMemoryBound(to: Source.Value.self).pointee)
  }
}

enum OptionalColumn<Source: ColumnSource>: LoadedColumn {
  static var clamps: Bool { Source.clamps }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Element? {
    address.assumingMemoryBound(to: Source.Value?.self).pointee.flatMap(Source.element)
  }
}

/// Foundation's decimal numbers, compared by its own functions.
enum DecimalSource: ColumnSource {
  @inline(__always)
  static func element(_ value: Decimal) -> Decimal? { value.isNaN ? nil : value }

  /// A matcher that compares the decimals of a type with a constant. Nil for types other than decimals, and for constants that are not finite
  /// numbers.
  static func matcher(
    _ type: any Any.Type, _ constant: QueryValue, _ holds: @escaping @Sendable (ValueOrder) -> Bool
  ) -> AddressMatcher? {
    guard let load = loader(of: type), let constant = DecimalConstant(constant) else { return nil }
    return { address in load(address).map { holds(constant.order(of: $0)) } ?? false }
  }

  /// A matcher for the decimals of a type that equal a constant of a list. Nil for types other than decimals, and for lists that contain anything
  /// but finite numbers.
  static func matcher(_ type: any Any.Type, among constants: [QueryValue]) -> AddressMatcher? {
    guard let load = loader(of: type) else { return nil }
    let list = constants.compactMap { DecimalConstant($0) }.sorted { $0.exact.order($1.exact) == .less }
    guard list.count == constants.count else { return nil }
    return { address in
      guard let number = load(address) else { return false }
      let place = BinarySearch.place(in: list.count) { list[$0].order(of: number) == .greater }
      return place < list.count && list[place].order(of: number) == .equal
    }
  }
}

/// A finite number that decimals are compared with.
private struct DecimalConstant: Sendable {
  let exact: QueryDecimal
  /// The equal `Decimal` of Foundation; nil if there is none.
  private let decimal: Decimal?

  init?(_ value: QueryValue) {
    guard let exact = value.decimalForOrder else { return nil }
    self.exact = exact
    decimal = Decimal(string: exact.description).flatMap { $0.exactly == exact ? $0 : nil }
  }

  /// The order of a number relative to the constant.
  func order(of number: Decimal) -> ValueOrder {
    decimal.flatMap(number.quickOrder) ?? number.exactly?.order(exact) ?? .equal
  }
}

extension Decimal {
  /// The order by Foundation's `<`; nil if this may be inexact.
  ///
  /// Foundation converts both numbers to the lesser exponent. If a mantissa then does not fit, the number of lesser magnitude loses digits.
  /// Rounding can make two numbers equal, but cannot reverse their order. So “less” and “greater” are correct, and equality is uncertain.
  fileprivate func quickOrder(_ other: Decimal) -> ValueOrder? {
    if self < other { return .less }
    return other < self ? .greater : nil
  }
}

extension Decimal: PairedValue {
  func holds(_ comparison: CoreComparison, _ other: Decimal) -> Bool {
    let order = quickOrder(other) ?? exactly.flatMap { exact in other.exactly.map { exact.order($0) } }
    return order.map(comparison.holds) ?? false
  }
}

/// A type of values that two columns can have for a comparison with each other.
protocol PairedValue: SendableMetatype {
  /// Whether a comparison with another value holds.
  func holds(_ comparison: CoreComparison, _ other: Self) -> Bool
}

extension PairedValue where Self: Equatable {
  /// Values without an order can be compared only for equality.
  @inline(__always)
  func holds(_: CoreComparison, _ other: Self) -> Bool { self == other }
}

extension WordPair: PairedValue {}

extension UInt: PairedValue {}

extension String: PairedValue {
  func holds(_ comparison: CoreComparison, _ other: String) -> Bool {
    if !comparison.isEquality { return comparison.holds(StringSearch.order(self, other)) }
    return utf8.count == other.utf8.count && hasSameScalars(as: other)
  }
}

/// Two words: the bytes of a UUID, or of a small string. Their order is for binary search only; it is not the order of the language.
struct WordPair: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The first eight bytes in memory.
  let first: UInt64
  /// The last eight bytes in memory.
  let second: UInt64

  @inline(__always)
  static func == (left: WordPair, right: WordPair) -> Bool {
    (left.first ^ right.first) | (left.second ^ right.second) == 0
  }

  @inline(__always)
  static func < (left: WordPair, right: WordPair) -> Bool {
    left.first == right.first ? left.second < right.second : left.first < right.first
  }
}

extension WordPair {
  init(_ uuid: QueryUUID) { self.init(first: uuid.high.bigEndian, second: uuid.low.bigEndian) }
}

/// Up to four values, which a loop keeps in registers.
struct FewValues<Value: Equatable & Sendable>: Sendable {
  private let values: (Value, Value, Value, Value)

  /// Nil for an empty list, or a list of more than four values.
  init?(_ list: [Value]) {
    guard let last = list.last, list.count <= 4 else { return nil }
    // The last value is repeated to fill the four positions.
    let list = list + [last, last, last]
    values = (list[0], list[1], list[2], list[3])
  }

  @inline(__always)
  func contains(_ value: Value) -> Bool {
    let isEarly = (value == values.0 ? 1 : 0) | (value == values.1 ? 1 : 0)
    return isEarly | (value == values.2 ? 1 : 0) | (value == values.3 ? 1 : 0) != 0
  }
}

/// Values in ascending order, at an address that does not change. So loops that search them change no reference counts.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class SortedValues<Value: Comparable & BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<Value>

  init(_ values: [Value]) {
    storage = .allocate(capacity: values.count)
    _ = storage.initialize(from: values.sorted())
  }

  deinit { storage.deallocate() }

  var all: [Value] { Array(storage) }

  @inline(__always)
  func contains(_ value: Value) -> Bool {
    let place = BinarySearch.place(in: storage.count) { storage[$0] < value }
    return place < storage.count && storage[place] == value
  }
}
