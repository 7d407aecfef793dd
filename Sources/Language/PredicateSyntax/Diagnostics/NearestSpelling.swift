/// The one place that looks for what somebody may have meant: the nearest of some names, by edits.
///
/// ```swift
/// NearestSpelling.of("yaer", among: ["title", "year"])  // year
/// NearestSpelling.of("xyz", among: ["title", "year"])   // nil
/// ```
public enum NearestSpelling {
  /// The name that is nearest to what was written, without regard to ASCII case; nil where none is near enough to be meant.
  ///
  /// Near is: a third of the written length in insertions, deletions, replacements and exchanges of neighbours, at least one. Of
  /// names equally near the first counts. O(written × candidates).
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

  /// Edits between two texts, an exchange of neighbours counting one.
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

/// What somebody may have meant by a word where an operator stands.
enum OperatorSuggestion {
  /// Words of other languages.
  private static let foreign: [String: String] = [
    "STARTSWITH": "BEGINSWITH", "STARTS": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "PREFIX": "BEGINSWITH",
    "HASSUFFIX": "ENDSWITH", "SUFFIX": "ENDSWITH", "ENDS": "ENDSWITH", "INCLUDES": "CONTAINS", "HAS": "CONTAINS",
    "REGEX": "MATCHES", "REGEXP": "MATCHES", "RLIKE": "MATCHES", "ILIKE": "LIKE[c]", "GLOB": "LIKE",
    "EQUALS": "==", "EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">=", "IS": "==",
    "MOD": "modulus:by:(a, b)", "EXCEPT": "MINUS",
  ]

  /// The operator that a word is close to; nil for none.
  static func operatorLike(_ word: String) -> String? {
    let upper = word.uppercased()
    if let known = foreign[upper] { return known }
    // Exclusive or of conditions has no form, and OR is not it.
    if upper == "XOR" { return nil }
    guard upper.utf8.count > 2 else { return nil }
    return NearestSpelling.of(upper, among: words)
  }

  private static let words: [String] = OperatorTable.entries.filter { entry in
    entry.isWord && entry.class != .quantifier && entry.class != .negation
  }.map { $0.spelling }
}
