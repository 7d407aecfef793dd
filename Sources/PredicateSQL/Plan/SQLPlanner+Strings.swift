import PredicateBinding
import PredicateValues

/// String tests. All run on UTF-8 bytes in functions of ours, apart from a part of a text without options.
extension SQLPlanner {
  mutating func match(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch match {
    case .like(let options): return try call(.like, subject, pattern, options)
    case .regularExpression(let options): return try call(.matches, subject, pattern, options)
    case .prefix, .suffix, .contains: break
    }
    let text: String? = if case .string(let text)? = pattern.constantValue { text } else { nil }
    if let text, text.isEmpty, !subject.canFail { return .falsehood }
    if case .fold(let operand, let options) = subject.node {
      return try call(match.function, operand, pattern, options)
    }
    if match == .contains, let text, !text.isEmpty, dialect.builtIn(.position) != nil {
      return .compare(.greater, .strict(.position, [try value(subject), .parameter(.string(text))]), .integer(0))
    }
    return try call(match.function, subject, pattern, [])
  }

  private mutating func call(
    _ function: SQLFunction, _ subject: CoreValue, _ pattern: CoreValue, _ options: StringOptions
  ) throws(PredicateIssue) -> SQLExpression {
    .strict(function, [try value(subject), try value(pattern), .integer(Int(options.rawValue))])
  }
}

extension CoreMatch {
  /// The function that runs the test.
  fileprivate var function: SQLFunction {
    switch self {
    case .prefix: .beginsWith
    case .suffix: .endsWith
    case .contains: .contains
    case .like: .like
    case .regularExpression: .matches
    }
  }
}
