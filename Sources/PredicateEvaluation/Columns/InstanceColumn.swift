/// Instances, by their addresses: the rows themselves.
enum InstanceColumn: LoadedColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> UInt? { UInt(bitPattern: address) }
}
