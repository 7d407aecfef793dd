/// How a string is reached where it lies, by public ways: a type, so that the tests around it are compiled with it inside.
protocol TextPlace: SendableMetatype {
  /// The string at an address; nil for a nil.
  static func text(_ address: UnsafeRawPointer) -> String?
}
