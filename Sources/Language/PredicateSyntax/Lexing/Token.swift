/// A token: its kind and its UTF-8 offsets. It does not contain the text.
struct Token {
  /// Facts about the token that the parser needs besides the kind.
  enum Detail: UInt8 {
    case plain
    /// A name or a string with escapes, `#` or letters beyond ASCII. Its text differs from its bytes.
    case marked
    /// A number with a fraction or an exponent.
    case fraction
    /// A number in base 16, 8 or 2.
    case radix

    // The flaws of bad tokens.
    case character
    case comment
    case unterminatedString
    case smartQuote
    case tripleEquals
    case numberSuffix
    case numberDigits
    case unknownSpecifier
    case percentPercent
    case templateRemnant
    case modulo
  }

  var kind: TokenKind
  var detail: Detail
  var start: UInt32
  var end: UInt32

  @inline(__always)
  init(_ kind: TokenKind, _ start: Int, _ end: Int, _ detail: Detail = .plain) {
    self.kind = kind
    self.detail = detail
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  var range: SourceRange { SourceRange(Int(start), Int(end)) }
}
