import PredicateDocuments
import PredicateSyntax

/// Finds blocks and inline code of a page that are predicates. The whole text must be a predicate. Other types find the predicates in calls and commands.
struct PageTexts {
  private let places: [ProfilePlace]
  private let profile: UseProfile

  /// The texts at the places of a profile in pages: `@status(`, a term that a text has; `SUBQUERY(`, its beginning; `subsystem`, a part of a compared key.
  init(_ profile: UseProfile) {
    self.profile = profile
    places = profile.places.filter { $0.kind == .page }
  }

  /// The predicates in a text of a page. A block may have one in each line, or one in all lines.
  func predicates(in text: MappedText) -> [MappedText] {
    guard text.text.utf8.count < 4_000,
      places.contains(where: { text.text.contains(MarkedText.word(of: $0.at)) })
    else { return [] }
    let lines = self.lines(of: text)
    let isOfLines =
      lines.count > 1
      && lines.allSatisfy { isPredicate($0.text) && TextQuotes.depth(of: Array($0.text.utf8)[...]) == 0 }
    if isOfLines { return lines }
    return isPredicate(text.text) ? [text] : []
  }

  private func lines(of text: MappedText) -> [MappedText] {
    let bytes = Array(text.text.utf8)
    return bytes.split(separator: 0x0A).map { MappedText($0).placed(in: text) }.filter { !$0.isBlank }
  }

  private func isPredicate(_ text: String) -> Bool {
    places.contains { place in
      let mark = Array(place.at.utf8)
      return MarkedText.isMark(mark)
        ? MarkedText.mark(in: text, among: [mark]) != nil && !text.contains(";") : isComparison(text, of: place)
    }
  }

  /// Whether a text is a predicate without mistakes of syntax that compares a key. A key counts if it has a part of the place's name: `subsystem`,
  /// `_` for any key with an underscore. If its only sign of comparison is `=`, the text may be an assignment.
  private func isComparison(_ text: String, of place: ProfilePlace) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    // A text with a word, such as CONTAINS or AND, may be a format of NSMetadataQuery, whose language is that of NSPredicate.
    let hasWord = tokens.contains { $0.isComparisonWord || $0.kind == .word && $0.isJunction }
    if hasWord, profile.syntax.contains(.spotlight) { return false }
    // `type == x` may be code of any program.
    if profile.syntax.contains(.classChain), !text.contains("XCUIElementType") { return false }
    let isCompared = tokens.indices.dropLast().contains { index in
      let sign = tokens[index + 1]
      return tokens[index].kind == .word && tokens[index].text.contains(place.at)
        && (place.isKeyed ? profile.keys[tokens[index].text] != nil : true)
        && (["==", "!=", "<=", ">="].contains(sign.text) || ConsumerWords.isComparison(sign.text))
    }
    return isCompared && !tokens.contains { $0.kind == .sign && $0.text == "=" }
      && PredicateParser.predicate(ConsumerText(text, profile: profile).masked).tree != nil
  }
}
