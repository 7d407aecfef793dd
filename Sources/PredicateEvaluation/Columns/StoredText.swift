/// Where a string lies.
enum StoredText: TextPlace {
  @inline(__always)
  static func text(_ address: UnsafeRawPointer) -> String? { address.assumingMemoryBound(to: String.self).pointee }
}
