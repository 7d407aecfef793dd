import PredicateOutput
import PredicateSyntax

/// `predicate parse`: shows the tree of a format and prints it.
public struct ParseProgram {
  /// Whether the format is a value and not a condition.
  public var isExpression = false
  /// Whether the print is the exact one, which reads back as the same tree, and not the canonical one.
  public var isExact = false
  /// Whether errors and notes are coloured.
  public var usesColor = false

  /// The program with its defaults.
  public init() {}

  /// Writes the outline of the tree and below it the print to `output`; errors and notes to `errors`.
  public func run(format: String, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    let issues: [PredicateIssue]
    let answer: String?
    if isExpression {
      let result = PredicateParser.expression(format)
      issues = result.issues
      answer = result.tree.map { TreeOutline.text(of: $0) + "\n" + (isExact ? $0.exactFormat : $0.canonicalFormat) }
    } else {
      let result = PredicateParser.predicate(format)
      issues = result.issues
      answer = result.tree.map { TreeOutline.text(of: $0) + "\n" + (isExact ? $0.exactFormat : $0.canonicalFormat) }
    }
    let renderer = DiagnosticRenderer(usesColor: usesColor)
    for issue in issues { errors.write(renderer.render(issue, in: format) + "\n") }
    guard let answer else { return .wrongInput }
    output.write(answer + "\n")
    return .success
  }
}
