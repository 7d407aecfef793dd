/// Constants that have no notation of their own print as a CAST of their text. Reading such a text gives the constant back; any
/// other text stays a cast, so that what was written is what is printed.
extension QueryLiteral {
  /// The constant that `CAST(literal, "type")` is, if its text is exactly what the constant prints.
  init?(casting literal: QueryLiteral, to type: String) {
    if case .double(let seconds) = literal {
      guard type.hasSameScalars(as: "NSDate"), seconds.isFinite else { return nil }
      self = .date(seconds)
      return
    }
    guard case .string(let text) = literal, let constant = Self.typed(text, type),
      let (printed, _) = constant.typedText, printed.hasSameScalars(as: text)
    else { return nil }
    self = constant
  }

  private static func typed(_ text: String, _ type: String) -> QueryLiteral? {
    switch type {
    case "NSUUID": QueryUUID(text).map { .uuid($0) }
    case "NSURL": .url(text)
    case "NSDecimalNumber": QueryDecimal(text).map { .decimal($0) }
    case "NSData": Base64.decode(text).map { .data($0) }
    case "NSManagedObjectID": ObjectReference(text).map { .object($0) }
    case "Double": ["nan", "inf", "-inf"].contains(text) ? Double(text).map { .double($0) } : nil
    case "NSDate": ["nan", "inf", "-inf"].contains(text) ? Double(text).map { .date($0) } : nil
    default: nil
    }
  }

  /// The text and the type name between which `CAST("…", "…")` is written; nil for constants with a notation of their own, finite
  /// dates among them.
  ///
  /// ```swift
  /// QueryLiteral.url("https://example.org").typedText  // ("https://example.org", "NSURL")
  /// QueryLiteral.integer(1).typedText                  // nil
  /// ```
  public var typedText: (text: String, type: String)? {
    switch self {
    case .uuid(let value): (value.description, "NSUUID")
    case .url(let value): (value, "NSURL")
    case .data(let value): (Base64.encode(value), "NSData")
    case .object(let value): (value.description, "NSManagedObjectID")
    case .decimal(let value) where value.wideIntegerText == nil: (value.description, "NSDecimalNumber")
    case .double(let value) where !value.isFinite: (Self.nonFiniteText(value), "Double")
    case .date(let value) where !value.isFinite: (Self.nonFiniteText(value), "NSDate")
    default: nil
    }
  }

  /// One text for every NaN, whatever its sign and payload.
  private static func nonFiniteText(_ value: Double) -> String {
    value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
  }
}
