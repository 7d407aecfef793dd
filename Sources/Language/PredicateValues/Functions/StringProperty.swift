/// The properties of strings in key paths: `name.length`. Apple's systems call any method with the name; here the list is closed.
///
/// ```swift
/// StringProperty.value(of: "abc", named: "length")  // .integer(3)
/// StringProperty.value(of: "abc", named: "size")    // nil
/// ```
public enum StringProperty: String, Sendable, Hashable, CaseIterable {
  /// The number of UTF-16 units.
  case length
  /// The string in lower case.
  case lowercaseString
  /// The string in upper case.
  case uppercaseString
  /// Each word with a capital letter.
  case capitalizedString
  /// `a.txt` of `/tmp/a.txt`.
  case lastPathComponent
  /// `txt` of `/tmp/a.txt`.
  case pathExtension
  /// `/tmp` of `/tmp/a.txt`.
  case stringByDeletingLastPathComponent
  /// `/tmp/a` of `/tmp/a.txt`.
  case stringByDeletingPathExtension
  /// The integer at the beginning, after spaces and a sign; 0 if there is none. The rest of the string is ignored.
  case integerValue
  /// The same as `integerValue`.
  case longLongValue
  /// The integer at the beginning, limited to 32 bits; otherwise 0.
  case intValue
  /// The number at the beginning, otherwise 0.
  case doubleValue
  /// The number at the beginning in single precision, otherwise 0.
  case floatValue
  /// Whether the string begins with Y, T or a digit other than 0.
  case boolValue

  /// The property with exactly this name; nil if there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: name) }) else { return nil }
    self = found
  }

  /// The value of a string's property; nil if there is no such property.
  public static func value(of text: String, named name: String) -> QueryValue? {
    StringProperty(name: name)?.value(of: text)
  }

  /// The type of the property.
  public var type: QueryType {
    switch self {
    case .length, .integerValue, .longLongValue, .intValue: .integer
    case .doubleValue, .floatValue: .double
    case .boolValue: .boolean
    default: .string
    }
  }

  /// The value of the property.
  public func value(of text: String) -> QueryValue {
    switch self {
    case .length: .integer(Int64(StringSearch.length(text)))
    case .lowercaseString: .string(text.lowercased())
    case .uppercaseString: .string(text.uppercased())
    case .capitalizedString: .string(Self.capitalized(text))
    case .lastPathComponent: .string(PathText(text).lastComponent)
    case .pathExtension: .string(PathText(text).fileExtension)
    case .stringByDeletingLastPathComponent: .string(PathText(text).parent)
    case .stringByDeletingPathExtension: .string(PathText(text).withoutExtension)
    case .integerValue, .longLongValue: .integer(NumberPrefix.integer(text, in: Int64.min...Int64.max))
    case .intValue: .integer(NumberPrefix.integer(text, in: Int64(Int32.min)...Int64(Int32.max)))
    case .doubleValue: .double(NumberPrefix.double(text))
    case .floatValue: .double(Double(Float(NumberPrefix.double(text))))
    case .boolValue: .boolean(NumberPrefix.boolean(text))
    }
  }

  /// One sentence about the property.
  public var documentation: String { guide.documentation }

  /// A use and its result.
  public var example: String { "'\(guide.text)'.\(rawValue) ⇒ \(guide.result)" }

  /// The sentence of the documentation, and a text with its result for the example.
  private var guide: (documentation: String, text: String, result: String) {
    switch self {
    case .length: ("The length of a string in UTF-16 units.", "abc", "3")
    case .lowercaseString: ("A string in lower case.", "ABC", "'abc'")
    case .uppercaseString: ("A string in upper case.", "abc", "'ABC'")
    case .capitalizedString:
      (
        "The string with the first letter of each word in upper case, also after a hyphen, and the other letters in lower case.",
        "the END", "'The End'"
      )
    case .lastPathComponent:
      ("The last component of a path. A slash at the end does not count.", "/tmp/a.txt", "'a.txt'")
    case .pathExtension:
      ("The file extension: the part of a path's last component after the last dot.", "/tmp/a.txt", "'txt'")
    case .stringByDeletingLastPathComponent: ("A path without its last component.", "/tmp/a.txt", "'/tmp'")
    case .stringByDeletingPathExtension: ("A path without its extension.", "/tmp/a.txt", "'/tmp/a'")
    case .integerValue, .longLongValue: ("The integer at the start of a string; 0 if there is none.", "12 men", "12")
    case .intValue: ("The 32-bit integer at the start of a string; 0 if there is none.", "12 men", "12")
    case .doubleValue: ("The number at the start of a string; 0 if there is none.", "1.5 m", "1.5")
    case .floatValue: ("The number at the start of a string, in single precision; 0 if there is none.", "1.5 m", "1.5")
    case .boolValue:
      (
        "Whether a string starts with Y, T or a digit from 1 to 9. White space, a sign and zeros before it are ignored.",
        "yes", "TRUE"
      )
    }
  }

  /// Capitalises each word. Words are separated by white space.
  private static func capitalized(_ text: String) -> String {
    var result = ""
    var isInWord = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isInWord = false
        result.unicodeScalars.append(scalar)
      } else {
        result += isInWord ? scalar.properties.lowercaseMapping : scalar.properties.titlecaseMapping
        isInWord = true
      }
    }
    return result
  }
}

/// Reads the number at the beginning of a text, as `integerValue` and similar methods of NSString do: white space is skipped, then the longest number
/// is read.
enum NumberPrefix {
  /// The integer; 0 if there is none, and the nearest bound if it is out of range.
  static func integer(_ text: String, in bounds: ClosedRange<Int64>) -> Int64 {
    var bytes = trimmed(text)
    let isNegative = takeSign(&bytes)
    var value: Int64 = 0
    for byte in bytes.prefix(while: ByteClass.isDigit) {
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, above) = product.addingReportingOverflow(isNegative ? -Int64(byte - 0x30) : Int64(byte - 0x30))
      if over || above { return isNegative ? bounds.lowerBound : bounds.upperBound }
      value = sum
    }
    return min(max(value, bounds.lowerBound), bounds.upperBound)
  }

  /// The number; 0 if there is none.
  static func double(_ text: String) -> Double {
    var bytes = trimmed(text)
    let isNegative = takeSign(&bytes)
    var number = bytes.prefix(while: ByteClass.isDigit)
    var hasDigits = !number.isEmpty
    var rest = bytes.dropFirst(number.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: ByteClass.isDigit)
      hasDigits = hasDigits || !fraction.isEmpty
      number = bytes.prefix(number.count + 1 + fraction.count)
      rest = bytes.dropFirst(number.count)
    }
    guard hasDigits else { return 0 }
    var text = "0" + String(decoding: number, as: UTF8.self)
    if text.hasSuffix(".") { text += "0" }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      var power = rest.dropFirst()
      let isDown = takeSign(&power)
      let digits = power.prefix(while: ByteClass.isDigit)
      if !digits.isEmpty { text += (isDown ? "e-" : "e") + String(decoding: digits, as: UTF8.self) }
    }
    return (Double(text) ?? 0) * (isNegative ? -1 : 1)
  }

  /// Whether the text begins with Y, T or a digit other than 0, after white space, a sign and zeros.
  static func boolean(_ text: String) -> Bool {
    var bytes = trimmed(text)
    _ = takeSign(&bytes)
    guard let first = bytes.first(where: { $0 != 0x30 }) else { return false }
    return ByteClass.isDigit(first) || [UInt8(ascii: "y"), UInt8(ascii: "t")].contains(first | 0x20)
  }

  private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
    Array(text.utf8).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  private static func takeSign(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    return isNegative
  }
}

/// A file path, split at its slashes as NSString does.
struct PathText {
  /// The path without slashes at its end. A path that consists of slashes keeps one of them.
  private let path: Substring.UTF8View

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Any text is a path.
  init(_ text: String) {
    var bytes = text[...].utf8
    while bytes.count > 1, bytes.last == Self.slash { bytes.removeLast() }
    path = bytes
  }

  /// The text after the last slash, or `/` for the root.
  var lastComponent: String {
    guard path.count > 1, let slash = path.lastIndex(of: Self.slash) else { return text(path) }
    return text(path[path.index(after: slash)...])
  }

  /// The path without its last component: `/` for the root and its direct children, and empty for a bare name.
  var parent: String {
    guard let slash = path.lastIndex(of: Self.slash) else { return "" }
    var rest = path[..<slash]
    while rest.last == Self.slash { rest.removeLast() }
    return rest.isEmpty ? "/" : text(rest)
  }

  /// The text after the last dot of the last component. Empty if the dot is the component's first or last character, or if a space follows it.
  var fileExtension: String { extensionStart.map { text(path[$0...].dropFirst()) } ?? "" }

  /// The path without its extension and the dot before it.
  var withoutExtension: String { text(extensionStart.map { path[..<$0] } ?? path) }

  private var extensionStart: Substring.UTF8View.Index? {
    guard let dot = path.lastIndex(of: Self.dot), dot != path.startIndex, path[path.index(before: dot)] != Self.slash
    else { return nil }
    let end = path[path.index(after: dot)...]
    return end.isEmpty || end.contains(Self.slash) || end.contains(UInt8(ascii: " ")) ? nil : dot
  }

  private func text(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }
}
