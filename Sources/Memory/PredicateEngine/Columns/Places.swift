import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// The path from the row of a variable to the row from which a member is read.
struct RowPath: Sendable {
  /// A step of the path that is more than a distance in memory.
  enum Step: Sendable {
    /// A reference to an instance, or to the storage of an array, at an offset in bytes; 0 is nil.
    case reference(Int)
    /// An optional struct, at an offset in bytes.
    case optional(Int, any OptionalReference.Type)
    /// The result of client code for the object at the end of the path so far, or for a struct at an offset in bytes.
    case computed(Int, PropertyLoader)
    /// The payload of an optional at an offset in bytes, read by Swift's public functions.
    case payload(Int, OptionalPayload)
    /// An element of an array, from the address of the array's storage.
    case element(ArrayElement)
  }

  let variable: Int
  /// The steps. Empty if the value is in the variable's row.
  var steps: [Step] = []
  /// The distance in bytes from the end of the last step to the value. Nested structs only increase it.
  var offset = 0

  /// Whether the path has no steps, so that each row of the variable has a row.
  var isDirect: Bool { steps.isEmpty }

  /// The path to the instance, or to the storage of an array, to which the reference at the end of this path refers.
  var followed: RowPath { RowPath(variable: variable, steps: steps + [.reference(offset)]) }
}

struct ValuePlace: Sendable {
  let path: RowPath
  /// The Swift type of the value; the raw type of a ``RawStruct``.
  let type: any Any.Type
  let reader: ValueReader
  /// Functions for the value that were compiled for its type; nil if there are none.
  var typeAccess: TypeAccess?

  /// The distance in bytes from the row at the end of the path to the value.
  var offset: Int { path.offset }

  /// Loads the number of elements of the collection; nil if the value is not a collection.
  var count: AddressLoader<Int>? { typeAccess?.count ?? (type as? any StoredElements.Type)?.typeAccess.count }

  /// Visits the elements of the collection; nil if the value is not a collection.
  var visit: (@Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Bool) -> Void)? {
    typeAccess?.visit ?? (type as? any StoredElements.Type)?.typeAccess.visit
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

extension UUIDKey: PairedValue {}

extension UInt: PairedValue {}

extension String: PairedValue {
  func holds(_ comparison: CoreComparison, _ other: String) -> Bool {
    if !comparison.isEquality { return comparison.holds(StringSearch.order(self, other)) }
    return utf8.count == other.utf8.count && hasSameScalars(as: other)
  }
}

/// The sixteen bytes of a UUID as two words. Their order is for binary search only; it is not the order of the language.
struct UUIDKey: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The first eight bytes in memory.
  let first: UInt64
  /// The last eight bytes in memory.
  let second: UInt64

  @inline(__always)
  static func < (left: UUIDKey, right: UUIDKey) -> Bool {
    left.first == right.first ? left.second < right.second : left.first < right.first
  }
}

extension UUIDKey {
  init(_ uuid: QueryUUID) { self.init(first: uuid.high.bigEndian, second: uuid.low.bigEndian) }
}

/// Numbers in ascending order, at an address that does not change. So loops that search them change no reference counts.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class SortedNumbers<Number: Comparable & BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<Number>

  init(_ numbers: [Number]) {
    storage = .allocate(capacity: numbers.count)
    _ = storage.initialize(from: numbers.sorted())
  }

  deinit { storage.deallocate() }

  @inline(__always)
  func contains(_ number: Number) -> Bool {
    let place = BinarySearch.place(in: storage.count) { storage[$0] < number }
    return place < storage.count && storage[place] == number
  }
}
