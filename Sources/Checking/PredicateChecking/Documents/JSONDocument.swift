import PredicateValues

/// Reads JSON with the place of every byte of its texts.
struct JSONDocument: ByteCursor {
  let bytes: [UInt8]
  var position = 0
  private var count = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func read(_ bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode {
    var document = JSONDocument(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { document.position = 3 }
    let node = try document.value(depth: 0)
    document.skipSpace()
    guard document.position == bytes.count else { throw document.issue("expected the end of the file") }
    return node
  }

  private func issue(_ message: String) -> DocumentIssue { DocumentIssue(message, at: position) }

  private mutating func value(depth: Int) throws(DocumentIssue) -> DocumentNode {
    guard depth < DocumentLimits.depth else { throw issue("values stand more than \(DocumentLimits.depth) deep") }
    count += 1
    guard count <= DocumentLimits.values else { throw issue("there are more than \(DocumentLimits.values) values") }
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try table(depth)
    case UInt8(ascii: "["): return try list(depth)
    case UInt8(ascii: "\""): return .text(try string())
    case nil: throw issue("expected a value, found the end of the file")
    default:
      let start = position
      while let byte, !" \n\r\t,]}:{[\"".utf8.contains(byte) { position += 1 }
      return .value(try scalar(String(decoding: bytes[start..<position], as: UTF8.self), at: start))
    }
  }

  private func scalar(_ word: String, at start: Int) throws(DocumentIssue) -> QueryValue {
    switch word {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      let digits = word.drop { $0 == "-" }
      let hasExtraZero = digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true
      guard !hasExtraZero, let number = PlainDigits.number(word) else {
        throw DocumentIssue("expected a value", at: start)
      }
      return number
    }
  }

  private mutating func list(_ depth: Int) throws(DocumentIssue) -> DocumentNode {
    position += 1
    var elements: [DocumentNode] = []
    skipSpace()
    while byte != UInt8(ascii: "]") {
      elements.append(try value(depth: depth + 1))
      try separator(before: UInt8(ascii: "]"))
    }
    position += 1
    return .list(elements)
  }

  private mutating func table(_ depth: Int) throws(DocumentIssue) -> DocumentNode {
    position += 1
    var members: [DocumentMember] = []
    skipSpace()
    while byte != UInt8(ascii: "}") {
      guard byte == UInt8(ascii: "\"") else { throw issue("expected a key in quotes") }
      let key = try string().text
      skipSpace()
      try take(UInt8(ascii: ":"), or: "expected a colon")
      members.append(DocumentMember(key: key, value: try value(depth: depth + 1)))
      try separator(before: UInt8(ascii: "}"))
    }
    position += 1
    return .table(members)
  }

  private mutating func separator(before end: UInt8) throws(DocumentIssue) {
    skipSpace()
    if byte == UInt8(ascii: ",") {
      position += 1
      skipSpace()
      if byte == end { throw issue("expected a value behind the comma") }
    } else if byte != end {
      throw issue("expected a comma or the end")
    }
  }

  private mutating func string() throws(DocumentIssue) -> MappedText {
    let start = position
    position += 1
    var text = MappedText()
    var plain = position
    while let byte, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw issue("a text ends on its line") }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      text.append(bytes[plain..<position])
      try escape(into: &text)
      plain = position
    }
    text.append(bytes[plain..<position])
    try take(UInt8(ascii: "\""), or: "the second quote of a text is missing", at: start)
    return text
  }

  private mutating func escape(into text: inout MappedText) throws(DocumentIssue) {
    let start = position
    guard position + 1 < bytes.count else { throw issue("the text ends in its escape") }
    let letter = bytes[position + 1]
    position += 2
    if let part = EscapeLetter.meaning(letter, among: "\"\\/bfnrt") {
      text.append(part, from: start..<position)
      return
    }
    guard letter == UInt8(ascii: "u"), var value = hexadecimal(at: position) else {
      throw DocumentIssue("JSON has no such escape", at: start)
    }
    position += 4
    if (0xD800..<0xDC00).contains(value), bytes[position...].starts(with: "\\u".utf8),
      let low = hexadecimal(at: position + 2), (0xDC00..<0xE000).contains(low)
    {
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      position += 6
    }
    text.append(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")), from: start..<position)
  }

  private func hexadecimal(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    return UInt32(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16)
  }
}
