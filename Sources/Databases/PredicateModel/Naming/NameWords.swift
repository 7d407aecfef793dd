import PredicateSyntax

/// A name of SQL taken apart into words, to be put together as predicates spell names: `Order Details`, `order_details` and
/// `OrderDetails` are all `orderDetails` for a member and `OrderDetail` for an entity.
///
/// Letters and digits of any script make words; whatever else stands between them ends one, and so does a capital letter behind a
/// small one. What comes out is an identifier, or empty where there is no letter or digit.
public struct NameWords: Sendable {
  /// The words as they were written; in small letters where all of the name was in capital ones.
  public private(set) var words: [String]
  /// The bars that the name began with: `_id` is not `id`.
  private let bars: String

  /// The words of a name.
  public init(_ name: String) {
    bars = String(name.prefix { $0 == "_" })
    var words: [String] = []
    var word = ""
    var previousIsSmall = false
    for scalar in name.unicodeScalars {
      let properties = scalar.properties
      guard properties.isXIDContinue, scalar != "_" else {
        if !word.isEmpty { words.append(word) }
        (word, previousIsSmall) = ("", false)
        continue
      }
      if properties.isUppercase, previousIsSmall {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(scalar)
      previousIsSmall = properties.isLowercase || properties.numericType != nil
    }
    if !word.isEmpty { words.append(word) }
    let isShouted = !name.unicodeScalars.contains { $0.properties.isLowercase }
    self.words = isShouted ? words.map { $0.lowercased() } : words
  }

  private init(_ words: [String]) {
    self.words = words
    bars = ""
  }

  // MARK: Spelling

  /// As a member is spelled: `albumID`, `urlString`, `_id`.
  public var member: String {
    guard let first = words.first else { return "" }
    return identifier(Self.lowered(first) + words.dropFirst().map(Self.raised).joined())
  }

  /// As a member is spelled that leads to many: `orderDetails`.
  public var plural: String { replacingLast(EnglishNoun.plural).member }

  /// As an entity is spelled: `OrderDetail`, for one of its objects.
  public var entity: String { replacingLast(EnglishNoun.singular).capitalized }

  /// All words, each with a capital letter.
  public var capitalized: String { identifier(words.map(Self.raised).joined()) }

  private func identifier(_ name: String) -> String {
    guard let first = name.unicodeScalars.first else { return "" }
    return bars.isEmpty && !first.properties.isXIDStart ? "_" + name : bars + name
  }

  /// The first letter and all capital ones behind it in small letters, save the one that begins the next word.
  private static func lowered(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    var count = scalars.prefix { $0.properties.isUppercase }.count
    if count > 1, count < scalars.count, scalars[count].properties.isLowercase { count -= 1 }
    return String(String.UnicodeScalarView(scalars[..<count])).lowercased()
      + String(String.UnicodeScalarView(scalars[count...]))
  }

  private static func raised(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return "" }
    return first.properties.titlecaseMapping + String(String.UnicodeScalarView(word.unicodeScalars.dropFirst()))
  }

  private func replacingLast(_ change: (String) -> String) -> NameWords {
    var copy = self
    if let last = words.last { copy.words[words.count - 1] = change(last) }
    return copy
  }

  // MARK: Taking apart

  /// Whether there is no word.
  public var isEmpty: Bool { words.isEmpty }

  /// The name without the words at its end, in any case of letters; nil where it does not end so.
  public func droppingLast(_ ending: NameWords) -> NameWords? {
    guard ending.words.count <= words.count,
      zip(words.suffix(ending.words.count), ending.words).allSatisfy({ Self.isSame($0, $1) })
    else { return nil }
    return NameWords(Array(words.dropLast(ending.words.count)))
  }

  /// The name without the word that it begins with; nil where it does not begin so.
  public func droppingFirst(_ word: String) -> NameWords? {
    guard let first = words.first, Self.isSame(first, word) else { return nil }
    return NameWords(Array(words.dropFirst()))
  }

  /// The words behind those of another name.
  public func followed(by other: NameWords) -> NameWords { NameWords(words + other.words) }

  /// The words that both names begin with.
  public func commonBeginning(with other: NameWords) -> NameWords {
    NameWords(zip(words, other.words).prefix { Self.isSame($0, $1) }.map(\.0))
  }

  /// The last word in small letters.
  public var lastWord: String { words.last?.lowercased() ?? "" }

  private static func isSame(_ a: String, _ b: String) -> Bool { a.lowercased().hasSameScalars(as: b.lowercased()) }
}

extension String {
  /// Whether SQL takes both for the same name: ASCII letters without regard to case.
  public func isSameSQLName(as other: String) -> Bool {
    utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// The form in which names of one meaning in SQL are equal, to look them up.
  public var foldedSQLName: [UInt8] { utf8.map(\.lowercasedASCII) }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
