extension ComparisonOperator: Codable {
  /// Reads the spelling: `==`, `BEGINSWITH`, or the name of a custom selector with its colon.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not an operator.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let found = Self(spelling: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no operator “\(text)”")
    }
    self = found
  }

  /// Writes the spelling.
  ///
  /// - Throws: `EncodingError.invalidValue` for a selector whose name no format can have.
  public func encode(to encoder: any Encoder) throws {
    guard Self(spelling: spelling) == self else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "no format names the selector “\(spelling)”"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(spelling)
  }

  private init?(spelling: String) {
    if spelling.utf8.last == UInt8(ascii: ":") {
      let parts = spelling.unicodeScalars.dropLast().split(separator: ":", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ Identifier.isOne(String($0)) }) else { return nil }
      self = .selector(spelling)
      return
    }
    let entry = OperatorTable.entries.first { $0.class == .comparison && $0.spelling.hasSameScalars(as: spelling) }
    guard let found = entry.flatMap({ ComparisonOperator($0.kind) }) else { return nil }
    self = found
  }
}

extension StringOptions: Codable {
  /// Reads the bits: `3` for `[cd]`.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if a bit is not an option.
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
