import PredicateValues

/// Values as people read them. The form cannot be read back: the printers of the language write such forms.
package struct ValueText {
  /// The text for nil.
  package static let missing = "nil"

  /// The titles of referenced objects.
  package let titles: [ObjectReference: String]
  /// The precision of dates; nil for as much as the date needs.
  package let datePrecision: DateText.Precision?
  /// The zone whose clocks dates are shown by.
  package let timeZone: QueryTimeZone

  package init(
    titles: [ObjectReference: String] = [:], datePrecision: DateText.Precision? = nil, timeZone: QueryTimeZone = .utc
  ) {
    self.titles = titles
    self.datePrecision = datePrecision
    self.timeZone = timeZone
  }

  package func text(of value: QueryValue) -> String {
    switch value {
    case .null: Self.missing
    case .boolean(let value): value ? "YES" : "NO"
    case .integer(let value): String(value)
    case .double(let value): Self.text(of: value)
    case .decimal(let value): value.description
    case .string(let value), .url(let value): value
    case .date(let value): text(of: timeZone.localTime(of: value))
    case .data(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    case .uuid(let value): value.description
    case .array(let values), .set(let values): "{" + values.map(quoted).joined(separator: ", ") + "}"
    case .dictionary(let pairs):
      "{" + zip(pairs.keys, pairs.values).map { "\($0): \(quoted($1))" }.joined(separator: ", ") + "}"
    case .object(let object): text(of: object)
    case .reference(let reference): text(of: reference)
    }
  }

  /// The value as a literal of the language, with every digit; the words for it if the language has no literal of its kind.
  ///
  /// ```swift
  /// ValueText.literal(of: .string("Noir"))  // "Noir", in its quotes
  /// ```
  package static func literal(of value: QueryValue) -> String {
    guard case .literal(let literal)? = QueryArgument(value) else { return ValueText().text(of: value) }
    return QueryExpression.literal(literal).exactFormat
  }

  /// At most fifteen significant digits, or twelve if that is at least five characters shorter: a sum is not shown as 8.200000000000001, nor as
  /// 720047.469000001. Forms for programs (JSON, CSV) keep every digit.
  private static func text(of value: Double) -> String {
    guard value.isFinite, let decimal = QueryDecimal("\(value)") else { return "\(value)" }
    let rounded = decimal.rounded(toDigits: 15).nearestDouble
    // The greatest doubles would become infinite.
    guard rounded.isFinite else { return "\(value)" }
    let text = "\(rounded)"
    // Fewer than fourteen digits have no noise after the twelfth.
    guard text.utf8.count > 14 else { return text }
    let short = "\(decimal.rounded(toDigits: 12).nearestDouble)"
    return short.utf8.count + 5 <= text.utf8.count ? short : text
  }

  private func text(of date: Double) -> String {
    DateText.text(of: date, precision: datePrecision ?? DateText.precision(of: date))
  }

  /// An object without a reference has no entry among the titles, and names itself.
  private func text(of object: any QueryObject) -> String {
    if let reference = object.reference { return text(of: reference) }
    let keyed = object as? any KeyedObject
    return keyed?.title ?? keyed?.label ?? object.entityName
  }

  private func text(of reference: ObjectReference) -> String {
    titles[reference] ?? reference.description
  }

  private func quoted(_ value: QueryValue) -> String {
    if case .string(let text) = value { "\"\(text)\"" } else { text(of: value) }
  }
}

/// How long something took, for people.
package enum DurationText {
  /// `0.4 ms`, `12 ms`, `3.2 s`, `2 min 5 s`.
  package static func text(of duration: Duration) -> String {
    let parts = duration.components
    let milliseconds = Double(parts.seconds) * 1e3 + Double(parts.attoseconds) / 1e15
    if milliseconds < 10 { return "\(oneDecimal(milliseconds)) ms" }
    if milliseconds < 1_000 { return "\(Int(milliseconds.rounded())) ms" }
    if milliseconds < 60_000 { return "\(oneDecimal(milliseconds / 1_000)) s" }
    return "\(parts.seconds / 60) min \(parts.seconds % 60) s"
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
