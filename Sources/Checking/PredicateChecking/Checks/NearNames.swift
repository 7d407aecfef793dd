import PredicateSyntax

/// The check of names in a predicate whose object may be of any type: an expectation of XCTest, a query of NSMetadataQuery.
///
/// An application defines its own names there. So a name is noted only if it has nearly the letters of a known name.
enum NearNames {
  /// The shortest name that is compared with the keys of a profile.
  private static let leastLength = 5
  /// The constants of the language that a key may be a misspelling of.
  private static let words = ["FALSE", "TRUE"]

  /// The profile reduced to the names of its keys: without facts about values and constructs.
  static func profile(of profile: UseProfile) -> UseProfile {
    var names = profile
    names.syntax = []
    names.rules = []
    names.keys = profile.keys.mapValues { _ in ProfileKey(.any) }
    for word in words { names.keys[word] = ProfileKey(.any) }
    names.unknownKeys = .near
    names.unknownVariables = .unnoted
    return names
  }

  /// Whether an issue should be left out because the name may be right: it is short, or a plural, or too many of its letters differ from the known
  /// name.
  ///
  /// ```swift
  /// // exsits, isHitable: near the known names
  /// // values, amount:    names of the application
  /// ```
  ///
  /// A note about a word without quotes is doubtful unless the word is nearly a known name.
  static func isDoubtful(_ issue: PredicateIssue, in text: String, among all: [PredicateIssue]) -> Bool {
    if issue.has(.unquotedWord) {
      return all.contains { $0.has(.unknownKey) && $0.range == issue.range && !isDoubtful($0, in: text, among: []) }
    }
    guard issue.has(.unknownKey), let known = issue.suggestion, let range = issue.range,
      let written = Array(text.utf8).text(at: range)
    else { return false }
    if words.contains(known) { return difference(written, known) > 1 }
    let isLong = known.utf8.count >= 8
    return written.utf8.count < leastLength - 1 || known.utf8.count < leastLength || written == known + "s"
      || difference(written, known) > (isLong ? 2 : 1)
  }

  /// The number of letters that only one of two names has. Case and order do not count.
  private static func difference(_ first: String, _ second: String) -> Int {
    var counts: [Character: Int] = [:]
    for letter in first.lowercased() { counts[letter, default: 0] += 1 }
    for letter in second.lowercased() { counts[letter, default: 0] -= 1 }
    return counts.values.reduce(0) { $0 + abs($1) }
  }
}
