extension PredicateIssue {
  /// A text that can be written in the place of a part of the format.
  ///
  /// ```swift
  /// issue.replacement?.text                           // year
  /// issue.replacement?.applied(to: "yaer > 1990")     // year > 1990
  /// ```
  public struct Replacement: Sendable, Hashable {
    /// What to write.
    public let text: String
    /// Where, in UTF-8 offsets of the format.
    public let range: SourceRange

    /// A text for a place.
    public init(text: String, range: SourceRange) {
      self.text = text
      self.range = range
    }

    /// The format with the text in its place; nil for a format that the issue is not about, which is too short.
    public func applied(to format: String) -> String? {
      guard let place = range.indices(in: format) else { return nil }
      return String(format[..<place.lowerBound]) + text + String(format[place.upperBound...])
    }
  }

  /// Where the issue is in its format, for a text view or an `AttributedString`.
  ///
  /// ```swift
  /// if let place = issue.range(in: text) { text[place] }  // yaer
  /// ```
  ///
  /// - Returns: Nil where the issue has no place, and for a format that it is not about, which is too short.
  public func range(in format: String) -> Range<String.Index>? { range?.indices(in: format) }
}

extension SourceRange {
  /// The range as indices of a text, moved back to where scalars begin; nil where the text ends before.
  fileprivate func indices(in text: String) -> Range<String.Index>? {
    let utf8 = text.utf8
    guard !isNone,
      let lower = utf8.index(utf8.startIndex, offsetBy: Int(lowerBound), limitedBy: utf8.endIndex),
      let upper = utf8.index(lower, offsetBy: Int(upperBound - lowerBound), limitedBy: utf8.endIndex)
    else { return nil }
    return lower.roundedToScalar(in: text)..<upper.roundedToScalar(in: text)
  }
}

extension String.Index {
  /// The index of the scalar that the index stands in.
  fileprivate func roundedToScalar(in text: String) -> String.Index {
    var index = self
    while index.samePosition(in: text.unicodeScalars) == nil { index = text.utf8.index(before: index) }
    return index
  }
}
