extension StringOptions: Codable {
  /// Reads the bits: `3` for `[cd]`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where one of them is no option.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(rawValue: try container.decode(UInt8.self))
    let known = Self.lettered.reduce(into: StringOptions()) { $0.formUnion($1.option) }
    if !known.isSuperset(of: self) {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "there are no string options \(rawValue); the greatest are \(known.rawValue)")
    }
  }

  /// Writes the bits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
