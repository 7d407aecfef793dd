/// A constant of the language.
///
/// `==` of two literals in Swift differs from `==` in a predicate. In Swift an integer, a double and a boolean are never equal. Doubles are compared
/// by their bits (all NaN are equal), and strings by their scalars.
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

/// Base64 with padding (RFC 4648, section 4), without Foundation.
///
/// ```swift
/// Base64.encode([0xDE, 0xAD, 0xBE, 0xEF])  // 3q2+7w==
/// Base64.decode("3q2+7w==")                // [0xDE, 0xAD, 0xBE, 0xEF]
/// Base64.decode("3q2+7w")                  // nil: the padding is missing
/// ```
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of some bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = 0
      for index in 0..<3 { bits = bits << 8 | (index < group.count ? Int(group[start + index]) : 0) }
      for index in 0..<4 {
        text.append(
          index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if a character is not in the alphabet, or the padding is wrong.
  public static func decode(_ text: String) -> [UInt8]? {
    let symbols = Array(text.utf8)
    guard symbols.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: symbols.count, by: 4) {
      let group = symbols[start..<start + 4]
      let padding = group.reversed().prefix { $0 == UInt8(ascii: "=") }.count
      guard padding == 0 || (padding < 3 && start + 4 == symbols.count) else { return nil }
      var bits = 0
      for symbol in group.dropLast(padding) {
        guard let value = value(of: symbol) else { return nil }
        bits = bits << 6 | value
      }
      bits <<= 6 * padding
      for index in 0..<(3 - padding) { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * index))) }
    }
    return bytes
  }

  private static func value(of symbol: UInt8) -> Int? {
    switch symbol {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(symbol) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(symbol) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(symbol) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

/// The 16 bytes of a UUID, without Foundation.
///
/// ```swift
/// let id = QueryUUID("e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
/// id?.description  // E621E1F8-C36C-495A-93FC-0C247A3E6E5F
/// ```
public struct QueryUUID: Sendable, Hashable {
  /// The first eight bytes, big-endian.
  public let high: UInt64
  /// The last eight bytes, big-endian.
  public let low: UInt64

  /// A UUID from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A UUID from its 16 bytes; nil for any other number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
  }

  package var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }

  /// Reads the 8-4-4-4-12 form, in upper or lower case; nil for any other text.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    var count = 0
    for (position, byte) in bytes.enumerated() {
      if position == 8 || position == 13 || position == 18 || position == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = ByteClass.digit(byte, base: 16) else { return nil }
      if count < 16 { halves.0 = halves.0 << 4 | UInt64(digit) } else { halves.1 = halves.1 << 4 | UInt64(digit) }
      count += 1
    }
    self.init(high: halves.0, low: halves.1)
  }
}

extension QueryUUID: CustomStringConvertible {
  /// The 8-4-4-4-12 form in upper case, as Foundation prints it.
  public var description: String {
    func hexadecimal(_ value: UInt64) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let text = Array((hexadecimal(high) + hexadecimal(low)).utf8)
    let groups = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }
}
