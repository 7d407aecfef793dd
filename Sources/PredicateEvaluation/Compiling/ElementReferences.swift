import CPrefetch
import PredicateBinding
import PredicateMemory

/// Where the elements of a collection refer to other memory: copying an element counts references there, so that memory is worth
/// fetching before many of them are copied, unless it was looked at just before.
struct ElementReferences: Sendable {
  /// Where addresses lie.
  private var addresses: [Int] = []
  /// Where strings lie.
  private var texts: [Int] = []

  /// Those of elements of a type that are read in a way, besides what a condition leads to. A value is made of all of them, and copies none.
  init(_ element: any Any.Type, _ root: PlanCompiler.VariableKind, readBy part: CorePart) {
    guard RawReads.areOn else { return }
    if case .object(let shape) = root, !shape.isClass {
      var read = CoreNames()
      if case .condition(let condition) = part { read.add(ofMatches: condition) }
      for property in shape.properties where !read.names.contains(property.name) {
        if case .stored(let offset) = property.access { add(property.type, at: offset) }
      }
    } else {
      add(element, at: 0)
    }
  }

  private mutating func add(_ type: any Any.Type, at offset: Int) {
    if StringMemory.isTrusted, type == String.self || type == String?.self {
      texts.append(offset)
    } else if type is AnyClass || (type as? any StoredElements.Type)?.isArray ?? false
      || (type as? any OptionalReference.Type)?.wrapped is AnyClass
      || type == [String: Any].self
    {
      addresses.append(offset)
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { addresses.isEmpty && texts.isEmpty }

  /// Prefetches what the elements whose bit is set refer to.
  func prefetch(_ elements: UnsafeRawPointer, stride: Int, _ bits: UInt64) {
    for offset in addresses {
      bits.forEachSetBit { position in
        let place = elements + offset + position &* stride
        // Of an address where nothing is, the processor would look for the page. No jump: what lies there cannot be predicted.
        let address = place.load(as: UInt.self)
        let isThere = 0 &- UInt(unsafeBitCast(address != 0, to: UInt8.self))
        c_prefetch(UnsafeRawPointer(bitPattern: (address & isThere) | (UInt(bitPattern: place) & ~isThere)))
      }
    }
    for offset in texts {
      bits.forEachSetBit { StringMemory.prefetch(elements + offset + $0 &* stride) }
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
