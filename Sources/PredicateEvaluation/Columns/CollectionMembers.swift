import PredicateMemory
import PredicateValues

/// Looks for values in collections where both lie. Used by one run.
///
/// Closures, which the compiler specialises for the types of both: the methods of a generic class are called by its table, unspecialised.
struct CollectionMembers {
  /// Whether a collection has an element that equals the value at an address; no address is nil.
  let contain: (_ value: UnsafeRawPointer?, _ collection: UnsafeRawPointer) -> Bool
  /// Lets go of what was remembered: what lay at an address may lie there no more.
  var forget: () -> Void = {}

  /// What looks for values in sets.
  init(_ lookup: @escaping SetLookup) { contain = { value, set in value.map { lookup(set, $0) } ?? false } }

  /// What looks for values in arrays.
  @inline(__always)
  init<Elements: LoadedColumn>(_ members: ArrayMembers<Elements>) where Elements.Element: Hashable {
    contain = { members.contain($0, $1) }
    forget = { members.forget() }
  }
}

/// Numbers of a column, as they are looked up.
enum NumberReader<Column: NumberColumn>: LoadedColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> NumberKey? { Column.load(address)?.key }
}

/// Strings, and optional ones.
enum TextReader: LoadedColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> TextKey? { TextKey(address) }
}

/// Makes what reads numbers as they are looked up.
struct NumberKeyMaker: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> AddressLoader<NumberKey> {
    { Column.load($0)?.key }
  }
}

/// Looks for values in arrays: in one that is asked about again and again by a set of its elements.
final class ArrayMembers<Elements: LoadedColumn> where Elements.Element: Hashable {
  /// So many questions about one array, and so many elements of it, are answered by going through them.
  private let fewQuestions = 8
  private let fewElements = 32

  private let value: (UnsafeRawPointer) -> Elements.Element?
  /// From the storage to what is read of the first element, and from there to the next.
  private let first: Int
  private let stride: Int
  /// Whether a nil equals an element that is nil.
  private let findsNil: Bool
  /// The storage of the array that was asked about last.
  private var storage: UnsafeRawPointer?
  /// Keeps the storage whose elements are known, so that no other array can lie there.
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
      forget()
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

  func forget() {
    storage = nil
    owner = nil
    questions = 0
    known = nil
  }
}
