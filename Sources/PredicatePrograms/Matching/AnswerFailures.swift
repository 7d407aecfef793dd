import PredicateMatching
import PredicateOutput
import PredicateSyntax

/// Tells of records on which a predicate fails, the first ones in words.
struct AnswerFailures {
  /// So many are told of one by one.
  private static let told = 20

  private(set) var count = 0
  let errors: any ShellOutput

  init(_ errors: any ShellOutput) { self.errors = errors }

  /// Tells of a failure, beside its record.
  mutating func add(_ issue: PredicateIssue, _ record: FactRecord, _ predicate: String) {
    count += 1
    guard count <= Self.told else { return }
    errors.write(
      "\(CellText.escaped(record.id)): \(CellText.escaped(issue.message)) (in \(CellText.escaped(predicate)))\n")
  }

  /// Tells how many there were, where not all were told of.
  func finish() {
    if count > Self.told { errors.write("predicate: \(count) questions have no answer\n") }
  }
}
