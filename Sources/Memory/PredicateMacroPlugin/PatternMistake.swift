#if Macros
  /// A mistake in the regular expression of MATCHES that is certain without ICU: an open bracket or parenthesis, a quantifier without an operand, or a
  /// backslash at the end. The library finds the other mistakes when the predicate is bound.
  ///
  /// ```swift
  /// PatternMistake.message(of: "[a-z")    // "the regular expression has a [ without ]"
  /// PatternMistake.message(of: "a{2,1}")  // nil, although ICU refuses the pattern
  /// ```
  enum PatternMistake {
    /// Nil if no mistake is certain.
    static func message(of pattern: String) -> String? {
      // Quotations, comments and flags can change the meaning of every other character. A control character such as \c[ takes the character after c.
      if ["\\Q", "\\c", "(?"].contains(where: pattern.contains) { return nil }
      var (groups, sets) = (0, 0)
      var isOperandMissing = true
      var rest = pattern.unicodeScalars[...]
      while let scalar = rest.popFirst() {
        switch (scalar, sets) {
        case ("\\", _):
          if rest.popFirst() == nil { return "the regular expression ends with a backslash" }
          isOperandMissing = false
        case ("[", _):
          sets += 1
          // A bracket at the beginning of a set is one of its characters.
          if rest.first == "^" { rest.removeFirst() }
          if rest.first == "]" { rest.removeFirst() }
        case ("]", 1...):
          sets -= 1
          isOperandMissing = false
        case (_, 1...): break
        case ("(", _):
          groups += 1
          isOperandMissing = true
        case (")", _):
          groups -= 1
          if groups < 0 { return "the regular expression has a ) without (" }
          isOperandMissing = false
        case ("|", _): isOperandMissing = true
        case ("*", _), ("+", _), ("?", _):
          if isOperandMissing { return "the regular expression has a \(scalar) after nothing that it could repeat" }
        default: isOperandMissing = false
        }
      }
      if sets > 0 { return "the regular expression has a [ without ]" }
      return groups > 0 ? "the regular expression has a ( without )" : nil
    }
  }
#endif
