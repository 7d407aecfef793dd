import Foundation
import PredicateValues

/// Reads a property list in XML.
package struct XMLPropertyList {
  private var events: XMLEvents

  private init(_ bytes: [UInt8]) { events = XMLEvents(bytes) }

  /// Reads the value of a file.
  package static func read(_ bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode {
    var list = XMLPropertyList(bytes)
    guard let found = try list.element() else { throw DocumentIssue("the file has no value", at: 0) }
    guard try list.element() == nil else { throw DocumentIssue("the file has a second value", at: list.events.start) }
    // The rest of the file is read too, because it must be well-formed.
    while try list.events.next() != nil {}
    return found.node
  }

  /// Reads the next value inside an element. Nil at the end of the element. In a dictionary, `key` is the name of an element `<key>`.
  private mutating func element() throws(DocumentIssue) -> (node: DocumentNode, key: String?, start: Int)? {
    while let event = try events.next() {
      switch event {
      case .text(let text):
        if !text.isBlank { throw DocumentIssue("text outside of a value", at: events.start) }
      case .end: return nil
      case .start("plist", _, _): continue
      case .start(let name, _, let isEmpty):
        let start = events.start
        let (node, key) = try value(name, isEmpty: isEmpty)
        return (node, key, start)
      }
    }
    return nil
  }

  private mutating func value(
    _ name: String, isEmpty: Bool
  ) throws(DocumentIssue) -> (node: DocumentNode, key: String?) {
    switch name {
    case "dict":
      var members: [DocumentMember] = []
      var key: String?
      while !isEmpty, let next = try element() {
        if let found = next.key {
          key = found
        } else if let name = key {
          members.append(DocumentMember(key: name, value: next.node))
          key = nil
        } else {
          throw DocumentIssue("a value in a dictionary must have a key before it", at: next.start)
        }
      }
      return (.table(members), nil)
    case "array":
      var elements: [DocumentNode] = []
      while !isEmpty, let next = try element() { elements.append(next.node) }
      return (.list(elements), nil)
    default:
      let text = isEmpty ? MappedText() : try content(of: name)
      switch name {
      case "key": return (.text(text), text.text)
      case "string": return (.text(text), nil)
      default:
        guard let value = PropertyListScalar.value(of: name, text.text) else {
          throw DocumentIssue("the text of the element <\(name)> is not a valid value of this type", at: events.start)
        }
        return (name == "data" ? .data(text, value) : .value(value), nil)
      }
    }
  }

  private mutating func content(of name: String) throws(DocumentIssue) -> MappedText {
    var text = MappedText(emptyAt: events.position)
    while let event = try events.next() {
      switch event {
      case .text(let part): text.append(part)
      case .end: return text
      case .start(let inner, _, _): throw DocumentIssue("<\(inner)> is inside of <\(name)>", at: events.start)
      }
    }
    return text
  }
}

/// The values of a property list in XML that are neither texts nor collections.
enum PropertyListScalar {
  /// The value of `<integer>14</integer>`. Null for an element that property lists do not have. Nil for a text that is not a value of the element.
  static func value(of element: String, _ text: String) -> QueryValue? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch element {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "integer": return integer(text)
    case "real": return Double(text).map { $0.isNaN ? .null : .double($0) }
    case "date": return ISODate.parse(text).map { .date($0) }
    case "data":
      return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data(Array($0)) }
    default: return .null
    }
  }

  private static func integer(_ text: String) -> QueryValue? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return Int64((isNegative ? "-" : "") + digits.dropFirst(2), radix: 16).map { .integer($0) }
    }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return PlainDigits.number(text, allowsPlus: true)
  }
}
