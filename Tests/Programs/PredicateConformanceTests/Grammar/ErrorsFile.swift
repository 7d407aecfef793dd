import PredicateSyntax

@testable import PredicateConformance

/// The text that `Grammar/errors.md` should have, by the examples and the messages of this implementation.
enum ErrorsFile {
  /// The meaning of a kind of error, in the words of the specification.
  static func meaning(_ kind: PredicateIssue.Kind) -> String {
    switch kind {
    case .syntax: "The text is not in the grammar."
    case .argumentMissing: "Fewer arguments than specifiers."
    case .argumentType: "An argument or a variable of the wrong kind."
    case .unboundVariable: "A variable without a value."
    case .unknownKey: "A name that the type does not have."
    case .unknownFunction: "There is no function, or no type for CAST, of this name."
    case .type: "Values that can never meet, or that an operation does not take."
    case .domain: "A value that an operation cannot use: an invalid regular expression."
    case .limit: "A limit was passed."
    case .unsupported: "The construct is in the language, and the engine does not run it."
    }
  }

  static func text() -> String {
    let target = LocalTarget(engine: DatabaseEngine.sqlite)
    var text = """
      # Errors

      Every error has a *kind* of the closed list below. The suite compares only the kinds of two implementations. In this project an error also has a
      *code*, which never changes its meaning, and a message. A *note* is not an error: the format may mean something else than its author
      meant.

      A program makes this file from `errors.json` and from what this project's implementation answers.

      | kind | meaning |
      |---|---|

      """
    for kind in PredicateIssue.Kind.allCases { text += "| `\(kind.rawValue)` | \(meaning(kind)) |\n" }
    var rows: [String: [String]] = [:]
    for example in DiagnosticExample.all {
      guard let issue = example.bad.issues(target).first(where: { $0.code == example.code }) else { continue }
      let cells = [
        code(issue.code), escaped(example.meaning), shown(example.bad), shown(example.good), escaped(issue.message),
      ]
      rows[issue.kind, default: []].append("| " + cells.joined(separator: " | ") + " |\n")
    }
    for kind in PredicateIssue.Kind.allCases.map(\.rawValue) + ["note"] {
      guard let rows = rows[kind] else { continue }
      text += "\n## \(kind == "note" ? "Notes" : kind)\n\n"
      text +=
        "| code | meaning | wrong | right | message about the wrong one |\n|---|---|---|---|---|\n" + rows.joined()
    }
    return text
  }

  private static func shown(_ probe: DiagnosticExample.Probe) -> String {
    let text = probe.shown.isEmpty ? "nothing" : code(probe.shown)
    return probe.circumstances.isEmpty ? text : "\(text) \(escaped(probe.circumstances))"
  }

  private static func code(_ text: String) -> String { "`\(escaped(text))`" }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text { result += character == "|" ? "\\|" : String(character) }
    return result
  }
}
