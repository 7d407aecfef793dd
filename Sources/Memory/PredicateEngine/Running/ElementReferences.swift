import CPrefetch
import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// The places where the elements of a collection refer to other memory. Copying an element counts references there, so it pays to prefetch that
/// memory before many elements are copied, unless it was read just before.
struct ElementReferences: Sendable {
  private struct Place: Sendable {
    /// The property that is stored there; empty for the whole element.
    let name: String
    let offset: Int
  }

  private var addresses: [Place] = []
  private var texts: [Place] = []

  /// The references of elements that are not structs.
  init(_ element: any Any.Type) { add(element, Place(name: "", offset: 0)) }

  /// The references of each shape of a plan, with the shape, whose identity is the key.
  private static let known = Locked<[ObjectIdentifier: (shape: ObjectShape, references: ElementReferences)]>([:])

  /// Those of structs of a shape, which are found once.
  static func of(_ shape: ObjectShape) -> ElementReferences {
    let identity = ObjectIdentifier(shape)
    if let found = known.withLock({ $0[identity]?.references }) { return found }
    let references = ElementReferences(shape.properties)
    known.withLock { $0[identity] = (shape, references) }
    return references
  }

  /// Those of the properties of a struct.
  private init(_ properties: [ObjectShape.Property]) {
    for property in properties {
      if case .stored(let offset) = property.access { add(property.type, Place(name: property.name, offset: offset)) }
    }
  }

  private mutating func add(_ type: any Any.Type, _ place: Place) {
    guard InPlaceReads.areOn else { return }
    if StringMemory.isTrusted, type == String.self || type == String?.self {
      texts.append(place)
    } else if type is AnyClass || (type as? any StoredElements.Type)?.isArray ?? false
      || (type as? any OptionalReference.Type)?.wrapped is AnyClass
      || type == [String: Any].self
    {
      addresses.append(place)
    }
  }

  /// Those that a condition leaves untouched. A value is made of all of them, and copies none.
  func besides(_ part: CorePart) -> ElementReferences {
    guard !isEmpty, case .condition(let condition) = part else { return self }
    var read = CoreNames()
    read.add(ofMatches: condition)
    var rest = self
    rest.addresses.removeAll { read.names.contains($0.name) }
    rest.texts.removeAll { read.names.contains($0.name) }
    return rest
  }

  var isEmpty: Bool { addresses.isEmpty && texts.isEmpty }

  /// Prefetches the memory that the elements with a set bit refer to.
  func prefetch(_ elements: UnsafeRawPointer, stride: Int, _ bits: UInt64) {
    for address in addresses {
      bits.forEachSetBit { position in
        let place = elements + address.offset + position &* stride
        // Prefetching address 0 would make the processor look for the page. A branch would be slow, because the value is unpredictable.
        let address = place.load(as: UInt.self)
        let isThere = 0 &- UInt(unsafeBitCast(address != 0, to: UInt8.self))
        c_prefetch(UnsafeRawPointer(bitPattern: (address & isThere) | (UInt(bitPattern: place) & ~isThere)))
      }
    }
    for text in texts {
      bits.forEachSetBit { StringMemory.prefetch(elements + text.offset + $0 &* stride) }
    }
  }
}

extension CoreNames {
  /// Adds the names whose values were read of every element that matched; of an OR it is unknown which part was evaluated.
  fileprivate mutating func add(ofMatches condition: CoreCondition) {
    switch condition.node {
    case .and(let parts): for part in parts { add(ofMatches: part) }
    case .match, .member, .between, .compare, .exists: add(.condition(condition))
    case .always, .or, .not, .isNull, .dynamic: break
    }
  }
}
