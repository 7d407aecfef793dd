import PredicateDocuments
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Parts of replies.
extension JSONValue {
  /// An object of the members that have a value.
  static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  static func number(_ number: Int?) -> JSONValue? { number.map { .integer(Int64($0)) } }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension String {
  /// The text with at most so many Unicode scalars, and `…` where some are missing.
  func shortened(to count: Int) -> String {
    guard utf8.count > count, let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }

  /// The offset in UTF-16, which scripts count in, of an offset in UTF-8.
  func utf16Offset(ofUTF8 offset: Int) -> Int {
    utf16.distance(from: startIndex, to: utf8.index(startIndex, offsetBy: min(max(0, offset), utf8.count)))
  }

  /// The part before an offset in UTF-16; the whole text if it is shorter.
  func prefix(utf16 offset: Int) -> String {
    String(decoding: utf16.prefix(max(0, offset)), as: UTF16.self)
  }
}

extension PredicateIssue {
  /// Whether people at a page can do something about the issue. A page runs no predicate on Apple's systems, and its own links write extensions.
  var concernsPage: Bool { severity == .error || code != DiagnosticCode.extension.rawValue }

  /// The issue for a page: its words, its place in UTF-16, and the text that mends it, if there is one. Hints at commands are left out.
  func reply(in text: String, fix: String?) -> JSONValue {
    let place = range.flatMap { $0.isNone ? nil : $0 }
    return .members([
      "severity": .string(severity.rawValue), "code": .string(code), "message": .string(message),
      "hint": .text(hint.flatMap { $0.hasPrefix(".") ? nil : $0 }),
      "from": .number(place.map { text.utf16Offset(ofUTF8: Int($0.lowerBound)) }),
      "to": .number(place.map { text.utf16Offset(ofUTF8: Int($0.upperBound)) }), "fix": .text(fix),
    ])
  }
}
