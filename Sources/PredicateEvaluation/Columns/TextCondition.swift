import PredicateBinding
import PredicateValues

/// A condition on one string and constants. The constants were folded when it was bound.
struct TextCondition {
  /// What the string has to be.
  enum Form {
    case compare(CoreComparison, String)
    /// One of a list, of which only the texts can be equal to a string.
    case member([[UInt8]])
    case search(StringMatcher.Question, String)
    case like(LikePattern)
  }

  /// The string, before it is folded.
  let subject: CoreValue
  /// How it is folded.
  let options: StringOptions
  let form: Form

  /// Nil for every other condition.
  init?(_ condition: CoreCondition) {
    let operand: CoreValue
    switch condition.node {
    case .compare:
      guard let (comparison, value, constant) = condition.comparisonWithConstant, case .string(let text) = constant
      else {
        return nil
      }
      (operand, form) = (value, .compare(comparison, text))
    case .member(let value, let constants):
      operand = value
      form = .member(constants.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } })
    case .match(let kind, let value, let pattern):
      guard case .string(let text)? = pattern.constantValue else { return nil }
      operand = value
      switch kind {
      case .prefix: form = .search(.prefix, text)
      case .suffix: form = .search(.suffix, text)
      case .contains: form = .search(.contains, text)
      case .like(let options):
        // The pattern folds by itself.
        form = .like(LikePattern(text, options: options))
        subject = value
        self.options = []
        return
      case .regularExpression: return nil
      }
    default: return nil
    }
    if case .fold(let folded, let options) = operand.node {
      (subject, self.options) = (folded, options)
    } else {
      (subject, options) = (operand, [])
    }
  }

  /// The string of which a function makes the subject, and that function; nil of any other subject.
  var mapped: (operand: CoreValue, map: @Sendable (String) -> String)? {
    guard case .call(let function, let arguments) = subject.node, arguments.count == 1,
      case .text(let map)? = function.columnForm
    else { return nil }
    return (arguments[0], map)
  }

  /// The question about the string's bytes.
  var question: TextQuestion {
    switch form {
    case .compare(let comparison, let text): TextQuestion(comparison, text, options)
    case .member(let texts): TextQuestion(memberOf: texts, options)
    case .search(let question, let text): TextQuestion(matcher(question, text))
    case .like(let pattern): TextQuestion(pattern)
    }
  }

  /// What searches for a constant.
  func matcher(_ question: StringMatcher.Question, _ text: String) -> StringMatcher {
    StringMatcher(question, foldedPattern: Array(text.utf8), folding: StringFolding(options))
  }
}
