import PredicateDocuments
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Helpers that build replies.
extension JSONValue {
  /// A JSON object of the given members. Members whose value is nil are left out.
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
}

/// Computes parts of a reply that the page can do without. After the time limit of the reply, all further parts are left out.
struct OptionalWork {
  /// Whether the time is over.
  private(set) var isLate = false

  /// The result of some work; nil after the time is over, and if the back end cannot do the work.
  mutating func result<Result>(_ work: () throws -> Result) throws -> Result? {
    if isLate { return nil }
    do {
      return try work()
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      return nil
    } catch is CancellationError {
      isLate = true
      return nil
    }
  }
}
