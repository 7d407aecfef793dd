/// XML in a form that `XMLParser` can take on each platform.
///
/// FoundationXML, the parser where Foundation is not Apple's, ends the process at parts of XML that are common. libxml2 passes it a null pointer for
/// what a part leaves out: the content of `<?name?>`, the default value of an attribute, the public name of a notation. And in some encodings libxml2
/// passes names that are not UTF-8.
package enum ReadableXML {
  /// A document for `XMLParser`: in UTF-8, with blanks in place of `<?xml … ?>`, so that lines stay the same. On Apple's platforms the document is unchanged.
  ///
  /// ```swift
  /// try ReadableXML.bytes(of: Array("<?xml version='1.0' encoding='UTF-8'?><a/>".utf8))  // 38 blanks and <a/>
  /// try ReadableXML.bytes(of: Array("<a><?b?></a>".utf8))                                // throws UnreadableXML
  /// ```
  ///
  /// - Throws: ``UnreadableXML`` if the document has a part that ends the process, even in a comment or in a text. Finding the ends of comments in a document
  ///   with declarations would need a parser.
  /// - Complexity: linear.
  package static func bytes(of document: [UInt8]) throws(UnreadableXML) -> [UInt8] {
    #if canImport(Darwin)
      return document
    #else
      return try plain(document)
    #endif
  }

  private static func plain(_ document: [UInt8]) throws(UnreadableXML) -> [UInt8] {
    var bytes = UTF16Document.utf8(document) ?? document
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let declaration = declaration(of: bytes)
    let encoding = encoding(in: bytes[declaration])
    for index in declaration where bytes[index] != 0x0A { bytes[index] = 0x20 }
    if String(validating: bytes, as: UTF8.self) == nil || !isUnicode(encoding) {
      guard ["iso-8859-1", "windows-1252"].contains(encoding) else {
        throw UnreadableXML(line: 1, message: "expected XML in UTF-8, found another encoding")
      }
      bytes = Array(String(String.UnicodeScalarView(bytes.map { WindowsLatin.scalar($0) })).utf8)
    }
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      guard let part = dangerousPart(bytes[index...]) else { continue }
      let line = bytes[..<index].count { $0 == 0x0A } + 1
      throw UnreadableXML(line: line, message: "expected XML that is read on this platform, found \(part)")
    }
    return bytes
  }

  /// The range of `<?xml version="1.0"?>`; empty if it is missing.
  private static func declaration(of bytes: [UInt8]) -> Range<Int> {
    guard bytes.starts(with: "<?xml".utf8), bytes.count > 5, bytes[5] <= 0x20,
      let end = bytes.firstRange(of: "?>".utf8)
    else { return 0..<0 }
    return 0..<end.upperBound
  }

  /// The encoding that a declaration names, in lower case.
  private static func encoding(in declaration: ArraySlice<UInt8>) -> String {
    guard let found = declaration.firstRange(of: "encoding".utf8) else { return "utf-8" }
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let name = declaration[found.upperBound...].drop { !quotes.contains($0) }.dropFirst()
    return String(decoding: name.prefix { !quotes.contains($0) }, as: UTF8.self).lowercased()
  }

  /// Whether bytes in this encoding are UTF-8, after the conversion of UTF-16.
  private static func isUnicode(_ encoding: String) -> Bool {
    ["utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii"].contains(encoding)
  }

  /// The kind of part at the beginning of a text that ends the process in FoundationXML; nil for every other text.
  private static func dangerousPart(_ text: ArraySlice<UInt8>) -> String? {
    if text.starts(with: "<?".utf8) {
      let end = text.dropFirst(2).drop { $0 != UInt8(ascii: "?") && $0 > 0x20 }
      return end.starts(with: "?>".utf8) ? "an instruction without content, as in <?name?>" : nil
    }
    if text.starts(with: "<!ATTLIST".utf8) { return "<!ATTLIST" }
    if text.starts(with: "<!NOTATION".utf8) { return "<!NOTATION" }
    guard text.starts(with: "<!ENTITY".utf8) else { return nil }
    return isSimpleEntity(text) ? nil : "<!ENTITY with %, &# or NDATA"
  }

  /// Whether an entity stands for its own text, which is searched like all text. Another entity's text may expand to anything.
  private static func isSimpleEntity(_ text: ArraySlice<UInt8>) -> Bool {
    var quote: UInt8?
    let declaration = text.prefix { byte in
      if quote == nil {
        if byte == UInt8(ascii: ">") { return false }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      } else if byte == quote {
        quote = nil
      }
      return true
    }
    return ["%", "&#", "NDATA"].allSatisfy { declaration.firstRange(of: $0.utf8) == nil }
  }
}

/// A part of an XML document that ``ReadableXML`` refuses.
package struct UnreadableXML: Error, Sendable, Hashable {
  /// The line of the part, from 1.
  package let line: Int
  /// The part that was found.
  package let message: String
}

private enum UTF16Document {
  /// The document in UTF-8; nil if it does not begin as UTF-16.
  static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0])
    guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) else { return nil }
    let units = (0..<bytes.count / 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[index * 2]), UInt16(bytes[index * 2 + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

/// Windows-1252, which has characters where ISO 8859-1 has controls that texts do not use.
private enum WindowsLatin {
  private static let upper = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }
}
