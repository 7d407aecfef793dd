import PredicateBinding
import PredicateMemory
import PredicateValues

/// How the values of one Swift type are read where they lie.
///
/// Invariant of every call: the address holds an initialised value of the reader's type, which nobody changes or frees before the
/// values that came out of the call are gone, or before `owner` is. Addresses come only from a shape's properties, from collections
/// of that very type, and from the element that is asked about, all within one synchronous call.
///
/// Unchecked: its closures capture only types, other readers and settings. The compiler takes no captured type for `Sendable`, because a
/// conformance may be isolated to an actor; the client answers for that with the types that it hands to predicates.
struct ValueReader: @unchecked Sendable {
  /// What a property of the type is.
  let kind: ReadableKind
  /// Whether the value may be nil.
  let isOptional: Bool
  /// What is read of objects that the value holds; anything of a value without objects.
  let reading: BindingOptions.Reading
  /// Makes what reads the properties of some names, and nothing else; nil of types whose properties are known before a predicate runs.
  let mirroring: ((_ names: [String]) -> MirroredElements?)?
  private let read: (UnsafeRawPointer, OwnedValue?) -> QueryValue

  init(
    _ kind: ReadableKind, isOptional: Bool = false, _ reading: BindingOptions.Reading,
    mirroring: (([String]) -> MirroredElements?)? = nil,
    _ read: @escaping (UnsafeRawPointer, OwnedValue?) -> QueryValue
  ) {
    self.kind = kind
    self.isOptional = isOptional
    self.reading = reading
    self.mirroring = mirroring
    self.read = read
  }

  /// The value at an address. Objects in it point into the same memory, which `owner` keeps alive where that is not the caller's.
  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue { read(address, owner) }

  /// Whether values may refer to the memory at the address that they were read from, and not only to instances.
  var refersToAddress: Bool {
    switch kind {
    case .toOne(let type), .toMany(let type): return !type.isClass
    case .attribute(var type):
      while case .collection(let element) = type { type = element }
      if case .object = type { return true }
      return false
    }
  }

  /// Whether the values are instances of which nothing but the identity counts.
  var givesIdentitiesOnly: Bool {
    if case .toOne(let type) = kind { type.isClass && type.isClosed } else { false }
  }

  /// The type of the values, where a collection has them as elements.
  var elementType: QueryType {
    switch kind {
    case .attribute(let type): type
    case .toOne(let type): .object(type.name)
    case .toMany(let type): .collection(.object(type.name))
    }
  }
}

/// What a property of a Swift type is.
enum ReadableKind: Sendable {
  /// A value.
  case attribute(QueryType)
  /// A nested struct, or a reference to an object, of this type.
  case toOne(ObjectType)
  /// A collection of structs or of references.
  case toMany(ObjectType)
}
