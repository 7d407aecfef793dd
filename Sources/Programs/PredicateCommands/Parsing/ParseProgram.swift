import PredicateOutput
import PredicateSyntax

/// `predicate parse`: shows the tree of a format and its printed text.
public enum ParseProgram {
  /// Writes the outline of the tree, then the printed text, to `output`. Errors and notes are written to `errors`.
  ///
  /// - Parameters:
  ///   - isExpression: Whether the format is a value and not a condition.
  ///   - isExact: Whether the tree is printed exactly, so that parsing gives the same tree. Otherwise it is printed canonically.
  public static func run(
    format: String, isExpression: Bool, isExact: Bool, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
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
    let renderer = DiagnosticRenderer(usesColor: errors.hasColors)
    for issue in issues { errors.write(renderer.render(issue, in: format) + "\n") }
    guard let answer else { return .wrongInput }
    output.write(answer + "\n")
    return .success
  }
}
