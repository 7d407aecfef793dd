/// Where an optional collection lies.
@usableFromInline
enum OptionalCollection<Elements: Collection>: CollectionPlace {
  @inlinable
  @inline(__always)
  static func elements(_ address: UnsafeRawPointer) -> Elements? {
    address.assumingMemoryBound(to: Elements?.self).pointee
  }
}
