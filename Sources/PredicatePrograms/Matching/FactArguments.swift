import Foundation

/// The words of a command line that takes files behind `--facts` and predicates anywhere.
///
/// A shell makes `--facts facts/*.plist 'machine_type == "laptop"'` into words without a mark between the files and the predicate. The last words
/// behind `--facts` that are no files and have a blank or an operator in them are predicates, and so are TRUEPREDICATE and FALSEPREDICATE.
public struct FactArguments: Sendable, Hashable {
  /// The texts of predicates.
  public let predicates: [String]
  /// The files of facts.
  public let facts: [String]

  /// Sorts the words.
  ///
  /// ```swift
  /// FactArguments(predicates: [], facts: ["a.plist", "b.plist", "arch == \"arm64\""]).facts  // a.plist, b.plist
  /// ```
  public init(predicates: [String], facts: [String]) {
    let count = facts.reversed().prefix { Self.isPredicate($0) }.count
    self.predicates = predicates + facts.suffix(count)
    self.facts = Array(facts.dropLast(count))
  }

  private static func isPredicate(_ word: String) -> Bool {
    let isText = word.contains { " =<>!".contains($0) } || word == "TRUEPREDICATE" || word == "FALSEPREDICATE"
    return isText && !FileManager.default.fileExists(atPath: word)
  }
}
