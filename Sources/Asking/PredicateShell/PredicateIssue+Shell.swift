import PredicateModel
import PredicateStatements
import PredicateSyntax

/// The issues of shell commands, with their stable codes and messages.
extension PredicateIssue {
  static func unknownAttribute(_ name: String, of entity: Entity, range: SourceRange) -> PredicateIssue {
    let known = entity.attributes.map(\.name)
    return .error(
      "unknown-attribute", range, "\(entity.name) has no attribute “\(name)”",
      hint: listed(known, of: "the attributes are"), kind: .unknownKey
    ).suggesting(NearestSpelling.of(name, among: known))
  }

  static func unknownCommand(_ name: String, known: [String], range: SourceRange) -> PredicateIssue {
    .error(
      "unknown-command", range, "there is no command “.\(name)”",
      hint: NearestSpelling.of(name, among: known).map { ".\($0) may be meant" } ?? ".help lists the commands")
  }

  static func commandArgument(
    expected: String, found: String, among words: [String] = [], range: SourceRange
  ) -> PredicateIssue {
    .error(
      "command-argument", range, "expected \(expected), \(Self.found(found))",
      hint: (wordsElsewhere[found.lowercased()].flatMap { word in words.first { $0.hasSameScalars(as: word) } }
        ?? NearestSpelling.of(found, among: words)).map { "\($0) may be meant" }
        ?? (words == ["INTO"] ? "the syntax is: .import FILE INTO ENTITY" : nil))
  }

  /// Arguments of commands in other shells, with the corresponding words of this shell: `.mode column` of the program `sqlite3`.
  private static let wordsElsewhere = [
    "column": "table", "columns": "table", "aligned": "table", "pretty": "table", "list": "csv", "quote": "csv",
    "datum": "date", "datetime": "date", "timestamp": "date", "bool": "boolean", "int": "integer", "float": "double",
    "text": "string", "blob": "data", "tabs": "tsv", "vertical": "line", "expanded": "line", "lines": "line",
    "jsonl": "ndjson",
  ]

  static func noStatement(_ range: SourceRange) -> PredicateIssue {
    .error(
      "no-statement", range, "no statement has run yet",
      hint: "run a statement before this command")
  }

  static func noAnswer(_ range: SourceRange) -> PredicateIssue {
    .error(
      "no-answer", range, "there is no answer yet", hint: "run a statement before this command")
  }

  /// The error for `.export` or `.last` after a statement `count Movie`, whose answer has no rows.
  static func countHasNoRows(_ statement: String, range: SourceRange) -> PredicateIssue {
    .error(
      "no-answer", range, "the last statement returned only a number, which has no rows",
      hint: "run the statement without count before this command: \(statement)")
  }

  /// The error for `.chart histogram plyCount Game`, without an answer. The hint is the statement that runs first.
  static func noAnswer(_ range: SourceRange, chart text: String, in model: DataModel) -> PredicateIssue {
    let words = text.split(separator: " ")
    guard let place = words.indices.dropFirst().first(where: { model.entity(inOneOrMany: String(words[$0])) != nil })
    else { return noAnswer(range) }
    let statement = words[place...].joined(separator: " ")
    return noAnswer(range).with(
      hint: "first run \(statement), and then .chart \(words[..<place].joined(separator: " "))")
  }

  static func answerNotKept(_ count: Int, range: SourceRange) -> PredicateIssue {
    .error(
      "answer-not-kept", range, "the last answer has \(count) rows, which are too many for the shell to keep",
      hint: "run the statement again", kind: .limit)
  }

  static func noPredicate(_ range: SourceRange) -> PredicateIssue {
    .error("no-predicate", range, "the statement has no condition to explain")
  }

  static func unknownSavedQuery(_ name: String, known: [String], range: SourceRange) -> PredicateIssue {
    .error(
      "unknown-saved-query", range, "no statement is saved as “\(name)”",
      hint: NearestSpelling.of(name, among: known).map { "\($0) may be meant" } ?? listed(
        known, of: "the saved statements are")
        ?? "to save the last statement, write .save NAME")
  }

  static func unknownParameter(_ name: String, of query: String, known: [String], range: SourceRange) -> PredicateIssue
  {
    let list = known.map { "$" + $0 }.joined(separator: ", ")
    return .error(
      "unknown-parameter", range, "“\(query)” has no parameter $\(name)",
      hint: NearestSpelling.of(name, among: known).map { "$\($0) may be meant" }
        ?? (known.isEmpty ? "the statement has no parameters" : "the parameters are \(list)"), kind: .argumentType)
  }

  static func missingParameters(_ names: [String], of query: String, range: SourceRange) -> PredicateIssue {
    let list = names.map { "$" + $0 }.joined(separator: ", ")
    return .error(
      "parameter-missing", range, "“\(query)” needs a value for \(list)",
      hint: "the syntax is: .run \(query) " + names.map { "$\($0) = VALUE" }.joined(separator: " "),
      kind: .argumentMissing
    )
  }

  static func unreadableFile(_ path: String, _ reason: String, range: SourceRange) -> PredicateIssue {
    .error("file", range, "“\(path)” cannot be used: \(reason)", kind: .domain)
  }

  static func readDepth(_ limit: Int, range: SourceRange) -> PredicateIssue {
    .error("read-depth", range, "the files contain more than \(limit) .read commands inside one another", kind: .limit)
  }

  static func lineLimit(_ limit: Int) -> PredicateIssue {
    .error("line-length", nil, "a line must not be longer than \(limit) bytes", kind: .limit)
  }
}
