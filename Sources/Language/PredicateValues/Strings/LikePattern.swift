/// A pattern of LIKE for the whole string: `?` is one scalar, `*` is any number of scalars, line breaks included.
///
/// `\*`, `\?` and `\\` denote the character after the backslash; any other backslash is literal. Under `[c]` and `[d]` the literal parts of the
/// pattern and the whole subject are folded, and `?` is one scalar of the folded subject. Matching backtracks only to the last `*`, so the worst case
/// is the length of the pattern times the length of the subject.
///
/// ```swift
/// LikePattern("*star*", options: .caseInsensitive).matches("Star Wars")  // true
/// LikePattern("a?c", options: []).matches("abc")                         // true
/// LikePattern("b", options: []).matches("abc")                           // false: the whole string
/// LikePattern("ab*", options: []).simpleForm                             // .prefix("ab")
/// ```
public struct LikePattern: Sendable {
  /// The form of a pattern that has no wildcards, or has them only at its ends. The strings are folded.
  public enum SimpleForm: Sendable, Hashable {
    /// No wildcard.
    case equal(String)
    /// `text*`; the text is not empty.
    case prefix(String)
    /// `*text`; the text is not empty.
    case suffix(String)
    /// `*text*`; the text is not empty.
    case contains(String)
    /// Any other pattern.
    case general
  }

  private enum Token: Sendable {
    case byte(UInt8)
    /// `?`.
    case anyScalar
    /// `*`.
    case anything
  }

  /// The folding of subjects.
  public let folding: StringFolding
  /// The simplest equivalent form, for engines that have faster tests than LIKE.
  public let simpleForm: SimpleForm
  private let tokens: [Token]
  private let matcher: StringMatcher?

  /// Makes a pattern. Every string is a valid pattern.
  public init(_ pattern: String, options: StringOptions) {
    folding = StringFolding(options)
    tokens = Self.tokens(of: pattern, folding)
    (simpleForm, matcher) = Self.simplified(tokens, folding)
  }

  /// Whether the pattern matches the whole of a string.
  public func matches(_ subject: String) -> Bool {
    var scratch: [UInt8] = []
    return subject.withBytes { matches($0, scratch: &scratch) }
  }

  /// Whether the pattern matches the whole of a text in UTF-8. `scratch` is a buffer that keeps its memory between calls.
  public func matches(_ subject: UnsafeBufferPointer<UInt8>, scratch: inout [UInt8]) -> Bool {
    if let matcher { return matcher.matches(subject, scratch: &scratch) }
    if folding.isIdentity || (!folding.foldsCase && StringSearch.isASCII(subject)) { return run(subject) }
    scratch.removeAll(keepingCapacity: true)
    folding.fold(subject, appendingTo: &scratch)
    return scratch.withUnsafeBufferPointer(run)
  }

  private static func tokens(of pattern: String, _ folding: StringFolding) -> [Token] {
    var tokens: [Token] = []
    pattern.withBytes { bytes in
      var literal: [UInt8] = []
      func endLiteral() {
        tokens += folding.foldedBytes(of: String(decoding: literal, as: UTF8.self)).map { .byte($0) }
        literal.removeAll(keepingCapacity: true)
      }
      var place = 0
      while place < bytes.count {
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\\"):
          if place < bytes.count, isSpecial(bytes[place]) {
            literal.append(bytes[place])
            place += 1
          } else {
            literal.append(byte)
          }
        case UInt8(ascii: "?"):
          endLiteral()
          tokens.append(.anyScalar)
        case UInt8(ascii: "*"):
          endLiteral()
          if case .anything? = tokens.last { continue }
          tokens.append(.anything)
        default:
          literal.append(byte)
        }
      }
      endLiteral()
    }
    return tokens
  }

  /// Whether a backslash in front takes the meaning of a character away.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\")
  }

  private static func simplified(_ tokens: [Token], _ folding: StringFolding) -> (SimpleForm, StringMatcher?) {
    var bytes: [UInt8] = []
    var stars: [Int] = []
    for (position, token) in tokens.enumerated() {
      switch token {
      case .byte(let byte): bytes.append(byte)
      case .anything: stars.append(position)
      case .anyScalar: return (.general, nil)
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let last = tokens.count - 1
    let found: (SimpleForm, StringMatcher.Question)
    switch stars {
    case []: found = (.equal(text), .equal)
    case _ where bytes.isEmpty: return (.general, nil)
    case [last]: found = (.prefix(text), .prefix)
    case [0]: found = (.suffix(text), .suffix)
    case [0, last]: found = (.contains(text), .contains)
    default: return (.general, nil)
    }
    return (found.0, StringMatcher(found.1, foldedPattern: bytes, folding: folding))
  }

  /// Compares tokens and bytes from left to right. After a mismatch the last `*` takes one more byte. An earlier `*` never needs to take more.
  private func run(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    tokens.withUnsafeBufferPointer { tokens in
      var position = 0
      var index = 0
      var resume: (token: Int, index: Int)?
      while index < subject.count {
        if position < tokens.count {
          switch tokens[position] {
          case .byte(let byte) where byte == subject[index]:
            position += 1
            index += 1
            continue
          case .anyScalar where subject[index] & 0xC0 != 0x80:
            position += 1
            index += 1
            while index < subject.count, subject[index] & 0xC0 == 0x80 { index += 1 }
            continue
          case .anything:
            position += 1
            if position == tokens.count { return true }
            resume = (position, index)
            continue
          default:
            break
          }
        }
        guard let from = resume else { return false }
        resume = (from.token, from.index + 1)
        position = from.token
        index = from.index + 1
      }
      while position < tokens.count, case .anything = tokens[position] { position += 1 }
      return position == tokens.count
    }
  }
}
