import PredicateSyntax

/// A predicate as a consumer writes it, and the masked text for the language's parser.
///
/// Every construct that the language does not have is masked by a name or a constant of the same length. So each range in the masked text is the same
/// range in the original.
///
/// ```swift
/// // @status(device.model.family) == 'iPad'
/// // _status_device_model_family_ == 'iPad'
/// ```
package struct ConsumerText {
  /// The text for the language's parser.
  package let masked: String
  let bytes: [UInt8]
  /// The masked parts, by the offsets of their first bytes.
  package private(set) var terms: [Int: ConsumerTerm] = [:]
  /// Spotlight's modifiers after a value, `"x"cd`, by the end offset of the value.
  private(set) var modifiers: [Int: StringOptions] = [:]
  /// The ranges of `%@` after a dot, which is masked as `%K`.
  private(set) var keySpecifiers: [SourceRange] = []

  /// Masks the constructs that only the consumer has. Linear.
  package init(_ text: String, profile: UseProfile) {
    var scanner = ConsumerScanner(text, profile: profile)
    scanner.run()
    bytes = scanner.masked
    masked = String(decoding: bytes, as: UTF8.self)
    for term in scanner.terms { terms[Int(term.range.lowerBound)] = term }
    modifiers = scanner.modifiers
    keySpecifiers = scanner.keySpecifiers
  }

  /// The masked term at a range that the parser reported.
  func term(at range: SourceRange) -> ConsumerTerm? {
    range.isNone ? nil : terms[Int(range.lowerBound)]
  }

  /// Whether a range contains a name in percent signs. A program replaces the name later, so the value is unknown during the check.
  func holdsPercentName(_ range: SourceRange) -> Bool {
    terms.values.contains {
      guard case .percentName = $0.kind else { return false }
      return $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound
    }
  }

  /// The issue with the masked names replaced by the original ones.
  package func restored(_ issue: PredicateIssue) -> PredicateIssue {
    if terms.isEmpty { return issue }
    return PredicateIssue(
      issue.severity, issue.kind, issue.code, IssueText(restored(issue.message)), range: issue.range,
      hint: issue.hint.map(restored), suggestion: issue.suggestion.map(restored)
    ).replacing(with: issue.replacement.map { restored($0.text) }, at: issue.replacement?.range)
  }

  /// The text with the masked names replaced by the original ones.
  package func restored(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for term in terms.values {
      let masked = Array(term.masked.utf8)
      var index = 0
      while let found = bytes[index...].firstRange(of: masked) {
        bytes.replaceSubrange(found, with: term.original.utf8)
        index = found.lowerBound + term.original.utf8.count
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A part of a predicate's text that only the consumer's language has.
package struct ConsumerTerm {
  package enum Kind {
    /// `@status(device.model.family)`.
    case named(word: String, name: String)
    /// `@Status(x)`, `@statsu(x)`: a word that the consumer does not have.
    case unknown(word: String)
    /// A function of `$time`: `$time.today(-1)`.
    case time
    /// A text without quotes: `*.pdf`.
    case bareText(String)
    /// `*` or `**` instead of an attribute: any attribute.
    case anyAttribute
    /// The key in the comparison that replaces `true` or `false` of a Spotlight query.
    case truth
    /// `%NAME%`.
    case percentName(isQuoted: Bool)
  }

  package let kind: Kind
  /// The range in the text, in bytes.
  package let range: SourceRange
  /// The part as the consumer writes it.
  package let original: String
  /// The mask for the parser, of the same length.
  package let masked: String
}

extension UseProfile {
  /// A predicate with the consumer's words replaced by quoted texts, for records that contain texts: `log show --style ndjson` writes `"Error"`.
  ///
  /// ```swift
  /// try UseProfile.named("oslog").withTexts(for: "messageType == error")  // messageType ==[c] "error"
  /// ```
  public func withTexts(for format: String) -> String {
    let bytes = Array(format.utf8)
    let tokens = SourceToken.all(in: bytes, from: 0)
    var text = ""
    var end = 0
    for index in tokens.indices.dropLast(2) {
      let (key, sign, word) = (tokens[index], tokens[index + 1], tokens[index + 2])
      guard key.kind == .word, word.kind == .word, let words = keys[key.text]?.words, words.keys.contains(word.text),
        ["==", "=", "!=", "<>"].contains(sign.text)
      else { continue }
      text += String(decoding: bytes[end..<sign.range.upperBound], as: UTF8.self) + "[c]"
      text += String(decoding: bytes[sign.range.upperBound..<word.range.lowerBound], as: UTF8.self) + "\"\(word.text)\""
      end = word.range.upperBound
    }
    return text + String(decoding: bytes[end...], as: UTF8.self)
  }
}
