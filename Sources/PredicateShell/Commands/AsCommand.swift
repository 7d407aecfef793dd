import PredicateAnswers
import PredicateBinding
import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

extension ShellCommand {
  /// `.as swift|objc|sql|json`
  static let form = ShellCommand(
    "as", .required(nil, or: PastedForm.allCases.map(\.rawValue)),
    summary: "writes the last statement for pasting somewhere else",
    details: """
      swift and json have all clauses. objc is a fetch request; a comment names what it has no form for: groups, computed values.
      sql has its constants in place, for reading and pasting; what the shell runs has them bound. A comment names functions
      that only a connection of this library has.
      A text that is read as a date is written as a date. objc refuses what Apple's systems lack: lentOn.year, arithmetic with dates.
      """
  ) { arguments, session in
    guard let last = session.lastQuery, let form = arguments.word.flatMap(PastedForm.init(rawValue:)) else {
      throw PredicateIssue.noStatement(arguments.call.nameRange)
    }
    let (model, variables) = (session.database.model, session.queryVariables)
    let bound = try BoundFetch(last.fetch, model: model, variables: variables)
    let fetch = try last.fetchWithWrittenDates(in: model, variables: variables)
    var lines: [String]
    switch form {
    case .swift: lines = SwiftFetchText(fetch, isCount: last.isCount).lines + comments(on: fetch, variables)
    case .objc:
      if let note = (last.notes + bound.notes).first(where: { $0.has(.extension) }) {
        throw StatementFailure(.noFormElsewhere(note))
      }
      lines = ObjectiveCRequestText(fetch, bound, isCount: last.isCount).lines + comments(on: fetch, variables)
    case .json:
      lines = [JSONWriter.text(of: .object(try PastedForm.json(of: last, model: model, variables: variables)))]
    case .sql:
      let run = try FetchRun(last, on: session.answers, variables: variables)
      lines = PastedForm.lines(of: try run.statement())
      if run.computesColumns {
        let columns = last.fetch.columns.map { CellText.escaped($0.name) }.joined(separator: ", ")
        lines.append("-- Left out, these columns are computed in memory: \(columns)")
      }
    }
    // Names stand in comments as they are.
    for line in lines { session.output.write((line.hasPrefix("//") ? CellText.escaped(line) : line) + "\n") }
    return .done
  }

  /// A line for each variable: the code names it, its value is the shell's.
  private static func comments(on fetch: EntityFetch, _ variables: QueryVariables) -> [String] {
    PastedForm.used(fetch, variables).map { "// $\($0.name) is \(ValueText.literal(of: $0.value))" }
  }
}

extension PredicateIssue {
  /// What a note calls an extension cannot be written for Apple's systems.
  fileprivate static func noFormElsewhere(_ note: PredicateIssue) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: .extension, message: note.message, range: nil,
      hint: ".as swift writes it for OpenPredicate")
  }
}
