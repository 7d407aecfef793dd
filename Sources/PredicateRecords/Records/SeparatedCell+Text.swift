import PredicateValues

extension SeparatedFramer.Cell {
  /// The text of a cell; nil where its bytes are not UTF-8. `isTabbed` tells which escapes it has.
  func text(isTabbed: Bool) -> String? {
    guard hasEscapes else { return Self.text(bytes) }
    var content: [UInt8] = []
    content.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isTabbed, byte == UInt8(ascii: "\\"), index < bytes.count, let meant = Self.meaning(ofEscape: bytes[index]) {
        content.append(meant)
        index += 1
      } else {
        content.append(byte)
        if !isTabbed, byte == UInt8(ascii: "\"") { index += 1 }
      }
    }
    return content.withUnsafeBufferPointer(Self.text)
  }

  private static func meaning(ofEscape letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "\\"): letter
    default: nil
    }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces what is not UTF-8; then the bytes differ.
    return StringSearch.isASCII(bytes) || text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Whether there is nothing in it, not even quotes.
  var isMissing: Bool { bytes.isEmpty && !isQuoted }
}
