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
