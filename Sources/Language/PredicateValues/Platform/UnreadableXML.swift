/// A part of an XML document that must not reach `XMLParser` of FoundationXML, the Foundation of platforms that are not Apple's.
///
/// libxml2 passes a null pointer for what a declaration leaves out: the content of `<?name?>`, the default value of an attribute, the public name of
/// a notation. FoundationXML reads that pointer, and the process ends. Apple's Foundation takes every document.
package struct UnreadableXML: Error, Sendable, Hashable {
  /// The line of the part, from 1.
  package let line: Int
  /// What is not read.
  package let message: String

  /// The first such part of a document; nil if `XMLParser` can read the document.
  ///
  /// Comments and texts count as well. To find their ends in a document with declarations takes the parser that is missing. Linear.
  ///
  /// ```swift
  /// UnreadableXML.first(in: Array("<a><?b?></a>".utf8))?.message  // an instruction without content, as in <?name?>, is not read on this platform
  /// ```
  package static func first(in bytes: [UInt8]) -> UnreadableXML? {
    #if canImport(Darwin)
      return nil
    #else
      return XMLScan(bytes).first
    #endif
  }
}

/// Searches the bytes of a document for parts that FoundationXML cannot take.
private struct XMLScan {
  /// The document. The bytes of `<`, `>`, `!` and `?` are those of ASCII.
  private let bytes: [UInt8]
  /// Whether the document says that these bytes may mean other characters.
  private let hasOtherEncoding: Bool

  private static let declarations = ["<!ATTLIST", "<!NOTATION"]
  /// The beginnings of the names of encodings in which a byte of ASCII is that character, and of UTF-16, which is converted.
  private static let encodings = [
    "utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-", "latin1", "windows-125", "shift_jis", "euc-", "gb",
    "big5", "koi8-",
  ]
  /// UTF-32 in both orders, with and without a mark, and EBCDIC.
  private static let otherStarts: [[UInt8]] = [
    [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x3C, 0, 0, 0], [0, 0, 0, 0x3C], [0x4C, 0x6F, 0xA7, 0x94],
  ]

  init(_ document: [UInt8]) {
    bytes = Self.converted(document)
    let encoding = Self.declaredEncoding(bytes) ?? "utf-8"
    hasOtherEncoding =
      Self.otherStarts.contains { document.starts(with: $0) } || !Self.encodings.contains { encoding.hasPrefix($0) }
  }

  /// The encoding that `<?xml version="1.0" encoding="UTF-8"?>` names, in lower case.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let declaration = start.prefix { $0 != UInt8(ascii: ">") }
    guard start.starts(with: "<?xml".utf8), let found = declaration.firstRange(of: "encoding".utf8) else { return nil }
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let name = declaration[found.upperBound...].drop { !quotes.contains($0) }.dropFirst()
    return String(decoding: name.prefix { !quotes.contains($0) }, as: UTF8.self).lowercased()
  }

  /// UTF-16 as UTF-8.
  private static func converted(_ bytes: [UInt8]) -> [UInt8] {
    let isLittleEndian = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0])
    guard isLittleEndian || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) else { return bytes }
    let units = (0..<bytes.count / 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[index * 2]), UInt16(bytes[index * 2 + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  var first: UnreadableXML? {
    if hasOtherEncoding {
      return UnreadableXML(line: 1, message: "the encoding of the document is not read on this platform")
    }
    for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
      if isEmptyInstruction(index) {
        return issue("an instruction without content, as in <?name?>,", at: index)
      }
      if let declaration = Self.declarations.first(where: { bytes[index...].starts(with: $0.utf8) }) {
        return issue("a declaration \(declaration)", at: index)
      }
      if isHidingEntity(index) { return issue("an entity with %, &# or NDATA", at: index) }
    }
    return nil
  }

  /// Whether `<?name?>` is at an offset.
  private func isEmptyInstruction(_ index: Int) -> Bool {
    guard bytes[index...].starts(with: "<?".utf8) else { return false }
    return bytes[(index + 2)...].drop { $0 != UInt8(ascii: "?") && $0 > 0x20 }.starts(with: "?>".utf8)
  }

  /// Whether an entity is declared at an offset whose text may become one of these parts, or whose data is of a notation.
  private func isHidingEntity(_ index: Int) -> Bool {
    guard bytes[index...].starts(with: "<!ENTITY".utf8) else { return false }
    var quote: UInt8?
    let declaration = bytes[index...].prefix { byte in
      if quote == nil {
        if byte == UInt8(ascii: ">") { return false }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      } else if byte == quote {
        quote = nil
      }
      return true
    }
    return ["%", "&#", "NDATA"].contains { declaration.firstRange(of: $0.utf8) != nil }
  }

  private func issue(_ part: String, at index: Int) -> UnreadableXML {
    let line = bytes[..<index].count { $0 == 0x0A } + 1
    return UnreadableXML(line: line, message: "\(part) is not read on this platform")
  }
}
