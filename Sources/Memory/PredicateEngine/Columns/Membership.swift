import PredicateMemory
import PredicateValues

/// Looks for values in collections, without copies of either. Used by one run.
///
/// It has closures, which the compiler specialises for both types. The methods of a generic class would be called through its table, unspecialised.
struct CollectionMembers {
  /// Whether a collection has an element that equals the value at an address; no address is nil.
  let contain: (_ value: UnsafeRawPointer?, _ collection: UnsafeRawPointer) -> Bool
  /// Clears the remembered array, whose address another array may have next.
  var reset: () -> Void = {}

  init(_ lookup: @escaping SetLookup) { contain = { value, set in value.map { lookup(set, $0) } ?? false } }

  @inline(__always)
  init<Elements: LoadedColumn>(_ members: ArrayMembers<Elements>) where Elements.Element: Hashable {
    contain = { members.contain($0, $1) }
    reset = { members.reset() }
  }
}

/// Numbers of a column, as they are looked up.
enum NumberReader<Column: NumberColumn>: LoadedColumn {
  static var form: String { Column.form }
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> NumberKey? { Column.load(address)?.key }
}

enum TextReader: LoadedColumn {
  static var form: String { "text" }
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> TextKey? { TextKey(address) }
}

/// Makes loaders of numbers as keys of lookups.
struct NumberKeyMaker: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> AddressLoader<NumberKey> {
    { Column.load($0)?.key }
  }
}

/// Looks for values in arrays. An array that is searched again and again is searched by a set of its elements.
final class ArrayMembers<Elements: LoadedColumn> where Elements.Element: Hashable {
  /// A set of the elements is made after more than eight lookups in one array, if the array has more than 32 elements.
  private let fewQuestions = 8
  private let fewElements = 32

  private let value: (UnsafeRawPointer) -> Elements.Element?
  /// The offset of the first element's value in the storage, and the distance to the next.
  private let first: Int
  private let stride: Int
  /// Whether a nil equals an element that is nil.
  private let findsNil: Bool
  /// The storage of the array that was searched last.
  private var storage: UnsafeRawPointer?
  /// Retains the storage whose elements are known, so that its address cannot be reused.
  private var owner: AnyObject?
  private var questions = 0
  private var known: Set<Elements.Element?>?

  init(_ value: @escaping (UnsafeRawPointer) -> Elements.Element?, first: Int, stride: Int, findsNil: Bool) {
    self.value = value
    self.first = first
    self.stride = stride
    self.findsNil = findsNil
  }

  func contain(_ value: UnsafeRawPointer?, _ array: UnsafeRawPointer) -> Bool {
    guard let storage = array.load(as: UnsafeRawPointer?.self) else { return false }
    let key = value.flatMap(self.value)
    if key == nil && !findsNil { return false }
    if storage != self.storage {
      reset()
      self.storage = storage
    }
    if let known { return known.contains(key) }
    let count = ArrayMemory.count(inStorage: storage)
    questions += 1
    if questions > fewQuestions && count > fewElements { return remember(storage, count).contains(key) }
    var element = storage + first
    for _ in 0..<count {
      if Elements.load(element) == key { return true }
      element += stride
    }
    return false
  }

  private func remember(_ storage: UnsafeRawPointer, _ count: Int) -> Set<Elements.Element?> {
    var keys: Set<Elements.Element?> = []
    keys.reserveCapacity(count)
    for index in 0..<count { keys.insert(Elements.load(storage + first + index &* stride)) }
    known = keys
    owner = Unmanaged<AnyObject>.fromOpaque(storage).takeUnretainedValue()
    return keys
  }

  func reset() {
    storage = nil
    owner = nil
    questions = 0
    known = nil
  }
}

/// Whether a set, at the first address, has the value at the second one; of nil false.
typealias SetLookup = @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// A set that values are looked up in without a copy of the set.
protocol SearchableSet: SendableMetatype {
  /// Looks values of a type up in a set; nil if only a visit of all members can decide.
  static func lookup(ofValuesOf type: any Any.Type) -> SetLookup?
}

extension SearchableSet {
  /// The matcher of sets that have a member equal to the constant; nil if only a visit of all members can decide.
  static func matcher(_ constant: QueryValue) -> AddressMatcher? {
    switch constant {
    case .string(let text):
      guard let has = lookup(ofValuesOf: String.self) else { return nil }
      return { set in withUnsafePointer(to: text) { has(set, $0) } }
    case .integer(let number):
      guard let has = lookup(ofValuesOf: Int64.self) else { return nil }
      return { set in withUnsafePointer(to: number) { has(set, $0) } }
    default: return nil
    }
  }
}

extension Set: SearchableSet {
  static func lookup(ofValuesOf type: any Any.Type) -> SetLookup? {
    if Element.self == String.self {
      guard let text = TextSource.loader(of: type) else { return nil }
      return { set, value in text(value).map { Set<String>.has($0, at: set) } ?? false }
    }
    guard let has = IntegerTypes.visit(Element.self, IntegerSets()),
      let number = NumberTypes.visit(type, NumberKeyMaker())
    else { return nil }
    return { set, value in number(value)?.integer.map { has(set, $0) } ?? false }
  }
}

extension Optional: SearchableSet where Wrapped: SearchableSet & Collection {
  static func lookup(ofValuesOf type: any Any.Type) -> SetLookup? {
    guard let inner = Wrapped.lookup(ofValuesOf: type) else { return nil }
    return { set, value in
      set.assumingMemoryBound(to: Self.self).pointee.map { withUnsafePointer(to: $0) { inner($0, value) } } ?? false
    }
  }
}

/// Makes the lookup of integers in sets of one type. It is not a part of `Set`, so that the compiler specialises it for each type.
private struct IntegerSets: IntegerTypeVisitor {
  func visit<Value: FixedWidthInteger & Sendable>(_: Value.Type) -> @Sendable (UnsafeRawPointer, Int64) -> Bool {
    { set, number in
      Value(exactly: number).map(set.assumingMemoryBound(to: Set<Value>.self).pointee.contains) ?? false
    }
  }
}

extension Set<String> {
  /// Whether a set at an address has a string.
  fileprivate static func has(_ text: String, at address: UnsafeRawPointer) -> Bool {
    let set = address.assumingMemoryBound(to: Set<String>.self).pointee
    // Of canonically equivalent strings a set has one: either that has the string's scalars, or none has.
    return set.firstIndex(of: text).map { set[$0].hasSameScalars(as: text) } ?? false
  }
}

/// Whether a value of a row equals an element of a collection of the row.
struct StoredMembership: Sendable {
  let value: ValuePlace
  /// The way to the row that has the collection.
  let path: RowPath
  let offset: Int
  /// Looks for the one in the other, for one run.
  let members: @Sendable () -> CollectionMembers
  /// Which of the run's it is.
  let identity: Int
}
