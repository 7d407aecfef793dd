import PredicateSyntax

/// Decides whether the text at a place can only be a locator, so that a text without a comparison is an error.
///
/// ```java
/// driver.findElement(AppiumBy.iOSNsPredicateString("Save Button"))         // only a locator
/// List.of("-ios predicate string", "Predicate String")                     // a table: the text may be a title
/// ```
extension CodeSource {
  /// Functions of Selenium's conditions that take a locator: `presence_of_element_located((by, "…"))`.
  private static let conditions = ["_element_located", "_elements_located", "element_to_be_clickable"]
  /// The greatest number of bytes between the bracket of a call and its strategy.
  private static let callReach = 200

  /// Whether the place takes locators only: a call that makes a locator, an annotation with a locator, or a strategy in a call that searches for
  /// elements.
  var takesLocatorsOnly: Bool {
    if isPassedOn { return false }
    let name = String(decoding: place, as: UTF8.self)
    if LocatorStrategy.isFunction(name) {
      if isCall || name.contains("(") { return true }
      return pair.last == UInt8(ascii: "=") && (call(before: placeEnd)?.hasSuffix("FindBy") ?? false)
    }
    return place.last != UInt8(ascii: ":") && call(before: placeEnd, isDirect: true).map(Self.searches) ?? false
  }

  /// Whether the text after a strategy's prefix is for people: `-ios predicate string: e.g. name == 'x'`. A space follows the prefix.
  func isProse(_ rest: SourceLiteral) -> Bool {
    rest.text.text.hasPrefix(" ") && rest.interpolations.isEmpty
      && LocatorStrategy.isChain(String(decoding: place, as: UTF8.self)) == false
      && !ConsumerWords(profile).beginsWithComparison(rest.text.text)
  }

  /// Whether a literal that begins with a strategy can only be a locator. It then is the argument of a function that searches for elements, `$('…')`,
  /// or the value of a variable or a function. If a space follows the strategy, the literal is a text for people.
  func isLocator(_ literal: SourceLiteral, after prefix: [UInt8]) -> Bool {
    let text = literal.text.text.utf8.dropFirst(prefix.count)
    let quote = Int(literal.text.place(of: 0..<0).lowerBound) - 1
    guard !text.starts(with: " ".utf8), quote > 0, quote < bytes.count else { return false }
    let before = bytes[max(quote - Self.callReach, 0)..<quote]
    let code = before.reversed().drop { " \t\r\n".utf8.contains($0) }
    switch code.first {
    case UInt8(ascii: "("): return Self.searches(call(before: quote, isDirect: true) ?? "")
    // A member of JSX has no space: placeholder="-ios predicate string:…"
    case UInt8(ascii: "="): return before.last == 0x20
    case UInt8(ascii: ">"): return code.dropFirst().first == UInt8(ascii: "=")
    default: return code.starts(with: "return".utf8.reversed())
    }
  }

  /// Whether a text has a gap, so that it shows the form of a locator: `<predicate>`, `{name} cell`, `%s`.
  static func hasGap(_ text: String) -> Bool {
    text.utf8.contains { "<{%".utf8.contains($0) } || text.contains("...") || text.contains("…")
  }

  /// Whether a function of this name searches for elements by a locator.
  private static func searches(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["$", "$$", "element", "elements", "locator"].contains(name) || name.hasPrefix("findelement")
      || name.hasPrefix("find_element") || conditions.contains(where: name.hasSuffix)
  }

  /// The name of the call whose bracket is open at an offset: `findElement`, `$`. Brackets around the arguments are skipped: `located((by, "…"))`.
  ///
  /// - Parameter isDirect: Whether only a name may be between the bracket and the offset: `by=AppiumBy.IOS_PREDICATE`.
  private func call(before end: Int, isDirect: Bool = false) -> String? {
    let head = bytes[max(end - Self.callReach, 0)..<end]
    guard var open = Bracket.opening(in: head), bytes[open] == UInt8(ascii: "(") else { return nil }
    if isDirect, !head[(open + 1)...].allSatisfy({ NameByte.isPart($0) || " \t\r\n.:=-\"'".utf8.contains($0) }) {
      return nil
    }
    while open > head.startIndex, bytes[open - 1] == UInt8(ascii: "(") { open -= 1 }
    let name = bytes[head.startIndex..<open].reversed().prefix { NameByte.isPart($0) || $0 == UInt8(ascii: "$") }
    return String(decoding: name.reversed(), as: UTF8.self)
  }
}
