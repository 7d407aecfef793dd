import PredicateChecking
import PredicateSyntax

/// The rules of profiles about a word or sign of the language: `OR`, `LIKE`, `!=`.
enum ConstructWords {
  /// The constructs of profiles, by the words and signs that write them.
  private static let constructs: [String: [String]] = [
    "AND": ["word-operator"], "OR": ["or", "word-operator"], "NOT": ["not-compound", "not-any", "word-operator"],
    "||": ["or"], "!": ["not-compound", "not-any"], "ALL": ["all"], "ANY": ["any", "any-of-two-to-many", "not-any"],
    "SOME": ["any", "any-of-two-to-many", "not-any"], "NONE": ["none"], "LIKE": ["like"], "MATCHES": ["matches"],
    "CONTAINS": ["contains"], "BEGINSWITH": ["begins-with"], "ENDSWITH": ["ends-with"], "IN": ["in"],
    "BETWEEN": ["between", "between-arithmetic"], "!=": ["not-equal"], "<>": ["not-equal"], "UNION": ["set-operator"],
    "INTERSECT": ["set-operator"], "MINUS": ["set-operator"], "SUBQUERY": ["subquery"], "TERNARY": ["ternary"],
    "CAST": ["cast"], "FUNCTION": ["function-call"], "TRUEPREDICATE": ["literal-true"],
    "FALSEPREDICATE": ["literal-false"], "ANYKEY": ["anykey"], "%@": ["placeholder"], "%K": ["placeholder"],
    ":=": ["assignment"], "+": ["arithmetic"], "-": ["arithmetic"], "*": ["arithmetic"], "/": ["arithmetic"],
    "**": ["arithmetic"],
  ]

  /// The lines about a word; nil for a text that is not a word or sign of the language. ASCII case is ignored.
  static func text(about written: String) -> String? {
    let word = written.uppercased()
    let isOperator = OperatorTable.entries.contains { $0.spellings.contains(word) }
    let names = constructs[word] ?? (written.hasPrefix("@") && written.utf8.count > 1 ? ["collection-operator"] : [])
    guard isOperator || !names.isEmpty || ReservedWords.contains(word) else { return nil }
    let shown = written.hasPrefix("@") ? written : word
    var text = ""
    for (prefix, title) in [
      ("refused-", "Programs that refuse \(shown):"), ("misread-", "Programs that misread \(shown):"),
    ] {
      let rules = names.flatMap { CodeExample.rules(of: prefix + $0) }
      guard !rules.isEmpty else { continue }
      text += title + "\n"
      for (profile, rule) in rules {
        text += "  \(profile): \(rule.message)\(rule.hint.map { " (\($0))" } ?? "")\n"
      }
    }
    return text
      + (text.isEmpty ? "No profile has a rule about \(shown).\n" : "The other profiles have no rule about \(shown).\n")
  }
}
