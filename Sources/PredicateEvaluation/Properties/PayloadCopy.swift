/// Copies what optionals of one type wrap.
@usableFromInline
struct PayloadCopy: Sendable {
  /// Copies the payload of the optional at the first address to the second one; false for nil.
  private let copy: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool
  private let storage: GatheredStorage

  @inlinable
  init<Wrapped>(_: Wrapped.Type) {
    self.init(Wrapped.self) { optional, destination in
      guard let payload = optional.assumingMemoryBound(to: Wrapped?.self).pointee else { return false }
      destination.assumingMemoryBound(to: Wrapped.self).initialize(to: payload)
      return true
    }
  }

  @usableFromInline
  init<Wrapped>(
    _ type: Wrapped.Type, _ copy: @escaping @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool
  ) {
    self.copy = copy
    storage = GatheredStorage(of: type)
  }

  /// The payloads of the rows whose bit is set, behind one another; the bits of nils are cleared. `list` takes where each lies.
  func payloads(
    at offset: Int, of rows: Rows, _ count: Int, _ mask: MaskWords, _ list: UnsafeMutablePointer<UnsafeRawPointer>
  ) -> OwnedValue {
    storage.make(upTo: mask.matches(count)) { memory in
      var next = memory
      var made = 0
      mask.forEachRow(count) { position in
        if copy(rows[position] + offset, next) {
          list[position] = UnsafeRawPointer(next)
          next += storage.stride
          made += 1
        } else {
          mask.clear(position)
        }
      }
      return made
    }
  }
}
