/// Finds the name that a misspelt name probably means: the candidate with the fewest edits.
///
/// ```swift
/// NearestSpelling.of("yaer", among: ["title", "year"])  // year
/// NearestSpelling.of("xyz", among: ["title", "year"])   // nil
/// ```
public enum NearestSpelling {
  /// The candidate nearest to `written`, ignoring ASCII case; nil if none is near.
  ///
  /// A candidate is near if at most a third of the length of `written` must be edited, or one character of a short name. Edits are insertions,
  /// deletions, replacements, and exchanges of neighbours. Among equally near candidates the first one wins. A name of more than 64 scalars has no
  /// near candidate. O(written × candidates).
  public static func of(_ written: String, among candidates: some Sequence<String>) -> String? {
    let target = lowercased(written)
    guard target.count <= 64 else { return nil }
    let limit = max(1, target.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let other = lowercased(candidate)
      guard abs(other.count - target.count) <= limit else { continue }
      let distance = distance(target, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func lowercased(_ text: String) -> [UInt32] {
    text.unicodeScalars.map { (0x41...0x5A).contains($0.value) ? $0.value + 0x20 : $0.value }
  }

  /// The number of edits between two texts. An exchange of neighbours counts one.
  private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for row in a.indices {
      var current = [row + 1]
      current.reserveCapacity(b.count + 1)
      for column in b.indices {
        let replaced = last[column] + (a[row] == b[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}

/// Suggests a constant for a word that is used as a value: TRUE for `ture`.
package enum ConstantSuggestion {
  /// The constant that a word misspells, with missing, additional or exchanged letters; nil if there is none.
  package static func of(_ word: String) -> String? {
    guard let nearest = NearestSpelling.of(word, among: ["TRUE", "FALSE", "YES", "NIL", "NULL"]) else { return nil }
    let letters = word.uppercased()
    // A word with a replaced letter is not a misspelling but another word: `tree`.
    let isLikely = letters != nearest && (letters.count != nearest.count || letters.sorted() == nearest.sorted())
    return isLikely ? nearest : nil
  }

  /// The hint for a word without quotes that may be a misspelled constant; nil for any other word.
  package static func hint(for word: String) -> String? {
    of(word).map { "\($0) may be meant. If the text is meant, write \"\(word)\" in quotes" }
  }
}

/// Suggests an operator for a word that is used as one.
enum OperatorSuggestion {
  /// Words of other languages, and the operators that correspond to them.
  private static let foreign: [String: String] = [
    "STARTSWITH": "BEGINSWITH", "STARTS": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "PREFIX": "BEGINSWITH",
    "HASSUFFIX": "ENDSWITH", "SUFFIX": "ENDSWITH", "ENDS": "ENDSWITH", "INCLUDES": "CONTAINS", "HAS": "CONTAINS",
    "REGEX": "MATCHES", "REGEXP": "MATCHES", "RLIKE": "MATCHES", "ILIKE": "LIKE[c]", "GLOB": "LIKE",
    "EQUALS": "==", "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=", "IS": "==",
    "MOD": "modulus:by:(a, b)", "EXCEPT": "MINUS", "AN": "AND",
  ]

  /// The operator that corresponds to a word of another language, or that is spelt nearly like the word; nil if there is none.
  static func operatorLike(_ word: String) -> String? {
    let upper = word.uppercased()
    if let known = foreign[upper] { return known }
    // XOR gets no suggestion: the language has no exclusive or, and the nearest operator, OR, has another meaning.
    if upper == "XOR" { return nil }
    guard upper.utf8.count > 2 else { return nil }
    return NearestSpelling.of(upper, among: words)
  }

  private static let words: [String] = OperatorTable.entries.filter { entry in
    entry.isWord && entry.class != .quantifier && entry.class != .negation
  }.map { $0.spelling }
}
