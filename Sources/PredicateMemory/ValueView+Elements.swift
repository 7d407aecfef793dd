import CPrefetch
import PredicateValues

/// The elements of arrays where they lie.
extension ValueView {
  /// Whether this is an array whose elements have views.
  @inlinable @inline(__always)
  public var isArray: Bool {
    switch kind {
    case .array, .strings, .anys, .anyDictionaries, .views: true
    default: false
    }
  }

  /// How many elements an array has.
  @inlinable @inline(__always)
  public var elementCount: Int {
    kind == .views ? address.load(fromByteOffset: 8, as: Int.self) : ArrayMemory.count(address) ?? 0
  }

  /// The view of an element of an array; nil where the element has to be copied.
  @inlinable @inline(__always)
  public func element(_ position: Int) -> ValueView? {
    let storage = address.load(as: UnsafeRawPointer.self)
    if kind == .views { return storage.assumingMemoryBound(to: ValueView.self)[position] }
    let first = storage + ArrayMemory.header
    switch kind {
    case .strings: return ValueView(.string, first + position &* MemoryLayout<String>.stride)
    case .anys: return AnyMemory.view(first + position &* MemoryLayout<Any>.stride)
    case .anyDictionaries:
      return ValueView(.anyDictionary, first + position &* MemoryLayout<[String: Any]>.stride)
    default: return ValueView(value: first + position &* MemoryLayout<QueryValue>.stride)
    }
  }

  /// Prefetches what the value leads to.
  @inlinable @inline(__always)
  public func prefetch() {
    switch kind {
    case .string: StringMemory.prefetch(address)
    case let kind where kind.isSwiftDictionary: DictionaryMemory.Storage(address).prefetch()
    case .array, .strings, .anys, .anyDictionaries: ArrayMemory.prefetch(address)
    case .dictionary: ArrayMemory.prefetch(address + 8)
    default: break
    }
  }
}
