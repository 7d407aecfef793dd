import PredicateModel
import PredicateStatements
import PredicateSyntax

/// What can be wrong with a command of the shell, with its stable code and words.
extension PredicateIssue {
  static func unknownAttribute(_ name: String, of entity: Entity, range: SourceRange) -> PredicateIssue {
    let known = entity.attributes.map(\.name)
    return PredicateIssue(
      kind: .unknownKey, code: "unknown-attribute", message: "\(entity.name) has no attribute “\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known).map { "the nearest name is “\($0)”" }
        ?? listed(known, of: "the attributes are"))
  }

  static func unknownCommand(_ name: String, known: [String], range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "unknown-command", message: "there is no command “.\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known).map { ".\($0) may be meant" } ?? ".help lists the commands")
  }

  static func commandArgument(
    expected: String, found: String, among words: [String] = [], range: SourceRange
  ) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "command-argument", message: "expected \(expected), \(Self.found(found))", range: range,
      hint: NearestSpelling.of(found, among: words).map { "\($0) may be meant" })
  }

  static func noStatement(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "no-statement", message: "there is no statement yet that this could be about", range: range,
      hint: "the command is about the statement that ran last")
  }

  static func noAnswer(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "no-answer", message: "there is no answer yet that could be shown again", range: range)
  }

  static func answerNotKept(_ count: Int, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: "answer-not-kept", message: "the last answer has \(count) rows, too many to be kept",
      range: range, hint: "the statement can be run again")
  }

  static func noPredicate(_ range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "no-predicate", message: "the statement has no condition that could be explained",
      range: range)
  }

  static func noObject(_ entity: String, _ key: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .domain, code: "no-object", message: "there is no object \(entity)/\(key)", range: range)
  }

  static func unknownSavedQuery(_ name: String, known: [String], range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .syntax, code: "unknown-saved-query", message: "no statement is saved as “\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known).map { "\($0) may be meant" } ?? listed(known, of: "saved are")
        ?? ".save NAME keeps the last statement")
  }

  static func unknownParameter(_ name: String, of query: String, known: [String], range: SourceRange) -> PredicateIssue
  {
    let list = known.map { "$" + $0 }.joined(separator: ", ")
    return PredicateIssue(
      kind: .argumentType, code: "unknown-parameter", message: "“\(query)” has no parameter $\(name)", range: range,
      hint: NearestSpelling.of(name, among: known).map { "$\($0) may be meant" }
        ?? (known.isEmpty ? "it has none" : "it has \(list)"))
  }

  static func missingParameters(_ names: [String], of query: String, range: SourceRange) -> PredicateIssue {
    let list = names.map { "$" + $0 }.joined(separator: ", ")
    return PredicateIssue(
      kind: .argumentMissing, code: "parameter-missing", message: "“\(query)” needs a value for \(list)", range: range,
      hint: "the form is .run \(query) " + names.map { "$\($0) = VALUE" }.joined(separator: " "))
  }

  static func unreadableFile(_ path: String, _ reason: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .domain, code: "file", message: "“\(path)” cannot be used: \(reason)", range: range)
  }

  static func readDepth(_ limit: Int, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: "read-depth", message: "files read one another more than \(limit) deep", range: range)
  }

  static func lineLimit(_ limit: Int) -> PredicateIssue {
    PredicateIssue(kind: .limit, code: "line-length", message: "a line is longer than \(limit) bytes")
  }
}
