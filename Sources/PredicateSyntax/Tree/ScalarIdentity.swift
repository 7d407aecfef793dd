/// The language compares strings by their Unicode scalars. Swift's `==` and `hash(into:)` use canonical equivalence, so every
/// type of the tree that holds a string compares and hashes through these two.
extension String {
  /// Whether both have the same scalars, which is: the same UTF-8 bytes.
  @inlinable
  package func hasSameScalars(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Feeds the UTF-8 bytes, with their count.
  package func hashScalars(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    for byte in utf8 { hasher.combine(byte) }
  }
}
