import PredicateSyntax

/// Which beginnings and ends one text can have together.
enum TextParts {
  /// Whether a text can give these answers: not where it begins with two different texts, or begins with a longer one and not with its beginning.
  static func canHold(_ tests: [LogicComparison], _ answers: [Bool]) -> Bool {
    for (first, answer) in zip(tests, answers) where answer {
      guard let part = first.part else { continue }
      for (second, other) in zip(tests, answers) {
        guard first.operator == second.operator, let otherPart = second.part else { continue }
        switch first.operator {
        case .beginsWith: if !agree(part, otherPart, other) { return false }
        case .endsWith: if !agree(part.reversed(), otherPart.reversed(), other) { return false }
        default: break
        }
      }
    }
    return true
  }

  /// A text begins with `part`. Whether it may begin with `other`, or not, as `holds` says.
  private static func agree(_ part: [Unicode.Scalar], _ other: [Unicode.Scalar], _ holds: Bool) -> Bool {
    holds ? part.starts(with: other) || other.starts(with: part) : !part.starts(with: other)
  }
}
