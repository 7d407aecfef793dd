import Foundation

/// XML property lists. A text with characters that XML cannot hold is a dictionary with its bytes: `utf8`. Null is an empty list.
enum XMLStoreFormat {
  static let textBytesName = "utf8"

  static func bytes(of root: StoreNode) -> [UInt8] {
    var output = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8)
    append(root, indent: 0, to: &output)
    output += "</plist>\n".utf8
    return output
  }

  static func root(of bytes: [UInt8]) throws(StoreFileDamage) -> StoreNode {
    var reader = XMLStoreReader(bytes)
    return try reader.root()
  }

  private static func append(_ node: StoreNode, indent: Int, to output: inout [UInt8]) {
    let space = Array(repeating: UInt8(ascii: " "), count: indent)
    output += space
    switch node {
    case .null: output += "<array/>\n".utf8
    case .boolean(let truth): output += (truth ? "<true/>\n" : "<false/>\n").utf8
    case .integer(let number): output += "<integer>\(number)</integer>\n".utf8
    case .real(let number): output += "<real>\(number)</real>\n".utf8
    case .data(let bytes): output += "<data>\(Data(bytes).base64EncodedString())</data>\n".utf8
    case .text(let text):
      guard text.unicodeScalars.allSatisfy(isAllowed) else {
        output.removeLast(indent)
        return append(.dictionary([StoreMember(textBytesName, .data(Array(text.utf8)))]), indent: indent, to: &output)
      }
      appendElement("string", text, to: &output)
    case .list(let elements):
      if elements.isEmpty { return output += "<array></array>\n".utf8 }
      output += "<array>\n".utf8
      for element in elements { append(element, indent: indent + 1, to: &output) }
      output += space
      output += "</array>\n".utf8
    case .dictionary(let members):
      output += "<dict>\n".utf8
      for member in members {
        output += space
        output.append(UInt8(ascii: " "))
        appendElement("key", member.name, to: &output)
        append(member.value, indent: indent + 1, to: &output)
      }
      output += space
      output += "</dict>\n".utf8
    }
  }

  private static func appendElement(_ name: String, _ text: String, to output: inout [UInt8]) {
    output += "<\(name)>".utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output += "&amp;".utf8
      case UInt8(ascii: "<"): output += "&lt;".utf8
      case UInt8(ascii: ">"): output += "&gt;".utf8
      // A reader of XML makes a line feed of a carriage return.
      case 0x0D: output += "&#13;".utf8
      default: output.append(byte)
      }
    }
    output += "</\(name)>\n".utf8
  }

  /// Whether XML can hold a character.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...: true
    default: false
    }
  }
}

/// Reads an XML property list in UTF-8. It knows no entities but those of XML itself, so that a text is never longer than its file.
struct XMLStoreReader {
  private static let maximumDepth = 64

  private let bytes: [UInt8]
  private var offset = 0
  /// The lists and dictionaries that are not closed yet, the outermost first.
  private var open: [Container] = []

  private struct Container {
    let isDictionary: Bool
    let start: Int
    var elements: [StoreNode] = []
    var members: [StoreMember] = []
    var name: String?
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func damage(_ message: String, at place: Int? = nil) -> StoreFileDamage {
    StoreFileDamage(message, in: bytes, at: place ?? offset)
  }

  private func isAt(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
  }

  /// Goes behind a text.
  private mutating func skip(past text: String, _ what: String) throws(StoreFileDamage) {
    let start = offset
    let end = Array(text.utf8)
    while offset < bytes.count {
      if bytes[offset] == end[0], bytes[offset...].starts(with: end) {
        offset += end.count
        return
      }
      offset += 1
    }
    throw damage("\(what) has no end", at: start)
  }

  /// Skips spaces, comments and instructions.
  private mutating func skipBetween() throws(StoreFileDamage) {
    while true {
      skipSpace()
      if isAt("<!--") {
        try skip(past: "-->", "a comment")
      } else if isAt("<?") {
        try skip(past: "?>", "an instruction")
      } else {
        return
      }
    }
  }

  mutating func root() throws(StoreFileDamage) -> StoreNode {
    if isAt("\u{FEFF}") { offset += 3 }
    try skipBetween()
    if isAt("<!DOCTYPE") {
      let start = offset
      try skip(past: ">", "the document type")
      guard !bytes[start..<offset].contains(UInt8(ascii: "[")) else {
        throw damage("the document type declares something of its own", at: start)
      }
      try skipBetween()
    }
    let start = offset
    guard let tag = try tag(), tag.name == "plist", !tag.isClosing, !tag.isEmpty else {
      throw damage("expected <plist>", at: start)
    }
    let value = try value()
    try skipBetween()
    let end = offset
    guard let closing = try self.tag(), closing.name == "plist", closing.isClosing else {
      throw damage("expected </plist>", at: end)
    }
    try skipBetween()
    guard offset == bytes.count else { throw damage("text stands behind the property list") }
    return value
  }

  private struct Tag {
    let name: String
    let isClosing: Bool
    let isEmpty: Bool
  }

  /// Reads a tag, its attributes left out; nil where there is none.
  private mutating func tag() throws(StoreFileDamage) -> Tag? {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "<") else { return nil }
    let start = offset
    guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: ">")) else { throw damage("a tag has no end") }
    var inner = bytes[(offset + 1)..<end]
    offset = end + 1
    let isClosing = inner.first == UInt8(ascii: "/")
    if isClosing { inner.removeFirst() }
    let isEmpty = inner.last == UInt8(ascii: "/")
    if isEmpty { inner.removeLast() }
    let name = inner.prefix { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard !name.isEmpty, name.allSatisfy({ (0x61...0x7A).contains($0) }), !(isClosing && isEmpty) else {
      throw damage("a tag is none of a property list", at: start)
    }
    return Tag(name: String(decoding: name, as: UTF8.self), isClosing: isClosing, isEmpty: isEmpty)
  }

  /// Reads one value, whose lists and dictionaries are kept in ``open``.
  private mutating func value() throws(StoreFileDamage) -> StoreNode {
    while true {
      try skipBetween()
      let start = offset
      guard let tag = try tag() else { throw damage(offset == bytes.count ? "the file ends here" : "expected a tag") }
      let found: StoreNode
      switch (tag.name, tag.isClosing) {
      case ("array", true), ("dict", true): found = try close(tag.name, at: start)
      case ("array", false), ("dict", false):
        guard open.count < Self.maximumDepth else { throw damage("values stand too deep", at: start) }
        try expectValue(start)
        open.append(Container(isDictionary: tag.name == "dict", start: start))
        guard tag.isEmpty else { continue }
        found = try close(tag.name, at: start)
      case ("key", false):
        guard let last = open.indices.last, open[last].isDictionary, open[last].name == nil else {
          throw damage("a key stands where a value has to be", at: start)
        }
        open[last].name = try text(of: tag)
        continue
      default:
        try expectValue(start)
        found = try scalar(tag, at: start)
      }
      guard let last = open.indices.last else { return found }
      if open[last].isDictionary {
        open[last].members.append(StoreMember(open[last].name ?? "", found))
        open[last].name = nil
      } else {
        open[last].elements.append(found)
      }
    }
  }

  /// Checks that a value may stand here: in a dictionary behind a key alone.
  private func expectValue(_ start: Int) throws(StoreFileDamage) {
    if let last = open.last, last.isDictionary, last.name == nil {
      throw damage("a value stands where a key has to be", at: start)
    }
  }

  private mutating func close(_ name: String, at start: Int) throws(StoreFileDamage) -> StoreNode {
    guard let container = open.popLast(), container.isDictionary == (name == "dict"), container.name == nil else {
      throw damage("</\(name)> closes nothing here", at: start)
    }
    guard container.isDictionary else { return .list(container.elements) }
    if container.members.count == 1, container.members[0].name == XMLStoreFormat.textBytesName,
      case .data(let bytes) = container.members[0].value
    {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw damage("the bytes of a text are not UTF-8", at: container.start)
      }
      return .text(text)
    }
    return .dictionary(container.members)
  }

  private mutating func scalar(_ tag: Tag, at start: Int) throws(StoreFileDamage) -> StoreNode {
    let text = try text(of: tag)
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let value: StoreNode? =
      switch tag.name {
      case "string": .text(text)
      case "true" where trimmed.isEmpty: .boolean(true)
      case "false" where trimmed.isEmpty: .boolean(false)
      case "integer": Int64(trimmed).map { .integer($0) }
      case "real": Double(trimmed).map { .real($0) }
      case "data":
        Data(base64Encoded: String(text.filter { !$0.isWhitespace })).map { .data([UInt8]($0)) }
      default: nil
      }
    guard !tag.isClosing, let value else {
      throw damage("<\(tag.isClosing ? "/" : "")\(tag.name)> has no value of a store", at: start)
    }
    return value
  }

  /// The text up to the end of an element.
  private mutating func text(of tag: Tag) throws(StoreFileDamage) -> String {
    if tag.isEmpty { return "" }
    let start = offset
    var text: [UInt8] = []
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "&"): try appendReference(to: &text)
      case UInt8(ascii: "<"):
        if isAt("<![CDATA[") {
          let first = offset + 9
          try skip(past: "]]>", "a section of characters")
          text += bytes[first..<(offset - 3)]
          continue
        }
        let end = offset
        guard let closing = try self.tag(), closing.isClosing, closing.name == tag.name else {
          throw damage("expected </\(tag.name)>", at: end)
        }
        if let valid = String(validating: text, as: UTF8.self) { return valid }
        throw damage("a text is not UTF-8", at: start)
      default:
        text.append(bytes[offset])
        offset += 1
      }
    }
    throw damage("the file ends inside of <\(tag.name)>")
  }

  /// Reads `&amp;` and its kin, and `&#13;`.
  private mutating func appendReference(to text: inout [UInt8]) throws(StoreFileDamage) {
    let start = offset
    guard let end = bytes[offset...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw damage("“&” begins no reference", at: start)
    }
    let name = String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)
    offset = end + 1
    switch name {
    case "amp": text.append(UInt8(ascii: "&"))
    case "lt": text.append(UInt8(ascii: "<"))
    case "gt": text.append(UInt8(ascii: ">"))
    case "quot": text.append(UInt8(ascii: "\""))
    case "apos": text.append(UInt8(ascii: "'"))
    default:
      var number = name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      if name.hasPrefix("#x") { number = UInt32(name.dropFirst(2), radix: 16) }
      guard let scalar = number.flatMap(Unicode.Scalar.init), XMLStoreFormat.isAllowed(scalar) else {
        throw damage("“&\(name);” stands for no character", at: start)
      }
      text += String(Character(scalar)).utf8
    }
  }
}
