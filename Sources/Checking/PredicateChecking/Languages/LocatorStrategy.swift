import PredicateDocuments
import PredicateSyntax

/// The strategies of Appium's locators that take predicates: `-ios predicate string` and `-ios class chain`.
enum LocatorStrategy {
  static let names = ["-ios predicate string", "-ios class chain"]

  /// Whether a place is one of class chains; nil for a place whose name does not show its kind.
  static func isChain(_ place: String) -> Bool? {
    let name = place.lowercased()
    if name.contains("chain") { return true }
    return name.contains("predicate") ? false : nil
  }

  /// The error for a class chain where the strategy takes a predicate, and for a predicate where it takes a class chain; nil for a text that fits.
  ///
  /// - Parameter isWhole: Whether the text has no part that the program inserts.
  static func issue(
    at place: String, in text: String, isWhole: Bool = true, _ profile: UseProfile
  ) -> PredicateIssue? {
    guard profile.syntax.contains(.classChain) else { return nil }
    let range = SourceRange(0, text.utf8.count)
    if isXPath(place.utf8) {
      return .found(
        .chainQuotes, .error, range, "expected an XPath for this locator strategy, found a class chain",
        hint: "use the strategy -ios class chain")
    }
    guard let isChain = isChain(place) else { return nil }
    if ["//", "(//", "./"].contains(where: text.hasPrefix) {
      return .found(
        .chainQuotes, .error, range,
        "this is an XPath, but the locator strategy needs a \(isChain ? "class chain" : "predicate")",
        hint: "use the strategy xpath")
    }
    if !isChain, ClassChain.begins(text) {
      return .found(
        .chainQuotes, .error, range, "expected a predicate for this locator strategy, found a class chain",
        hint: "use the strategy -ios class chain")
    }
    guard isChain else { return nil }
    if ConsumerWords(profile).beginsWithComparison(text) {
      return .found(
        .chainQuotes, .error, range, "expected a class chain for this locator strategy, found a predicate",
        hint: "use the locator strategy “-ios predicate string”, or write **/XCUIElementTypeAny[`…`]")
    }
    guard isWhole, text.utf8.contains(0x20), !text.contains("XCUIElementType"),
      !text.utf8.contains(where: { "*[/%_`$".utf8.contains($0) })
    else { return nil }
    return .found(
      .chainQuotes, .error, range,
      "expected a class chain for this locator strategy, found a text that names no element type",
      hint: "write **/XCUIElementTypeAny[`…`]")
  }

  /// Whether a place is the strategy of XPaths. A class chain there is an error, and other texts are not predicates.
  static func isXPath(_ place: some Collection<UInt8>) -> Bool { place.starts(with: "By.".utf8) }

  /// Whether a place is a function or a member of an annotation whose text is always a locator: `iOSNsPredicateString`, `find_element_by_ios_predicate`.
  /// A constant such as `IOS_PREDICATE` may also be a case of an enumeration: `IOS_PREDICATE("ios predicate")`.
  static func isFunction(_ place: String) -> Bool {
    let name = place.lowercased()
    return name.contains("find") || name.contains("nspredicate") || place.contains("iOSClassChain")
      || place.contains("IosClassChain") || place.contains("IosPredicateString")
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
      .valueUnknown, .error, SourceRange(0, name.utf8.count), "“\(name)” is not the name of a locator strategy",
      hint: "the nearest name is \(nearest)", suggestion: nearest)
    return FoundPredicate(literal.text, spoilt: [issue], isMadeAtRunTime: true)
  }
}
