/// A constant of the language.
///
/// Equality is not the comparison in a predicate. It distinguishes integers, doubles and booleans. Doubles are compared by their bits (all NaN are
/// equal), and strings by their scalars.
///
/// ```swift
/// QueryLiteral.integer(1) == .double(1)  // false, while the predicate 1 == 1.0 holds
/// ```
public enum QueryLiteral: Sendable {
  /// `nil`, `NULL`.
  case null
  /// `TRUE`, `YES`, `FALSE`, `NO`. The canonical form is `1` or `0`.
  case boolean(Bool)
  /// `42`, `0x2A`.
  case integer(Int64)
  /// `27.3`, `9.2e-5`.
  case double(Double)
  /// An integer beyond Int64, and `CAST("0.1", "NSDecimalNumber")`.
  indirect case decimal(QueryDecimal)
  /// `"text"`.
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC: `CAST(699993000.000000, "NSDate")`.
  case date(Double)
  /// `CAST("3q2+7w==", "NSData")`: base64.
  case data([UInt8])
  /// `CAST("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "NSUUID")`.
  case uuid(QueryUUID)
  /// `CAST("https://example.org", "NSURL")`.
  case url(String)
  /// A row of a database: `CAST("Friend/3", "NSManagedObjectID")`.
  indirect case object(ObjectReference)
}

extension QueryLiteral: Hashable {
  /// Compares the identity of the constants; see ``QueryLiteral``.
  public static func == (left: QueryLiteral, right: QueryLiteral) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): Self.identity(a) == Self.identity(b)
    case (.decimal(let a), .decimal(let b)): a == b
    case (.string(let a), .string(let b)): a.hasSameScalars(as: b)
    case (.date(let a), .date(let b)): Self.identity(a) == Self.identity(b)
    case (.data(let a), .data(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.url(let a), .url(let b)): a.hasSameScalars(as: b)
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(Self.identity(value))
    case .decimal(let value): hasher.combine(value)
    case .string(let value), .url(let value): value.hashScalars(into: &hasher)
    case .date(let value): hasher.combine(Self.identity(value))
    case .data(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    }
  }

  /// The bits of the double. Every NaN has the same bits.
  private static func identity(_ value: Double) -> UInt64 {
    value.isNaN ? Double.nan.bitPattern : value.bitPattern
  }
}

/// A constant without its own notation prints as a CAST of its text. Reading such a text gives the constant back. A CAST of any other text stays a
/// cast, so it prints as it was written.
extension QueryLiteral {
  /// The constant that `CAST(literal, "type")` denotes. Nil unless the constant prints exactly as this cast.
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

  /// The text and the type name of a constant that is written `CAST("…", "…")`. Nil for other constants, such as finite dates.
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

  /// The text of an infinite number or NaN. All NaN have the same text, whatever their sign and payload are.
  private static func nonFiniteText(_ value: Double) -> String {
    value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
  }
}
