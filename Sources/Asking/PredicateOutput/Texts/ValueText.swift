import PredicateDocuments
import PredicateValues

/// Formats values for people. The text cannot be parsed again; the printers of the language write text that can.
package struct ValueText {
  /// The text for nil.
  package static let missing = "nil"

  package let titles: [ObjectReference: String]
  /// The precision of dates; nil for as much as each date needs.
  package let datePrecision: DateText.Precision?
  /// The time zone in which dates are shown.
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

  /// The value as a literal of the language, with every digit. A type without literals is shown in the form for people.
  ///
  /// ```swift
  /// ValueText.literal(of: .string("Noir"))  // "Noir", in its quotes
  /// ```
  package static func literal(of value: QueryValue) -> String {
    guard case .literal(let literal)? = QueryArgument(value) else { return ValueText().text(of: value) }
    return QueryExpression.literal(literal).exactFormat
  }

  /// The number with at most fifteen significant digits, without rounding errors: 8.2 and not 8.200000000000001. If twelve digits make it at least
  /// five characters shorter, it has twelve. Output for programs (JSON, CSV) keeps every digit.
  private static func text(of value: Double) -> String {
    guard value.isFinite, let decimal = QueryDecimal("\(value)") else { return "\(value)" }
    let rounded = decimal.rounded(toDigits: 15).nearestDouble
    // The greatest doubles are not rounded, because they would become infinite.
    guard rounded.isFinite else { return "\(value)" }
    let text = "\(rounded)"
    // A text with fewer than fourteen digits is kept, because rounding errors begin after the twelfth digit.
    guard text.utf8.count > 14 else { return text }
    let short = "\(decimal.rounded(toDigits: 12).nearestDouble)"
    return short.utf8.count + 5 <= text.utf8.count ? short : text
  }

  private func text(of date: Double) -> String {
    DateText.text(of: date, precision: datePrecision ?? DateText.precision(of: date))
  }

  /// The name of an object. `titles` contains only objects with a reference, so any other object supplies its own title or label.
  private func text(of object: any QueryObject) -> String {
    if let reference = object.reference { return text(of: reference) }
    let keyed = object as? any KeyedObject
    return keyed?.title ?? keyed?.label ?? object.entityName
  }

  private func text(of reference: ObjectReference) -> String {
    titles[reference] ?? reference.label
  }

  private func quoted(_ value: QueryValue) -> String {
    if case .string(let text) = value { "\"\(text)\"" } else { text(of: value) }
  }
}

/// Formats durations for people.
package enum DurationText {
  /// Examples: `0.4 ms`, `12 ms`, `3.2 s`, `2 min 5 s`.
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

/// Formats values for programs.
package enum DataText {
  /// The value as plain text, without quotes and escapes: dates in ISO 8601, data in Base64, objects by their keys. Empty for nil.
  package static func text(of value: QueryValue) -> String {
    switch value {
    case .null: ""
    case .string(let text): text
    case .array, .set, .dictionary: JSONWriter.text(of: json(of: value))
    case .double(let number) where !number.isFinite: "\(number)"
    default:
      switch json(of: value) {
      case .string(let text): text
      case let other: JSONWriter.text(of: other)
      }
    }
  }

  /// The name of the only member of an object that represents a double that JSON lacks, as in the line protocol: `{"$double":"inf"}`.
  package static let doubleTag = "$double"

  /// The value as JSON. A value without a JSON type is a string, and an object is its key. An infinite number is `{"$double":"inf"}` or
  /// `{"$double":"-inf"}`, because null means nil.
  package static func json(of value: QueryValue) -> JSONValue {
    switch value {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value) where value.isFinite: .double(value)
    case .double(let value): .object(JSONObject([(doubleTag, .string("\(value)"))]))
    case .decimal(let value): .string(value.description)
    case .string(let value), .url(let value): .string(value)
    case .date(let value): .string(ISODate.format(value))
    case .data(let bytes): .string(Base64.encode(bytes))
    case .uuid(let value): .string(value.description)
    case .array(let elements), .set(let elements): .array(elements.map(json))
    case .dictionary(let dictionary):
      .object(JSONObject(zip(dictionary.keys, dictionary.values).map { ($0, json(of: $1)) }))
    case .object(let object): object.wholeKey.map(json) ?? .string(object.entityName)
    case .reference(let reference): .integer(reference.key)
    }
  }
}
