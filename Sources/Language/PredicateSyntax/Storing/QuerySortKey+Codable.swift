/// `{"by": "hiredOn", "descending": true, "options": 3}`; values that equal the defaults are left out.
extension QuerySortKey: Codable {
  private enum Key: String, CodingKey, CaseIterable { case by, descending, options, localized }

  /// Reads ``encode(to:)``.
  ///
  /// - Throws: `DecodingError` at an unknown key, and for a text that is not a value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(
      container[.by], isAscending: !container[.descending, usual: false], options: container[.options, usual: []],
      isLocalizedStandard: container[.localized, usual: false])
  }

  /// Writes the value that is compared, and everything that differs from the default: a descending order, options.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.by: expression, .descending: (!isAscending).ifTrue, .options: options.isEmpty ? nil : options,
      .localized: isLocalizedStandard.ifTrue,
    ])
  }
}
