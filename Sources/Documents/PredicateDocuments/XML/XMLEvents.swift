/// The parts of an XML document in order. Every byte of their texts has its offset in the file.
///
/// ```swift
/// var events = XMLEvents(Array("<a b='1'>x &lt; y</a>".utf8))
/// try events.next()  // .start(name: "a", attributes: [b = 1], isEmpty: false)
/// try events.next()  // .text, which is "x < y"
/// try events.next()  // .end(name: "a")
/// try events.next()  // nil
/// ```
///
/// Up to each part the document is well-formed: every end tag matches the open element. Line ends become `\n`, as XML prescribes. Entities that the
/// document declares are refused, because a few lines of them can expand to gigabytes.
package struct XMLEvents: ByteCursor {
  /// An attribute of an element.
  package struct Attribute {
    package let name: String
    package let value: MappedText
  }

  /// A part of the document.
  package enum Event {
    /// `<name …>`. `isEmpty` is true for `<name/>`, which has no end part.
    case start(name: String, attributes: [Attribute], isEmpty: Bool)
    /// `</name>`.
    case end(name: String)
    /// Text between tags.
    case text(MappedText)
  }

  package let bytes: [UInt8]
  package var position = 0
  /// The offset of the part that was read last.
  package private(set) var start = 0
  /// The names of the open elements, outermost first.
  private var open: [String] = []
  private var elementCount = 0
  private var rootCount = 0
  private let mostElements: Int
  private let isFragment: Bool

  /// The parts of a document in UTF-8, see ``FileText``.
  ///
  /// - Parameters:
  ///   - isFragment: Whether there may be several elements and text outside of an element.
  ///   - mostElements: The most elements that are read.
  package init(_ bytes: [UInt8], isFragment: Bool = false, mostElements: Int = DocumentLimits.values) {
    self.bytes = bytes
    self.isFragment = isFragment
    self.mostElements = mostElements
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private func issue(_ message: String) -> DocumentIssue { DocumentIssue(message, at: start) }

  /// The next part; nil at the end.
  ///
  /// - Throws: ``DocumentIssue`` if the document is not well-formed, or nests elements more than ``DocumentLimits/depth`` deep.
  package mutating func next() throws(DocumentIssue) -> Event? {
    while position < bytes.count {
      start = position
      if bytes[position] != UInt8(ascii: "<") {
        if let found = try outerText(try text(until: UInt8(ascii: "<"))) { return found }
      } else if has("<!--") {
        try skip(to: "-->", "a comment")
      } else if has("<![CDATA[") {
        try skip(to: "]]>", "a CDATA section")
        if let found = try outerText(literal(start + 9..<position - 3)) { return found }
      } else if has("<?") {
        try skip(to: "?>", "an instruction")
      } else if has("<!") {
        try declaration()
      } else {
        return try tag()
      }
    }
    start = position
    if let name = open.last { throw issue("the end of <\(name)> is missing") }
    if rootCount == 0, !isFragment { throw DocumentIssue("the document has no element", at: 0) }
    return nil
  }

  /// Makes a text into a part. Nil for white space outside of all elements of a document.
  private func outerText(_ text: MappedText) throws(DocumentIssue) -> Event? {
    if !open.isEmpty || isFragment { return .text(text) }
    guard text.isBlank else { throw issue("text is not allowed outside of the root element") }
    return nil
  }

  private mutating func skip(to end: String, _ what: String) throws(DocumentIssue) {
    guard let found = bytes[position...].firstRange(of: Array(end.utf8)) else {
      throw issue("the end of \(what) is missing")
    }
    position = found.upperBound
  }

  private mutating func declaration() throws(DocumentIssue) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "<") where has("<!ENTITY"):
        throw DocumentIssue("entities that the file itself declares cannot be used", at: position)
      case UInt8(ascii: ">") where depth <= 0:
        position += 1
        return
      default: break
      }
      position += 1
    }
    throw issue("the end of a declaration is missing")
  }

  // MARK: Tags

  private func isName(_ byte: UInt8) -> Bool { !" \t\r\n/>=<\"'".utf8.contains(byte) }

  private mutating func name() throws(DocumentIssue) -> String {
    let first = position
    while position < bytes.count, isName(bytes[position]) { position += 1 }
    guard position > first else {
      throw DocumentIssue("expected a name after <. In a text, write &lt; for <", at: position)
    }
    return String(decoding: bytes[first..<position], as: UTF8.self)
  }

  private mutating func tag() throws(DocumentIssue) -> Event {
    position += 1
    if byte == UInt8(ascii: "/") {
      position += 1
      let name = try name()
      skipSpace()
      try take(UInt8(ascii: ">"), or: "the closing > of a tag is missing", at: start)
      guard let last = open.popLast() else { throw issue("</\(name)> ends no element") }
      guard last == name else { throw issue("expected </\(last)>, found </\(name)>") }
      return .end(name: name)
    }
    let name = try name()
    var attributes: [Attribute] = []
    while true {
      skipSpace()
      guard position < bytes.count else { throw issue("the closing > of a tag is missing") }
      let isEmpty = has("/>")
      if isEmpty || bytes[position] == UInt8(ascii: ">") {
        position += isEmpty ? 2 : 1
        try enter(name, isEmpty: isEmpty)
        return .start(name: name, attributes: attributes, isEmpty: isEmpty)
      }
      let attribute = try attribute()
      guard attributes.allSatisfy({ $0.name != attribute.name }) else {
        throw issue("<\(name)> has the attribute \(attribute.name) twice")
      }
      attributes.append(attribute)
    }
  }

  /// Counts an element. An empty element ends with its own tag, so it is not opened.
  private mutating func enter(_ name: String, isEmpty: Bool) throws(DocumentIssue) {
    guard open.count < DocumentLimits.depth else {
      throw issue("elements must not be nested more than \(DocumentLimits.depth) levels deep")
    }
    elementCount += 1
    guard elementCount <= mostElements else { throw issue("there are more than \(mostElements) elements") }
    if open.isEmpty {
      rootCount += 1
      guard rootCount == 1 || isFragment else {
        throw issue("the document must not have a second root element, found <\(name)>")
      }
    }
    if !isEmpty { open.append(name) }
  }

  private mutating func attribute() throws(DocumentIssue) -> Attribute {
    let name = try name()
    skipSpace()
    try take(UInt8(ascii: "="), or: "expected = after the name of an attribute")
    skipSpace()
    guard let quote = byte, "\"'".utf8.contains(quote) else {
      throw DocumentIssue("expected a value in quotes", at: position)
    }
    position += 1
    let value = try text(until: quote)
    try take(quote, or: "the second quote is missing")
    return Attribute(name: name, value: value)
  }

  // MARK: Texts

  /// The text up to a byte: `<` after a text between tags, a quote after the value of an attribute.
  private mutating func text(until end: UInt8) throws(DocumentIssue) -> MappedText {
    let isAttribute = end != UInt8(ascii: "<")
    var text = MappedText()
    var plain = position
    while position < bytes.count, bytes[position] != end {
      let first = position
      let part: String
      switch bytes[position] {
      case UInt8(ascii: "&"):
        guard let close = bytes[position...].prefix(16).firstIndex(of: UInt8(ascii: ";")),
          let found = Self.entity(String(decoding: bytes[position + 1..<close], as: UTF8.self))
        else { throw DocumentIssue("in XML, & is written &amp;", at: position) }
        part = found
        position = close + 1
      case 0x0D:
        part = isAttribute ? " " : "\n"
        position += 1
        if byte == 0x0A { position += 1 }
      case 0x09 where isAttribute, 0x0A where isAttribute:
        part = " "
        position += 1
      default:
        position += 1
        continue
      }
      text.append(bytes[plain..<first])
      text.append(part, from: first..<position)
      plain = position
    }
    text.append(bytes[plain..<position])
    return text
  }

  /// The text of a CDATA section.
  private func literal(_ range: Range<Int>) -> MappedText {
    var text = MappedText()
    var plain = range.lowerBound
    while let end = bytes[plain..<range.upperBound].firstIndex(of: 0x0D) {
      text.append(bytes[plain..<end])
      plain = end + 1
      if plain < range.upperBound, bytes[plain] == 0x0A { plain += 1 }
      text.append("\n", from: end..<plain)
    }
    text.append(bytes[plain..<range.upperBound])
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
      guard let scalar = value.flatMap(Unicode.Scalar.init), isAllowed(scalar) else { return nil }
      return String(Character(scalar))
    }
  }

  /// Whether XML 1.0 allows a character (production 2, `Char`).
  package static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...: true
    default: false
    }
  }
}
