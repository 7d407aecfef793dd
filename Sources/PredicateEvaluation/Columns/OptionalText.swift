/// Where an optional string lies.
enum OptionalText: TextPlace {
  @inline(__always)
  static func text(_ address: UnsafeRawPointer) -> String? { address.assumingMemoryBound(to: String?.self).pointee }
}
