import Foundation
import PredicateSyntax
import PredicateValues

/// The values of a property list in XML that are neither texts nor collections.
enum PropertyListScalar {
  /// The value of `<integer>14</integer>`; nothing for an element that property lists do not have, nil for a text that is no value of the
  /// element.
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
