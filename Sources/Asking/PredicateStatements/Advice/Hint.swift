import PredicateSyntax

/// Words about a mistake, and the texts that they propose.
///
/// ```swift
/// let hint: Hint = "a comment begins with -- and a space"              // proposes nothing
/// Hint("a text must be in quotes:", proposing: "genre == \"Noir\"")  // for the place of the mistake
/// ```
struct Hint: ExpressibleByStringInterpolation {
  /// A text that a hint proposes, and the words before it.
  private struct Proposal {
    let words: String
    let text: String
    let isStatement: Bool

    /// The words without those that only lead to the text: “to count all objects” for “to count all objects, write”.
    var purpose: String {
      let end = [", so write", " and write", ", write", "write", ":"].first { words.hasSuffix($0) }
      return String(words.dropLast(end?.count ?? 0))
    }
  }

  /// The words with the proposed texts.
  let text: String
  private let proposals: [Proposal]

  init(stringLiteral text: String) { self.init(text) }

  /// Words that propose no text.
  init(_ text: String) { self.init(text, []) }

  private init(_ text: String, _ proposals: [Proposal]) {
    self.text = text
    self.proposals = proposals
  }

  /// Words that end with a proposed text.
  ///
  /// - Parameter isStatement: Whether the text is a whole statement. Otherwise it belongs in the place of the mistake.
  init(_ words: String, proposing text: String, isStatement: Bool = false) {
    self.init("\(words) \(text)", [Proposal(words: words, text: text, isStatement: isStatement)])
  }

  /// Words that describe a text for the place of the mistake without ending with it.
  init(_ words: String, for text: String) { self.init(words, [Proposal(words: words, text: text, isStatement: false)]) }

  /// The hint about a misspelled name.
  init(nearest name: String) { self.init("the nearest name is “\(name)”", for: name) }

  /// A hint with several alternatives; nil if there are none.
  static func either(_ hints: [Hint?]) -> Hint? {
    let known = hints.compactMap(\.self)
    return known.isEmpty ? nil : Hint(known.map(\.text).joined(separator: "; or, "), known.flatMap(\.proposals))
  }

  /// The proposed texts for a mistake in a statement.
  func replacements(for place: SourceRange?, in statement: String) -> [PredicateIssue.Replacement] {
    proposals.compactMap { proposal in
      let range = proposal.isStatement ? SourceRange(0, statement.utf8.count) : place
      return range.map { PredicateIssue.Replacement(text: proposal.text, range: $0, purpose: proposal.purpose) }
    }
  }
}
