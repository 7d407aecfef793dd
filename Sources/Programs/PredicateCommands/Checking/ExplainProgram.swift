import PredicateChecking
import PredicateOutput

/// `predicate explain CODE`: the meaning of a code of `predicate check`, with a wrong text and a right one.
public enum ExplainProgram {
  /// Writes the explanation; a code that no profile reports is wrong input.
  public static func run(_ code: String, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    if let example = CodeExample.of(code) {
      output.write("\(code): \(example.reason)\n\nwrong (\(example.profile)):\n\(indented(example.wrong))")
      output.write("right:\n\(indented(example.right))")
    } else {
      let rules = CodeExample.rules(of: code)
      guard !rules.isEmpty else {
        errors.write("predicate: no profile reports the code “\(code)”\n")
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
