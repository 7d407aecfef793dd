/// The parts of an XML file in their order, with the place of every byte of its texts.
///
/// Entities that the file declares are refused, because a few lines of them expand to gigabytes.
struct XMLEvents: ByteCursor {
  struct Attribute {
    let name: String
    let value: MappedText
  }

  enum Event {
    /// `<name …>`; `isEmpty` for `<name/>`.
    case start(name: String, attributes: [Attribute], isEmpty: Bool)
    /// `</name>`.
    case end(name: String)
    /// Text between tags.
    case text(MappedText)
  }

  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next part; nil at the end.
  mutating func next() throws(DocumentIssue) -> Event? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else { return .text(try text(until: UInt8(ascii: "<"))) }
      if has("<!--") {
        try skip(to: "-->", "a comment")
      } else if has("<![CDATA[") {
        let start = position + 9
        try skip(to: "]]>", "a CDATA section")
        return .text(MappedText(bytes[start..<position - 3]))
      } else if has("<?") {
        try skip(to: "?>", "an instruction")
      } else if has("<!") {
        try declaration()
      } else {
        return try tag()
      }
    }
    return nil
  }

  private mutating func skip(to end: String, _ what: String) throws(DocumentIssue) {
    guard let found = bytes[position...].firstRange(of: Array(end.utf8)) else {
      throw DocumentIssue("the end of \(what) is missing", at: position)
    }
    position = found.upperBound
  }

  private mutating func declaration() throws(DocumentIssue) {
    let start = position
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "<") where has("<!ENTITY"):
        throw DocumentIssue("entities of the file's own are not read", at: position)
      case UInt8(ascii: ">") where depth <= 0:
        position += 1
        return
      default: break
      }
      position += 1
    }
    throw DocumentIssue("the end of a declaration is missing", at: start)
  }

  private func isName(_ byte: UInt8) -> Bool { !" \t\r\n/>=<\"'".utf8.contains(byte) }

  private mutating func name() throws(DocumentIssue) -> String {
    let start = position
    while position < bytes.count, isName(bytes[position]) { position += 1 }
    guard position > start else { throw DocumentIssue("expected a name; in a text < is written &lt;", at: position) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func tag() throws(DocumentIssue) -> Event {
    let start = position
    position += 1
    if byte == UInt8(ascii: "/") {
      position += 1
      let name = try name()
      skipSpace()
      try take(UInt8(ascii: ">"), or: "the end of a tag is missing", at: start)
      return .end(name: name)
    }
    let name = try name()
    var attributes: [Attribute] = []
    while true {
      skipSpace()
      guard position < bytes.count else { throw DocumentIssue("the end of a tag is missing", at: start) }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        return .start(name: name, attributes: attributes, isEmpty: false)
      }
      if has("/>") {
        position += 2
        return .start(name: name, attributes: attributes, isEmpty: true)
      }
      attributes.append(try attribute())
    }
  }

  private mutating func attribute() throws(DocumentIssue) -> Attribute {
    let name = try name()
    skipSpace()
    try take(UInt8(ascii: "="), or: "expected = behind the name of an attribute")
    skipSpace()
    guard let quote = byte, "\"'".utf8.contains(quote) else {
      throw DocumentIssue("expected a value in quotes", at: position)
    }
    position += 1
    let value = try text(until: quote)
    try take(quote, or: "the second quote is missing")
    return Attribute(name: name, value: value)
  }

  private mutating func text(until end: UInt8) throws(DocumentIssue) -> MappedText {
    var text = MappedText()
    var plain = position
    while position < bytes.count, bytes[position] != end {
      guard bytes[position] == UInt8(ascii: "&") else {
        position += 1
        continue
      }
      text.append(bytes[plain..<position])
      guard let close = bytes[position...].prefix(16).firstIndex(of: UInt8(ascii: ";")),
        let part = Self.entity(String(decoding: bytes[position + 1..<close], as: UTF8.self))
      else { throw DocumentIssue("XML has no such entity; & is written &amp;", at: position) }
      text.append(part, from: position..<close + 1)
      position = close + 1
      plain = position
    }
    text.append(bytes[plain..<position])
    return text
  }

  private static func entity(_ name: String) -> String? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let value = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
    }
  }
}
