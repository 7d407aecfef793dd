/// A constant of the language.
///
/// Equality tells integer, double and boolean apart, doubles by their bits (all NaN are one) and strings by their scalars: it is the
/// identity of a text, not the comparison that a predicate makes.
///
/// ```swift
/// QueryLiteral.integer(1) == .double(1)  // false, while the predicate 1 == 1.0 holds
/// ```
public enum QueryLiteral: Sendable {
  /// `nil`, `NULL`.
  case null
  /// `TRUE`, `YES`, `FALSE`, `NO`. Prints `1` or `0` in the canonical form.
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
  /// Structural identity; see the type.
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

  /// Hashes the case and what it holds.
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

  /// The bits, of one NaN for all of them.
  private static func identity(_ value: Double) -> UInt64 {
    value.isNaN ? Double.nan.bitPattern : value.bitPattern
  }
}
