/// CAST at run time. Nil stays nil. A text that is not valid for the target gives nil. A value of a family that the target does not take is an issue
/// of kind `type`.
///
/// In a cast to a text, booleans become `1` and `0`. A double without a fraction has no decimal point. Dates are in ISO 8601, and data is in base64.
/// A cast to an integer cuts off the fraction, and gives nil beyond Int64. A double becomes the decimal of its shortest text.
///
/// ```swift
/// try ValueCast.cast(.string("12"), to: .integer)        // .integer(12)
/// try ValueCast.cast(.string("twelve"), to: .integer)    // .null
/// try ValueCast.cast(.integer(1), to: .uuid)             // throws cast-family
/// ```
public enum ValueCast {
  /// The value cast to the target.
  ///
  /// Throws an issue of kind `type` for a family that the target does not take. A list can be cast to a dictionary only if it alternates names and
  /// values; otherwise the cast throws an issue of kind `type` too.
  public static func cast(_ value: QueryValue, to target: CastTarget) throws(PredicateIssue) -> QueryValue {
    let value = value.withoutNaN
    guard let family = value.family else { return .null }
    guard target.accepts(family) else {
      throw .castFamily(value.typeDescription, to: target.name)
    }
    if case .string(let text) = value { return read(text, as: target) }
    if let number = NumberValue(value) { return convert(number, value, to: target) }
    switch (target, value) {
    case (.string, _): return description(of: value).map { .string($0) } ?? .null
    case (.number, .date(let seconds)), (.double, .date(let seconds)): return .double(seconds)
    case (.integer, .date(let seconds)): return NumberValue.double(seconds).wholePart.map { .integer($0) } ?? .null
    case (.array, .set(let values)): return .array(values)
    case (.set, .array(let values)): return .set(values.distinctValues())
    case (.dictionary, .array(let values)): return try dictionary(of: values)
    case (.dictionary, .set): throw .castFamily(value.typeDescription, to: target.name)
    case (.data, .uuid(let uuid)): return .data(uuid.bytes)
    case (.uuid, .data(let bytes)): return QueryUUID(bytes: bytes).map { .uuid($0) } ?? .null
    case (.object, _): return value.reference.map { .reference($0) } ?? .null
    default: return value
    }
  }

  /// The dictionary of a list that alternates names and values: `{"name", 1, "other", 2}`.
  private static func dictionary(of values: [QueryValue]) throws(PredicateIssue) -> QueryValue {
    var pairs: [(String, QueryValue)] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard case .string(let name) = values[index], index + 1 < values.count else {
        throw .mismatch(.castPairs, "expected a list for CAST to NSDictionary in which a value follows each name")
      }
      pairs.append((name, values[index + 1]))
    }
    return .dictionary(QueryDictionary(pairs))
  }

  /// The text of a value in `CAST(x, "NSString")`. Nil for nil, collections, dictionaries, and objects without a reference.
  ///
  /// ```swift
  /// ValueCast.description(of: .double(2))  // 2
  /// ValueCast.description(of: .date(0))    // 2001-01-01T00:00:00Z
  /// ```
  public static func description(of value: QueryValue) -> String? {
    switch value {
    case .null, .array, .set, .dictionary: nil
    case .boolean(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .double(let value): text(of: value)
    case .decimal(let value): value.description
    case .string(let value), .url(let value): value
    case .date(let value): value.isNaN ? nil : ISODate.format(value)
    case .data(let value): Base64.encode(value)
    case .uuid(let value): value.description
    case .object, .reference: value.reference?.description
    }
  }

  private static func text(of value: Double) -> String? {
    if value.isNaN { return nil }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func read(_ text: String, as target: CastTarget) -> QueryValue {
    switch target {
    case .string: .string(text)
    case .number, .double: number(text).map { .double($0.double) } ?? .null
    case .integer: number(text)?.wholePart.map { .integer($0) } ?? .null
    case .decimal: QueryDecimal(text).map { .decimal($0) } ?? .null
    case .boolean: boolean(text).map { .boolean($0) } ?? .null
    case .date: date(text).map { .date($0) } ?? .null
    case .data: Base64.decode(text).map { .data($0) } ?? .null
    case .uuid: QueryUUID(text).map { .uuid($0) } ?? .null
    case .url: .url(text)
    case .object: ObjectReference(text).map { .reference($0) } ?? .null
    case .array, .set, .dictionary: .null
    }
  }

  /// A decimal number with an optional sign, point and exponent, or `inf`; no other characters.
  private static func number(_ text: String) -> NumberValue? {
    if let whole = Int64(text) { return .integer(whole) }
    if let decimal = QueryDecimal(text) { return .decimal(decimal) }
    switch text {
    case "inf": return .double(.infinity)
    case "-inf": return .double(-.infinity)
    default: return nil
    }
  }

  private static func date(_ text: String) -> Double? {
    switch text {
    case "inf": .infinity
    case "-inf": -.infinity
    default: ISODate.parse(text)
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch StringFolding(.caseInsensitive).fold(text) {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  private static func convert(_ number: NumberValue, _ value: QueryValue, to target: CastTarget) -> QueryValue {
    switch target {
    case .string: description(of: value).map { .string($0) } ?? .null
    case .integer: number.wholePart.map { .integer($0) } ?? .null
    case .double: .double(number.double)
    case .boolean: .boolean(NumberOrder.compare(number, .integer(0)) != .equal)
    case .decimal: number.decimal.map { .decimal($0) } ?? .null
    case .date: .date(number.double)
    default: value
    }
  }
}
