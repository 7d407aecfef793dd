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
