/// The properties of URLs in key paths: `url.host == "example.org"`. They have the names of NSURL.
///
/// ```swift
/// URLProperty.host.value(of: "https://example.org:8080/a%20b/?q=1")  // .string("example.org")
/// URLProperty.path.value(of: "https://example.org:8080/a%20b/?q=1")  // .string("/a b")
/// ```
public enum URLProperty: String, Sendable, Hashable, CaseIterable {
  /// The whole text.
  case absoluteString
  /// `example.org`: without user, port and brackets, and without percent encoding. nil if the URL has no authority or an empty one.
  case host
  /// The path without percent encoding, and without a slash at its end unless the path is `/`. Empty if there is no path.
  case path
  /// `https`, as it is written; nil for a relative URL.
  case scheme

  /// The property with exactly this name; nil if there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: name) }) else { return nil }
    self = found
  }

  /// The value of a URL's property; nil if there is no such property.
  public static func value(of text: String, named name: String) -> QueryValue? {
    URLProperty(name: name)?.value(of: text)
  }

  /// Whether the property is nil for some URLs.
  public var isOptional: Bool { self == .host || self == .scheme }

  /// The value of the property.
  public func value(of text: String) -> QueryValue {
    let parts = URLParts(text)
    switch self {
    case .absoluteString: return .string(text)
    case .host: return parts.host.isEmpty ? .null : .string(Self.decoded(parts.host))
    case .path: return .string(Self.decoded(parts.path))
    case .scheme: return parts.scheme.isEmpty ? .null : .string(String(parts.scheme))
    }
  }

  /// A text without percent encoding; unchanged if the encoded bytes are not UTF-8.
  private static func decoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).map { Character(UnicodeScalar($0)).hexDigitValue }
      if byte == UInt8(ascii: "%"), digits.count == 2, let high = digits[0], let low = digits[1] {
        bytes.append(UInt8(high << 4 | low))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? String(text)
  }
}

/// The parts of a URL: `scheme://user@host:port/path?query#fragment`.
private struct URLParts {
  var scheme = Substring()
  var host = Substring()
  var path: Substring

  init(_ text: String) {
    var rest = text[...]
    let start = rest.upTo { $0 == .colon || $0 == .slash || $0.endsPath }
    if !start.isEmpty, start.endIndex < rest.endIndex, rest.utf8[start.endIndex] == .colon {
      scheme = start
      rest = rest[rest.utf8.index(after: start.endIndex)...]
    }
    rest = rest.upTo { $0.endsPath }
    if rest.utf8.starts(with: "//".utf8) {
      rest = Substring(rest.utf8.dropFirst(2))
      var authority = rest.upTo { $0 == .slash }
      rest = rest[authority.endIndex...]
      if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
        authority = authority[authority.utf8.index(after: at)...]
      }
      if authority.utf8.first == UInt8(ascii: "[") {
        host = Substring(authority.utf8.dropFirst()).upTo { $0 == .bracket }
      } else {
        host = authority.upTo { $0 == .colon }
      }
    }
    if rest.utf8.count > 1, rest.utf8.last == .slash { rest = Substring(rest.utf8.dropLast()) }
    path = rest
  }
}

extension Substring {
  /// The text before the first byte that meets the condition; the whole text if there is none.
  @inline(__always)
  fileprivate func upTo(_ isEnd: (UInt8) -> Bool) -> Substring {
    self[..<(utf8.firstIndex(where: isEnd) ?? endIndex)]
  }
}

extension UInt8 {
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let bracket = UInt8(ascii: "]")
  /// Whether the byte begins a query or a fragment.
  fileprivate var endsPath: Bool { self == UInt8(ascii: "?") || self == UInt8(ascii: "#") }
}
