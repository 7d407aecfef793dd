import PredicateDocuments
import PredicateSyntax

/// The strategies of Appium's locators that take predicates: `-ios predicate string` and `-ios class chain`.
enum LocatorStrategy {
  private static let names = ["-ios predicate string", "-ios class chain"]

  /// Whether a place is one of class chains; nil for a place whose name does not show its kind.
  static func isChain(_ place: String) -> Bool? {
    let name = place.lowercased()
    if name.contains("chain") { return true }
    return name.contains("predicate") ? false : nil
  }

  /// The error for a class chain where the strategy takes a predicate, and for a predicate where it takes a class chain; nil for a text that fits.
  static func issue(at place: String, in text: String, _ profile: UseProfile) -> PredicateIssue? {
    guard profile.syntax.contains(.classChain), let isChain = isChain(place) else { return nil }
    let range = SourceRange(0, text.utf8.count)
    if !isChain, ClassChain.begins(text) {
      return .found(
        .chainQuotes, .error, range, "this is a class chain, and the strategy takes a predicate",
        hint: "use the strategy -ios class chain")
    }
    guard isChain, ConsumerWords(profile).beginsWithComparison(text) else { return nil }
    return .found(
      .chainQuotes, .error, range, "this is a predicate, and the strategy takes a class chain",
      hint: "use the strategy -ios predicate string, or write **/XCUIElementTypeAny[`…`]")
  }

  /// Whether each word of a name is near the word at its place: “-ios predicate query” is a title and no misspelling.
  private static func isNear(_ name: String, _ known: String) -> Bool {
    zip(name.split(separator: " "), known.split(separator: " ")).allSatisfy { word, other in
      word == other || NearestSpelling.of(String(word), among: [String(other)]) != nil
    }
  }

  /// A literal that begins with a misspelled strategy, `-ios predicat string:name == "x"`, as a text with the error; nil for another literal.
  static func misspelled(_ literal: SourceLiteral) -> FoundPredicate? {
    let text = literal.text.text
    guard text.hasPrefix("-ios ") else { return nil }
    let name = String(text.prefix { $0 != ":" })
    // More words are prose: “-ios predicates are slow”.
    guard name.split(separator: " ").count == 3,
      name.utf8.allSatisfy({ ByteClass.isWord($0) || " -".utf8.contains($0) }), !names.contains(name),
      let nearest = names.first(where: { isNear(name, $0) }), nearest.utf8.count - name.utf8.count < 4
    else { return nil }
    let issue = PredicateIssue.found(
      .valueUnknown, .error, SourceRange(0, name.utf8.count), "“\(name)” is not a strategy of locators",
      hint: "the nearest name is \(nearest)", suggestion: nearest)
    return FoundPredicate(literal.text, spoilt: [issue], isMadeAtRunTime: true)
  }
}
