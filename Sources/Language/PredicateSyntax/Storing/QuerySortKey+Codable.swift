/// Encoded as `{"by": "hiredOn", "descending": true, "options": 3}`. Values that equal the defaults are left out.
extension QuerySortKey: Codable {
  private enum Key: String, CodingKey, CaseIterable { case by, descending, options, localized }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` at an unknown key, and for a text that is not a value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(
      container[.by], isAscending: !container[.descending, usual: false], options: container[.options, usual: []],
      isLocalizedStandard: container[.localized, usual: false])
  }

  /// Writes the value to sort by. Also writes the descending order, the options and the localized order if they differ from the defaults.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.by: expression, .descending: (!isAscending).ifTrue, .options: options.isEmpty ? nil : options,
      .localized: isLocalizedStandard.ifTrue,
    ])
  }
}
