/// A piece of the text: its kind and its place. A token holds no text.
struct Token {
  /// Facts for the parser beyond the kind.
  enum Detail: UInt8 {
    case plain
    /// A name or a string with escapes, `#` or letters beyond ASCII: its text differs from its bytes.
    case marked
    /// A number with a fraction or an exponent.
    case fraction
    /// A number in base 16, 8 or 2.
    case radix

    // The flaw of a bad token.
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
