/// What a key path may ask of a string: `name.length`. A closed list, where Apple's systems reach any method.
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
  /// The integer at the beginning, else 0.
  case integerValue
  /// The same as `integerValue`.
  case longLongValue
  /// The integer at the beginning within 32 bits, else 0.
  case intValue
  /// The number at the beginning, else 0.
  case doubleValue
  /// The number at the beginning in single precision, else 0.
  case floatValue
  /// Whether the string begins with Y, T or a digit other than 0.
  case boolValue

  /// The property of a name, by its exact letters; nil where there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: name) }) else { return nil }
    self = found
  }

  /// The value of a string's property; nil where no property has that name.
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

  /// One sentence on what it gives.
  public var documentation: String {
    switch self {
    case .length: "The length of a string in UTF-16 units."
    case .lowercaseString: "A string in lower case."
    case .uppercaseString: "A string in upper case."
    case .capitalizedString: "A string with each word's first letter in upper case and the others in lower case."
    case .lastPathComponent: "What stands behind the last slash of a path."
    case .pathExtension: "What stands behind the last dot of a path's last component."
    case .stringByDeletingLastPathComponent: "A path without its last component."
    case .stringByDeletingPathExtension: "A path without its extension."
    case .integerValue, .longLongValue: "The integer that a string starts with, else 0."
    case .intValue: "The 32-bit integer that a string starts with, else 0."
    case .doubleValue: "The number that a string starts with, else 0."
    case .floatValue: "The number that a string starts with in single precision, else 0."
    case .boolValue: "Whether a string starts with Y, T or a digit other than 0."
    }
  }

  /// A use and what it gives.
  public var example: String {
    switch self {
    case .length: "'abc'.length ⇒ 3"
    case .lowercaseString: "'ABC'.lowercaseString ⇒ 'abc'"
    case .uppercaseString: "'abc'.uppercaseString ⇒ 'ABC'"
    case .capitalizedString: "'the END'.capitalizedString ⇒ 'The End'"
    case .lastPathComponent: "'/tmp/a.txt'.lastPathComponent ⇒ 'a.txt'"
    case .pathExtension: "'/tmp/a.txt'.pathExtension ⇒ 'txt'"
    case .stringByDeletingLastPathComponent: "'/tmp/a.txt'.stringByDeletingLastPathComponent ⇒ '/tmp'"
    case .stringByDeletingPathExtension: "'/tmp/a.txt'.stringByDeletingPathExtension ⇒ '/tmp/a'"
    case .integerValue, .longLongValue, .intValue: "'12 men'.\(rawValue) ⇒ 12"
    case .doubleValue, .floatValue: "'1.5 m'.\(rawValue) ⇒ 1.5"
    case .boolValue: "'yes'.boolValue ⇒ TRUE"
    }
  }

  /// Words end at white space.
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
