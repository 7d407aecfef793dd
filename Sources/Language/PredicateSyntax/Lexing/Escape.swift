/// One escape in a string or a name: a backslash and the characters that belong to it.
struct Escape {
  let scalar: Unicode.Scalar
  /// How many bytes the escape takes, the backslash included.
  let length: Int
  /// Whether the language defines the escape. An escape that it does not define denotes the character after its backslash.
  let isKnown: Bool

  private init(_ scalar: Unicode.Scalar, _ length: Int, isKnown: Bool = true) {
    self.scalar = scalar
    self.length = length
    self.isKnown = isKnown
  }

  /// Reads the escape at `base`, with `count` bytes left. Names have only numeric escapes, and octal ones need three digits: any other escape in a
  /// name gives nil. In a string, a backslash before a character beyond ASCII or at the end gives nil.
  init?(_ base: UnsafePointer<UInt8>, _ count: Int, inName: Bool) {
    guard count >= 2 else { return nil }
    let letter = base[1]
    switch letter {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      if let value = Self.number(base + 2, count - 2, base: 16, digits: 2...2) {
        self.init(Unicode.Scalar(UInt8(truncatingIfNeeded: value.0)), 4)
        return
      }
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      if let escape = Self.unicode(base, count) {
        self = escape
        return
      }
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      if let (value, digits) = Self.number(base + 1, count - 1, base: 8, digits: inName ? 3...3 : 1...3), value < 256 {
        self.init(Unicode.Scalar(UInt8(value)), 1 + digits)
        return
      }
    default: break
    }
    guard !inName, letter < 0x80 else { return nil }
    if let scalar = Self.letter(letter) {
      self.init(scalar, 2)
    } else {
      self.init(Unicode.Scalar(letter), 2, isKnown: false)
    }
  }

  private static func letter(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): Unicode.Scalar(byte)
    case UInt8(ascii: "a"): "\u{07}"
    case UInt8(ascii: "b"): "\u{08}"
    case UInt8(ascii: "f"): "\u{0C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "v"): "\u{0B}"
    default: nil
    }
  }

  private static func number(
    _ base: UnsafePointer<UInt8>, _ count: Int, base radix: UInt8, digits: ClosedRange<Int>
  ) -> (UInt32, Int)? {
    var value: UInt32 = 0
    var length = 0
    while length < min(count, digits.upperBound), let digit = ByteClass.digit(base[length], base: radix) {
      value = value * UInt32(radix) + UInt32(digit)
      length += 1
    }
    return digits.contains(length) ? (value, length) : nil
  }

  /// `\uHHHH`. Two escapes that form a surrogate pair give one scalar. An unpaired surrogate gives U+FFFD.
  private static func unicode(_ base: UnsafePointer<UInt8>, _ count: Int) -> Escape? {
    guard let (high, _) = number(base + 2, count - 2, base: 16, digits: 4...4) else { return nil }
    if let scalar = Unicode.Scalar(high) { return Escape(scalar, 6) }
    if high < 0xDC00, count >= 12, base[6] == UInt8(ascii: "\\"), base[7] | 0x20 == UInt8(ascii: "u"),
      let (low, _) = number(base + 8, count - 8, base: 16, digits: 4...4), (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    {
      return Escape(scalar, 12)
    }
    return Escape("\u{FFFD}", 6, isKnown: false)
  }
  /// The text of a string, from the bytes between its quotes. `unknown` receives the range of each unknown escape, in offsets from the first byte.
  static func resolved(_ string: UnsafeBufferPointer<UInt8>, unknown: (Range<Int>) -> Void) -> String {
    guard let base = string.baseAddress else { return "" }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(string.count)
    var offset = 0
    while offset < string.count {
      guard base[offset] == UInt8(ascii: "\\") else {
        bytes.append(base[offset])
        offset += 1
        continue
      }
      guard let escape = Escape(base + offset, string.count - offset, inName: false) else {
        // A backslash before a character beyond ASCII is dropped.
        unknown(offset..<offset + 1)
        offset += 1
        continue
      }
      if !escape.isKnown { unknown(offset..<offset + escape.length) }
      bytes.append(contentsOf: UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
      offset += escape.length
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
