/// Loads what lies at addresses: a type, so that the loops around it are compiled with it inside.
protocol LoadedColumn<Element>: SendableMetatype {
  associatedtype Element

  /// What lies at an address; nil for a nil.
  static func load(_ address: UnsafeRawPointer) -> Element?

  /// Whether what lies at an address is there, and no `Element` can hold it.
  static func isBeyond(_ address: UnsafeRawPointer) -> Bool
}

extension LoadedColumn {
  @inline(__always)
  static func isBeyond(_ address: UnsafeRawPointer) -> Bool { false }
}

/// Values of the type of a source.
enum StoredColumn<Source: ColumnSource>: LoadedColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Element? {
    Source.element(address.assumingMemoryBound(to: Source.Value.self).pointee)
  }

  @inline(__always)
  static func isBeyond(_ address: UnsafeRawPointer) -> Bool {
    Source.isBeyond(address.assumingMemoryBound(to: Source.Value.self).pointee)
  }
}

/// Optionals of them.
enum OptionalColumn<Source: ColumnSource>: LoadedColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Source.Element? {
    address.assumingMemoryBound(to: Source.Value?.self).pointee.flatMap(Source.element)
  }

  @inline(__always)
  static func isBeyond(_ address: UnsafeRawPointer) -> Bool {
    address.assumingMemoryBound(to: Source.Value?.self).pointee.map(Source.isBeyond) ?? false
  }
}
