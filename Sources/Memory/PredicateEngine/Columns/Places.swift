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
    /// An element of an array, by its index; -1 is the last one.
    case element(ElementPath, Int)
  }

  let variable: Int
  /// Empty if the value is in the variable's row.
  var steps: [Step] = []
  /// The offset of the value from the end of the last step. Nested structs only add to it.
  var offset = 0

  /// Whether each row of the variable has a row.
  var isDirect: Bool { steps.isEmpty }

  /// Whether a value on the way is made: such a path is only followed for many rows at a time.
  var isComputed: Bool {
    steps.contains { step in
      switch step {
      case .computed, .payload: true
      case .reference, .optional, .element: false
      }
    }
  }

  /// The row for a row of the variable; nil if a reference or optional on the way is nil, or an element does not exist. Not for computed paths.
  @inline(__always)
  func row(from start: UnsafeRawPointer) -> UnsafeRawPointer? {
    var place = start
    for step in steps {
      switch step {
      case .reference(let offset):
        guard let instance = place.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
        place = instance
      case .optional(let offset, let isNil):
        place += offset
        if isNil.isNil(place) { return nil }
      case .computed, .payload:
        return nil
      case .element(let elements, let index):
        guard let element = elements.element(index, of: place) else { return nil }
        place = element
      }
    }
    return place
  }
}

/// How the elements of an array are reached from the row that has the array.
struct ElementPath: Sendable {
  /// Where the row has the array.
  let offset: Int
  /// From the storage to the first element.
  let firstOffset: Int
  let stride: Int
  let isOptional: Bool

  /// The number of elements of a row's array, or nil.
  @inline(__always)
  func count(of row: UnsafeRawPointer) -> Int? { ArrayMemory.count(row + offset) }

  /// The addresses of contiguous elements.
  struct Places: IteratorProtocol {
    let first: UnsafeRawPointer
    let stride: Int
    let count: Int
    var position = 0

    @inline(__always)
    mutating func next() -> UnsafeRawPointer? {
      guard position < count else { return nil }
      defer { position &+= 1 }
      return first + position &* stride
    }
  }

  /// The addresses of the elements of a row's array, or nil.
  @inline(__always)
  func places(of row: UnsafeRawPointer) -> Places? {
    guard let storage = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
    return Places(first: storage + firstOffset, stride: stride, count: ArrayMemory.count(inStorage: storage))
  }

  /// The address of an element of a row's array, or nil; -1 is the last one.
  @inline(__always)
  func element(_ index: Int, of row: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard let storage = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
    let count = ArrayMemory.count(inStorage: storage)
    let position = index < 0 ? count &+ index : index
    return position >= 0 && position < count ? storage + firstOffset + position &* stride : nil
  }
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
