import Foundation
import PredicateDocuments

/// XML property lists. A text with characters that XML cannot contain is a dictionary with its bytes: `utf8`. Null is an empty list.
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
      guard text.unicodeScalars.allSatisfy(XMLEvents.isAllowed) else {
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
      // A carriage return is escaped, because XML readers turn it into a line feed.
      case 0x0D: output += "&#13;".utf8
      default: output.append(byte)
      }
    }
    output += "</\(name)>\n".utf8
  }
}

/// Reads the values of a store from an XML property list.
struct XMLStoreReader {
  private var events: XMLEvents

  /// A reader of a file in UTF-8. The number of elements needs no other limit than the size of the file, because every element takes bytes.
  init(_ bytes: [UInt8]) { events = XMLEvents(bytes, mostElements: bytes.count) }

  /// The tag of an element.
  private typealias Tag = (name: String, isEmpty: Bool)

  mutating func root() throws(StoreFileDamage) -> StoreNode {
    do throws(DocumentIssue) {
      guard String(validating: events.bytes, as: UTF8.self) != nil else { throw issue("the file is not UTF-8") }
      guard let list = try tag(), list.name == "plist", let first = try tag() else { throw issue("expected <plist>") }
      let value = try value(first)
      guard try tag() == nil, try events.next() == nil else {
        throw issue("the property list must not contain a second value")
      }
      return value
    } catch {
      throw StoreFileDamage(error.message, in: events.bytes, at: error.offset)
    }
  }

  /// An issue at the last tag.
  private func issue(_ message: String) -> DocumentIssue { DocumentIssue(message, at: events.start) }

  /// The tag of the next element inside the current one. Nil at the end of the current element.
  private mutating func tag() throws(DocumentIssue) -> Tag? {
    while let event = try events.next() {
      switch event {
      case .start(let name, _, let isEmpty): return (name, isEmpty)
      case .end: return nil
      case .text(let text): guard text.isBlank else { throw issue("text outside of a value") }
      }
    }
    return nil
  }

  private mutating func value(_ tag: Tag) throws(DocumentIssue) -> StoreNode {
    switch tag.name {
    case "array":
      var elements: [StoreNode] = []
      while !tag.isEmpty, let next = try self.tag() { elements.append(try value(next)) }
      return .list(elements)
    case "dict": return try dictionary(tag)
    default: return try scalar(tag)
    }
  }

  private mutating func dictionary(_ tag: Tag) throws(DocumentIssue) -> StoreNode {
    let start = events.start
    var members: [StoreMember] = []
    while !tag.isEmpty, let next = try self.tag() {
      guard next.name == "key" else { throw issue("expected a key, found <\(next.name)>") }
      let name = try text(of: next)
      guard let found = try self.tag() else { throw issue("the key “\(name)” has no value") }
      members.append(StoreMember(name, try value(found)))
    }
    if members.count == 1, members[0].name == XMLStoreFormat.textBytesName, case .data(let bytes) = members[0].value {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw DocumentIssue("the bytes of a text must be UTF-8", at: start)
      }
      return .text(text)
    }
    return .dictionary(members)
  }

  private mutating func scalar(_ tag: Tag) throws(DocumentIssue) -> StoreNode {
    let start = events.start
    let text = try text(of: tag)
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let value: StoreNode? =
      switch tag.name {
      case "string": .text(text)
      case "true" where trimmed.isEmpty: .boolean(true)
      case "false" where trimmed.isEmpty: .boolean(false)
      case "integer": Int64(trimmed).map { .integer($0) }
      case "real": Double(trimmed).map { .real($0) }
      case "data": Data(base64Encoded: String(text.filter { !$0.isWhitespace })).map { .data([UInt8]($0)) }
      default: nil
      }
    guard let value else {
      throw DocumentIssue("the element <\(tag.name)> cannot be a value in a store file", at: start)
    }
    return value
  }

  /// The text up to the end of an element.
  private mutating func text(of tag: Tag) throws(DocumentIssue) -> String {
    var text = ""
    while !tag.isEmpty, let event = try events.next() {
      switch event {
      case .text(let part): text += part.text
      case .end: return text
      case .start(let inner, _, _): throw issue("<\(inner)> is inside of <\(tag.name)>")
      }
    }
    return text
  }
}
