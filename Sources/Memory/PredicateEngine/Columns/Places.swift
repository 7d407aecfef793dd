import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// The way from the row of a variable to the row that a member is read from.
struct RowPath: Sendable {
  /// One step that is more than a distance.
  enum Step: Sendable {
    /// A reference to an instance, at an offset in bytes; 0 is nil.
    case reference(Int)
    /// An optional struct, at an offset in bytes: nil if the matcher finds a nil.
    case optional(Int, isNil: NilMatcher)
    /// The result of client code for the object here, or for the struct at an offset in bytes.
    case computed(Int, PropertyLoader, LoadRequest)
    /// The payload of an optional at an offset in bytes, reached by public ways.
    case payload(Int, OptionalPayload)
    /// An element of the array at an offset in bytes.
    case element(Int, ArrayElement)
  }

  let variable: Int
  /// Empty if the value is in the variable's row.
  var steps: [Step] = []
  /// The offset of the value from the end of the last step. Nested structs only add to it.
  var offset = 0

  /// Whether each row of the variable has a row.
  var isDirect: Bool { steps.isEmpty }
}

struct ValuePlace: Sendable {
  let path: RowPath
  /// From the row to the value, the path's own offset included.
  let offset: Int
  /// The Swift type of the value; the raw type of a ``RawStruct``.
  let type: any Any.Type
  let reader: ValueReader
  /// Access to the value by code that was compiled for its type, or nil.
  var typeAccess: TypeAccess?

  /// The number of elements of the collection at this place; nil if the value is not a collection.
  var count: AddressLoader<Int>? {
    (typeAccess ?? (type as? any StoredElements.Type)?.typeAccess)?.count
  }
}

/// The values of two columns that are compared.
protocol PairedValue {
  /// Whether a comparison with another value holds.
  func holds(_ comparison: CoreComparison, _ other: Self) -> Bool
}

extension PairedValue where Self: Equatable {
  /// Values without an order are only compared for equality.
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

extension TextKey: PairedValue {
  @inline(__always)
  func holds(_ comparison: CoreComparison, _ other: TextKey) -> Bool {
    comparison.isEquality ? self == other : comparison.holds(StringSearch.order(bytes, other.bytes))
  }
}
