import PredicateSyntax

@testable import PredicateConformance

/// The expected text of `Grammar/errors.md`, made from the examples and from this implementation's messages.
enum ErrorsFile {
  /// The meaning of a kind of error, in the words of the specification.
  static func meaning(_ kind: PredicateIssue.Kind) -> String {
    switch kind {
    case .syntax: "The text is not a predicate: it has a syntax error."
    case .argumentMissing: "The format has more specifiers than there are arguments."
    case .argumentType: "An argument or a variable has the wrong type."
    case .unboundVariable: "A variable has no value."
    case .unknownKey: "The type has no property of this name."
    case .unknownFunction: "No function, and no type for CAST, has this name."
    case .type: "Values have types that cannot be compared, or a type that an operation does not accept."
    case .domain: "An operation cannot use a value, such as an invalid regular expression."
    case .limit: "A limit was exceeded."
    case .unsupported: "The construct is in the language, but is not evaluated."
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
