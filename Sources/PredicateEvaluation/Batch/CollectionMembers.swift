import PredicateValues

/// Looks for values in collections where both lie. Used by one run.
class CollectionMembers {
  /// Whether a collection has an element that equals the value at an address; no address is nil.
  func contain(_ value: UnsafeRawPointer?, _ collection: UnsafeRawPointer) -> Bool { false }

  /// Lets go of what was remembered: what lay at an address may lie there no more.
  func forget() {}
}

/// Looks for values in sets.
final class SetMembers: CollectionMembers {
  private let question: SetQuestion

  init(_ question: @escaping SetQuestion) { self.question = question }

  override func contain(_ value: UnsafeRawPointer?, _ set: UnsafeRawPointer) -> Bool {
    value.map { question(set, $0) } ?? false
  }
}

/// Looks for values in arrays: in one that is asked about again and again by a set of its elements.
final class ArrayMembers<Key: Hashable>: CollectionMembers {
  /// Reads what is looked up at an address; nil for nil.
  typealias Reader = @Sendable (UnsafeRawPointer) -> Key?

  /// The elements of an array.
  struct Elements {
    /// From the storage to what is read of the first element.
    let first: Int
    let stride: Int
    let read: Reader
  }

  /// So many questions about one array, and so many elements of it, are answered by going through them.
  private let fewQuestions = 32
  private let fewElements = 32

  private let value: Reader
  private let elements: Elements
  /// Whether a nil equals an element that is nil.
  private let findsNil: Bool
  /// The storage of the array that was asked about last.
  private var storage: UnsafeRawPointer?
  private var questions = 0
  private var known: Set<Key?>?

  init(_ value: @escaping Reader, _ elements: Elements, findsNil: Bool) {
    self.value = value
    self.elements = elements
    self.findsNil = findsNil
  }

  override func contain(_ value: UnsafeRawPointer?, _ array: UnsafeRawPointer) -> Bool {
    guard let storage = array.load(as: UnsafeRawPointer?.self) else { return false }
    let key = value.flatMap(self.value)
    if key == nil && !findsNil { return false }
    if storage != self.storage {
      forget()
      self.storage = storage
    }
    if let known { return known.contains(key) }
    let count = storage.load(fromByteOffset: 16, as: Int.self)
    questions += 1
    if questions > fewQuestions && count > fewElements { return remember(storage, count).contains(key) }
    for index in 0..<count where elements.read(storage + elements.first + index &* elements.stride) == key {
      return true
    }
    return false
  }

  private func remember(_ storage: UnsafeRawPointer, _ count: Int) -> Set<Key?> {
    var keys: Set<Key?> = []
    keys.reserveCapacity(count)
    for index in 0..<count { keys.insert(elements.read(storage + elements.first + index &* elements.stride)) }
    known = keys
    return keys
  }

  override func forget() {
    storage = nil
    questions = 0
    known = nil
  }
}
