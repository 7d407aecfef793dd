import PredicateSyntax

/// A SQL name split into words. The words are joined again in the spelling of predicates: `Order Details`, `order_details` and `OrderDetails` all
/// become `orderDetails` for a member and `OrderDetail` for an entity.
///
/// Words consist of letters and digits of any script. Any other character ends a word, and so does a capital letter after a small one. The result is
/// an identifier, or empty if there is no letter or digit.
public struct NameWords: Sendable {
  /// The words as written; in lower case if the whole name is in capitals.
  public private(set) var words: [String]
  /// The underscores at the beginning of the name, because `_id` differs from `id`.
  private let bars: String

  /// The words of a name.
  public init(_ name: String) {
    bars = String(name.prefix { $0 == "_" })
    var words: [String] = []
    var word = ""
    var previousIsSmall = false
    var isShouted = true
    for scalar in name.unicodeScalars {
      let letter = Letter(scalar)
      if letter == .small { isShouted = false }
      guard letter != .none else {
        if !word.isEmpty { words.append(word) }
        (word, previousIsSmall) = ("", false)
        continue
      }
      if letter == .capital, previousIsSmall {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(scalar)
      previousIsSmall = letter == .small || letter == .number
    }
    if !word.isEmpty { words.append(word) }
    self.words = isShouted ? words.map { $0.lowercased() } : words
  }

  private init(_ words: [String]) {
    self.words = words
    bars = ""
  }

  // MARK: Spelling

  /// The spelling of a member: `albumID`, `urlString`, `_id`.
  public var member: String {
    guard let first = words.first else { return "" }
    return identifier(Self.lowered(first) + words.dropFirst().map(Self.raised).joined())
  }

  /// The spelling of a to-many member: `orderDetails`.
  public var plural: String { replacingLast(EnglishNoun.plural).member }

  /// The spelling of an entity, in the singular: `OrderDetail`.
  public var entity: String { replacingLast(EnglishNoun.singular).capitalized }

  /// All words, each with a capital letter.
  public var capitalized: String { identifier(words.map(Self.raised).joined()) }

  private func identifier(_ name: String) -> String {
    guard let first = name.unicodeScalars.first else { return "" }
    return bars.isEmpty && !first.properties.isXIDStart ? "_" + name : bars + name
  }

  /// Lowers the capitals at the beginning of a word. The last capital before a small letter begins the next word, so it stays a capital: `URLName`
  /// becomes `urlName`.
  private static func lowered(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    var count = scalars.prefix { Letter($0) == .capital }.count
    if count == 0 { return word }
    if count > 1, count < scalars.count, Letter(scalars[count]) == .small { count -= 1 }
    return String(String.UnicodeScalarView(scalars[..<count])).lowercased()
      + String(String.UnicodeScalarView(scalars[count...]))
  }

  private static func raised(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return "" }
    if Letter(first) == .capital, first.isASCII { return word }
    return first.properties.titlecaseMapping + String(String.UnicodeScalarView(word.unicodeScalars.dropFirst()))
  }

  private func replacingLast(_ change: (String) -> String) -> NameWords {
    var copy = self
    if let last = words.last { copy.words[words.count - 1] = change(last) }
    return copy
  }

  // MARK: Taking apart

  /// Whether the name has no words.
  public var isEmpty: Bool { words.isEmpty }

  /// The name without the given words at its end, ignoring case; nil if it does not end with them.
  public func droppingLast(_ ending: NameWords) -> NameWords? {
    guard ending.words.count <= words.count,
      zip(words.suffix(ending.words.count), ending.words).allSatisfy({ Self.isSame($0, $1) })
    else { return nil }
    return NameWords(Array(words.dropLast(ending.words.count)))
  }

  /// The name without the given word at its beginning; nil if it does not begin with it.
  public func droppingFirst(_ word: String) -> NameWords? {
    guard let first = words.first, Self.isSame(first, word) else { return nil }
    return NameWords(Array(words.dropFirst()))
  }

  /// The words of both names, joined.
  public func followed(by other: NameWords) -> NameWords { NameWords(words + other.words) }

  /// The common words at the beginning of both names.
  public func commonBeginning(with other: NameWords) -> NameWords {
    NameWords(zip(words, other.words).prefix { Self.isSame($0, $1) }.map(\.0))
  }

  /// The last word in lower case.
  public var lastWord: String { words.last?.lowercased() ?? "" }

  private static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased().hasSameScalars(as: b.lowercased()) }
}

/// What a character is in a name.
private enum Letter {
  case small, capital, number
  /// A letter without case, as in Chinese.
  case other
  /// No part of a word.
  case none

  /// The properties of ASCII characters are known here, because Unicode's table takes much longer, and most names are ASCII.
  init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "a"..."z": self = .small
    case "A"..."Z": self = .capital
    case "0"..."9": self = .number
    case _ where scalar.isASCII: self = .none
    default:
      let properties = scalar.properties
      if !properties.isXIDContinue {
        self = .none
      } else if properties.isUppercase {
        self = .capital
      } else if properties.isLowercase {
        self = .small
      } else {
        self = properties.numericType == nil ? .other : .number
      }
    }
  }
}

extension String {
  /// Whether both names are the same in SQL, which ignores the case of ASCII letters.
  public func isSameSQLName(as other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// The name for look-ups. Names that are the same in SQL give equal results.
  public var foldedSQLName: [UInt8] { utf8.map(\.lowercasedASCII) }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
