import PredicateDocuments
import PredicateSyntax

/// The locators of WebDriverAgent and Appium in a Swift source.
///
/// ```swift
/// find(using: "predicate string", value: "label == 'Films'")
/// ```
extension SwiftSource {
  /// The literals of the strategies among some places that a source has, each with its strategy.
  static func strategies(_ places: [String], in bytes: [UInt8]) -> [(literal: [UInt8], name: String)] {
    places.filter { $0.hasSuffix("predicate string") || $0.hasSuffix("class chain") }
      .map { (Array("\"\($0)\"".utf8), $0) }.filter { bytes.holds($0.0) }
  }

  /// Reads the locators after the literal of a strategy: `, value: "…"`. Empty for another text, such as the title in a table.
  mutating func locators(of strategy: String, _ profile: UseProfile) -> [FoundPredicate] {
    skipSpace()
    guard has(",") else { return [] }
    position += 1
    skipSpace()
    let start = position
    let label = word()
    if !label.isEmpty, has(":") {
      guard CodeSource.labels.contains(label.lowercased()) else { return [] }
      position += 1
    } else {
      position = start
    }
    guard let literal = value() else { return [] }
    return ([literal] + literal.others).compactMap { locator($0, of: strategy, profile) }
  }

  private func locator(_ literal: SourceLiteral, of strategy: String, _ profile: UseProfile) -> FoundPredicate? {
    let text = literal.text.text
    let isWhole = literal.interpolations.isEmpty
    guard ClassChain.begins(text) || ConsumerWords(profile).isPredicate(text, isOpen: !isWhole) else { return nil }
    let issue = LocatorStrategy.issue(at: strategy, in: text, isWhole: isWhole, profile)
    var found =
      issue.map { FoundPredicate(literal.text, spoilt: [$0], isMadeAtRunTime: true) }
      ?? FoundPredicate(commandOf: literal)
    found.call = strategy
    return found
  }
}
