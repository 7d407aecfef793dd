import Foundation
import PredicateValues

struct XMLPropertyList {
  private var events: XMLEvents
  private var count = 0

  private init(_ bytes: [UInt8]) { events = XMLEvents(bytes) }

  static func read(_ bytes: [UInt8]) throws(DocumentIssue) -> DocumentNode {
    var list = XMLPropertyList(bytes)
    guard let found = try list.element(in: "plist", depth: 0) else {
      throw DocumentIssue("the file has no value", at: 0)
    }
    return found.node
  }

  /// The next value in an element; nil at the element's end. A key of a dictionary is returned as `key`.
  private mutating func element(
    in parent: String, depth: Int
  ) throws(DocumentIssue) -> (node: DocumentNode, key: String?)? {
    guard depth < DocumentLimits.depth else {
      throw DocumentIssue("values stand more than \(DocumentLimits.depth) deep", at: events.position)
    }
    while let event = try events.next() {
      switch event {
      case .text(let text):
        if !text.isBlank { throw DocumentIssue("text stands outside of a value", at: events.position) }
      case .end: return nil
      case .start("plist", _, _): continue
      case .start(let name, _, let isEmpty):
        count += 1
        guard count <= DocumentLimits.values else {
          throw DocumentIssue("there are more than \(DocumentLimits.values) values", at: events.position)
        }
        return try value(name, isEmpty: isEmpty, depth: depth)
      }
    }
    if parent == "plist" { return nil }
    throw DocumentIssue("the end of <\(parent)> is missing", at: events.position)
  }

  private mutating func value(
    _ name: String, isEmpty: Bool, depth: Int
  ) throws(DocumentIssue) -> (node: DocumentNode, key: String?) {
    switch name {
    case "dict":
      var members: [DocumentMember] = []
      var key: String?
      while !isEmpty, let next = try element(in: name, depth: depth + 1) {
        if let found = next.key {
          key = found
        } else if let name = key {
          members.append(DocumentMember(key: name, value: next.node))
          key = nil
        } else {
          throw DocumentIssue("a value of a dictionary has no key", at: events.position)
        }
      }
      return (.table(members), nil)
    case "array":
      var elements: [DocumentNode] = []
      while !isEmpty, let next = try element(in: name, depth: depth + 1) { elements.append(next.node) }
      return (.list(elements), nil)
    default:
      let text = isEmpty ? MappedText() : try content(of: name)
      switch name {
      case "key": return (.text(text), text.text)
      case "string": return (.text(text), nil)
      default:
        guard let value = PropertyListScalar.value(of: name, text.text) else {
          throw DocumentIssue("the text of <\(name)> is no value of it", at: events.position)
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
      case .start(let inner, _, _):
        throw DocumentIssue("<\(inner)> stands inside of <\(name)>", at: events.position)
      }
    }
    throw DocumentIssue("the end of <\(name)> is missing", at: events.position)
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
