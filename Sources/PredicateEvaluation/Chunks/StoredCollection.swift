/// Where a collection lies.
@usableFromInline
enum StoredCollection<Elements: Collection>: CollectionPlace {
  @inlinable
  @inline(__always)
  static func elements(_ address: UnsafeRawPointer) -> Elements? {
    address.assumingMemoryBound(to: Elements.self).pointee
  }
}
