import Foundation
import PredicateBinding
import PredicateMemory
import PredicateReference

/// The numbers in the engine's columns: 64-bit integers and doubles.
protocol ColumnNumber: CalculatedNumber, TableValue {
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
}

extension Double: ColumnNumber {
  static var least: Double { -.infinity }
  static var greatest: Double { .infinity }
}

/// A column: loads values at addresses. It is a type, not a closure, so that loops are compiled with the load inlined.
protocol LoadedColumn<Element>: SendableMetatype {
  associatedtype Element: Sendable

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

/// A column of numbers: 64-bit integers or doubles.
protocol NumberColumn: LoadedColumn where Element: ColumnNumber {}

/// A column of stored values of one Swift type.
protocol StoredColumn: LoadedColumn {
  associatedtype Value
  associatedtype Element

  /// The element for a value; nil if the value is NaN.
  static func element(_ value: Value) -> Element?
}

extension StoredColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Element? {
    element(address.assumingMemoryBound(to: Value.self).pointee)
  }

  /// The loader for a type, if the type is `Value` or `Value?`; nil for other types.
  static func loader(of type: any Any.Type) -> AddressLoader<Element>? {
    if type == Value.self { return { load($0) } }
    if type == Value?.self { return { OptionalColumn<Self>.load($0) } }
    return nil
  }
}

/// A column of optionals of the values of another column.
enum OptionalColumn<Column: StoredColumn>: StoredColumn {
  static var clamps: Bool { Column.clamps }

  @inline(__always)
  static func element(_ value: Column.Value?) -> Column.Element? { value.flatMap(Column.element) }
}

extension OptionalColumn: NumberColumn where Column: NumberColumn {}

enum TextColumn: StoredColumn {
  @inline(__always)
  static func element(_ value: String) -> String? { value }
}

/// The lengths of strings in UTF-16 units, read by Swift's public functions.
enum LengthColumn: StoredColumn, NumberColumn {
  @inline(__always)
  static func element(_ value: String) -> Int64? { Int64(StringSearch.length(value)) }
}

enum UUIDColumn: StoredColumn {
  @inline(__always)
  static func element(_ value: UUID) -> WordPair? {
    withUnsafeBytes(of: value.uuid) { bytes in
      WordPair(
        first: bytes.loadUnaligned(as: UInt64.self), second: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }
}

/// Data, read without copying its bytes.
enum DataColumn: StoredColumn {
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
enum URLColumn: StoredColumn {
  @inline(__always)
  static func element(_ value: URL) -> String? { value.absoluteString }
}

/// The element counts of a column of arrays.
enum ArrayCounts: NumberColumn {
  static var readsIndirectly: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { ArrayMemory.prefetchCount(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? { ArrayMemory.count(address).map { Int64($0) } }
}

/// A type of integers.
enum IntegerColumn<Value: FixedWidthInteger & Sendable>: StoredColumn, NumberColumn {
  static var clamps: Bool { Value.bitWidth == 64 && !Value.isSigned }
  @inline(__always)
  static func element(_ value: Value) -> Int64? { Int64(clamping: value) }
}

/// Booleans, as 0 and 1.
enum BooleanColumn: StoredColumn, NumberColumn {
  @inline(__always)
  static func element(_ value: Bool) -> Int64? { value ? 1 : 0 }
}

enum DoubleColumn<Value: BinaryFloatingPoint & Sendable>: StoredColumn, NumberColumn {
  @inline(__always)
  static func element(_ value: Value) -> Double? {
    let number = Double(value)
    return number.isNaN ? nil : number
  }
}

/// Dates, as seconds since 2001.
enum DateColumn: StoredColumn, NumberColumn {
  @inline(__always)
  static func element(_ value: Date) -> Double? { DoubleColumn.element(value.timeIntervalSinceReferenceDate) }
}

/// Foundation's decimal numbers, compared by its own functions.
enum DecimalColumn: StoredColumn {
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

/// Two words: the bytes of a UUID, or of a small string.
struct WordPair: Hashable, BitwiseCopyable, Sendable {
  /// The first eight bytes in memory.
  let first: UInt64
  /// The last eight bytes in memory.
  let second: UInt64

  @inline(__always)
  static func == (left: WordPair, right: WordPair) -> Bool {
    (left.first ^ right.first) | (left.second ^ right.second) == 0
  }
}

extension WordPair {
  init(_ uuid: QueryUUID) { self.init(first: uuid.high.bigEndian, second: uuid.low.bigEndian) }
}

/// A set of values, as a type, so that loops are compiled with the test inlined.
protocol ValueSet<Value>: Sendable {
  associatedtype Value
  func contains(_ value: Value) -> Bool
}

/// A set of one value.
struct SingleValue<Value: Equatable & Sendable>: ValueSet {
  let value: Value

  @inline(__always)
  func contains(_ other: Value) -> Bool { other == value }
}

/// A value of a ``ValueTable``.
protocol TableValue: Hashable, BitwiseCopyable, Sendable {
  /// A hash whose highest bits depend on the whole value. Equal values have equal hashes.
  func hash(_ first: UInt64, _ second: UInt64) -> UInt64
}

extension Int64: TableValue {
  @inline(__always)
  func hash(_ first: UInt64, _: UInt64) -> UInt64 { UInt64(bitPattern: self) &* first }
}

extension Double: TableValue {
  /// Adding 0 makes 0 of -0, which equals it.
  @inline(__always)
  func hash(_ first: UInt64, _: UInt64) -> UInt64 { (self + 0).bitPattern &* first }
}

extension WordPair: TableValue {
  @inline(__always)
  func hash(_ first: UInt64, _ second: UInt64) -> UInt64 {
    // The lower bits of a product do not depend on the upper bits of its factors. So the upper half of the first product changes the lower half.
    let hash = self.first &* first
    return ((hash ^ hash &>> 32) &+ self.second) &* second
  }
}

/// Values for many lookups, in a hash table. The table is at an address that does not change, so that loops change no reference counts.
///
/// The slots contain the values in the order of their hashes. Each value is in the slot of its hash, or in one of the next slots. Every lookup compares
/// the same number of slots, so the processor has no jump to predict. The other slots contain copies of one value. The factors of the hash are random.
/// So nobody can write a list that makes all lookups slow.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class ValueTable<Value: TableValue>: ValueSet, @unchecked Sendable {
  private let slots: UnsafeMutablePointer<Value>
  private let factors: (UInt64, UInt64)
  private let shift: UInt64
  /// The number of slots that a lookup compares; 0 for an empty table.
  private let reach: Int

  init(_ list: [Value]) {
    let values = Array(Set(list))
    let bits = max(4, Int.bitWidth - (2 * values.count).leadingZeroBitCount)
    shift = UInt64(64 - bits)
    var placement = Placement(values, shift)
    // With other factors, each of a few values often has a slot of its own. Then a lookup compares one slot. Values at equal distances sometimes
    // collide with one pair of factors, but seldom with the next pair.
    let goal = values.count <= 16 ? 1 : 8 + bits
    for _ in 0..<7 where placement.reach > goal {
      let other = Placement(values, shift)
      if other.reach < placement.reach { placement = other }
    }
    (factors, reach) = (placement.factors, placement.reach)
    let capacity = 1 << bits + values.count
    slots = .allocate(capacity: capacity)
    if let value = values.first { slots.initialize(repeating: value, count: capacity) }
    for (slot, value) in placement.places { slots[slot] = value }
  }

  deinit { slots.deallocate() }

  @inline(__always)
  func contains(_ value: Value) -> Bool {
    let start = slots + Int(truncatingIfNeeded: value.hash(factors.0, factors.1) &>> shift)
    var isFound: UInt8 = 0
    for distance in 0..<reach { isFound |= start[distance] == value ? 1 : 0 }
    return isFound != 0
  }

  /// The slots of some values for random factors.
  private struct Placement {
    let factors = (UInt64.random(in: .min ... .max) | 1, UInt64.random(in: .min ... .max) | 1)
    private(set) var places: [(slot: Int, value: Value)] = []
    private(set) var reach = 0

    init(_ values: [Value], _ shift: UInt64) {
      var next = 0
      let slots = values.map { (slot: Int($0.hash(factors.0, factors.1) >> shift), value: $0) }
      for (slot, value) in slots.sorted(by: { $0.slot < $1.slot }) {
        next = max(next, slot)
        places.append((next, value))
        next += 1
        reach = max(reach, next - slot)
      }
    }
  }
}
