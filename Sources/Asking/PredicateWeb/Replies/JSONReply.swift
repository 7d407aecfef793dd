import PredicateDocuments
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Helpers that build replies.
extension JSONValue {
  /// An object with those of the members that have a value.
  static func members(_ parts: KeyValuePairs<String, JSONValue?>...) -> JSONValue {
    .object(JSONObject(parts.joined().compactMap { name, value in value.map { (name, $0) } }))
  }

  static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }

  static func number(_ number: Int?) -> JSONValue? { number.map { .integer(Int64($0)) } }

  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension String {
  /// The text with at most `count` Unicode scalars. A shortened text ends with `…`.
  func shortened(to count: Int) -> String {
    guard utf8.count > count, let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }

  /// Converts an offset in UTF-8 to one in UTF-16, in which scripts count.
  func utf16Offset(ofUTF8 offset: Int) -> Int {
    utf16.distance(from: startIndex, to: utf8.index(startIndex, offsetBy: min(max(0, offset), utf8.count)))
  }

  /// The text before an offset in UTF-16; the whole text if it is shorter.
  func prefix(utf16 offset: Int) -> String {
    String(decoding: utf16.prefix(max(0, offset)), as: UTF16.self)
  }
}

extension PredicateIssue {
  /// The issue for a page: its words, its place in UTF-16, and the texts that mend it.
  ///
  /// - Parameters:
  ///   - hint: The words of the hint that the page shows; nil for none.
  ///   - isUnfinished: Whether the issue is about the word that is being typed.
  func reply(in text: String, hint: String?, fixes: [String], isUnfinished: Bool) -> JSONValue {
    let place = range.flatMap { $0.isNone ? nil : $0 }
    return .members([
      "severity": .string(severity.rawValue), "code": .string(code), "message": .string(message),
      "hint": .text(hint),
      "from": .number(place.map { text.utf16Offset(ofUTF8: Int($0.lowerBound)) }),
      "to": .number(place.map { text.utf16Offset(ofUTF8: Int($0.upperBound)) }),
      "fixes": fixes.isEmpty ? nil : .texts(fixes), "unfinished": isUnfinished ? .boolean(true) : nil,
    ])
  }
}
