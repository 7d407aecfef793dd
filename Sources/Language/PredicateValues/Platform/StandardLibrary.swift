import PredicateSyntax

extension String {
  /// Runs a closure with the UTF-8 bytes: in place if the string is contiguous, otherwise on a copy.
  @inlinable
  @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

extension Array {
  /// The elements in slices of `count`. The last slice may be shorter.
  package func parts(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}

// The types that all implementations of the platform libraries share: Foundation, ICU, and none.

/// The differences between strings that a collation ignores or compares.
struct CollationForm {
  var ignoresCase = false
  var ignoresMarks = false
  /// Whether runs of digits are compared as numbers.
  var comparesNumbers = false
}

/// A change of a zone: its moment, and how many seconds the zone is ahead of UTC from then on.
struct TimeZoneChange: Sendable {
  let moment: Int
  let offset: Int
}

/// Issues that the libraries of a platform report.
extension PredicateIssue {
  /// An issue of kind `unsupported`, for a feature that this platform or this engine does not have.
  static func notSupported(_ code: DiagnosticCode, _ message: IssueText, hint: String? = nil) -> PredicateIssue {
    .error(code, nil, message, hint: hint, kind: .unsupported)
  }

  /// The issue of a pattern that the engine cannot read.
  static func unusablePattern(_ pattern: String, _ reason: String, at offset: Int?) -> PredicateIssue {
    let place = offset.map { " at offset \($0)" } ?? ""
    return .error(
      .regularExpression, nil, "\"\(shortened(pattern))\" is not a valid regular expression: \(reason)\(place)",
      kind: .domain
    )
  }

  /// The issue of a pattern that takes too many steps.
  static func patternPastLimit(_ pattern: String) -> PredicateIssue {
    .error(
      .regularExpressionSteps, nil,
      "the regular expression \"\(shortened(pattern))\" takes too many steps for one string",
      hint:
        "write the pattern without a repetition inside a repetition, such as (a+)+",
      kind: .limit)
  }

  /// The beginning of a pattern, short enough for a message.
  private static func shortened(_ pattern: String) -> String {
    pattern.utf8.count <= 100 ? pattern : String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(60))) + "…"
  }
}
