import PredicateChecking
import PredicateOutput
import PredicateStatements
import PredicateSyntax

/// `predicate explain CODE`: the meaning of a code, with a wrong text and a right text.
///
/// Known codes are those of profiles (``CodeExample``), of the language (``LanguageCodeExample``) and of statements (`StatementCode`). `refused-…`
/// and `misread-…` with the name of a construct are known, too.
public enum ExplainProgram {
  /// Writes the explanation. An unknown code is wrong input.
  public static func run(_ code: String, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    if let example = CodeExample.of(code) {
      output.write("\(code): \(example.reason)\n\nwrong (\(example.profile)):\n\(indented(example.wrong))")
      output.write("right:\n\(indented(example.right))")
    } else if let example = LanguageCodeExample.of(code) {
      output.write("\(code): \(example.reason)\n")
      if let wrong = example.wrong, let right = example.right {
        output.write("\nwrong:\n\(indented(wrong))right:\n\(indented(right))")
      }
    } else if let example = StatementCode.of(code) {
      output.write("\(code): \(example.meaning)\n")
      if let wrong = example.wrong, let right = example.right {
        output.write("\nwrong:\n\(indented(wrong))right:\n\(indented(right))")
      }
    } else {
      let rules = CodeExample.rules(of: code)
      guard !rules.isEmpty else {
        let known = CodeExample.codes + LanguageCodeExample.all.map(\.code) + StatementCode.all.map(\.code)
        let near = NearestSpelling.of(code, among: known).map { "; \($0) is near" } ?? ""
        errors.write("predicate: no code has the name “\(code)”\(near)\n")
        return .wrongInput
      }
      for (profile, rule) in rules {
        output.write("\(profile): \(rule.message)\(rule.hint.map { " (\($0))" } ?? "")\n")
      }
    }
    output.flush()
    return .success
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }
}
