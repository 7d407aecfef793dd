import PredicateFacts
import PredicateOutput
import PredicateSyntax

/// The text that `match` and `diff` write to standard error after the records: which of the named records are missing, which answers failed, which
/// keys no record has.
struct AnswerReport {
  /// The number of names of records that are kept, to find the nearest one to a name that no record has.
  private static let mostKnownIDs = 10_000
  /// The number of failed answers that are reported one by one.
  private static let toldFailures = 20

  private let errors: any ShellOutput
  private let asked: [String]
  private var unseen: [String]
  private var knownIDs: [String] = []
  private var missing: [MissingKeys]
  private(set) var failureCount = 0

  /// - Parameter asked: The named records; empty for all.
  init(_ predicates: [RecordPredicate], about asked: [String], _ errors: any ShellOutput) {
    missing = predicates.map { MissingKeys(of: $0) }
    self.asked = asked
    unseen = asked
    self.errors = errors
  }

  /// Whether every record counts, because none is named.
  var isAboutAll: Bool { asked.isEmpty }

  /// Whether an answer failed, or a named record is missing.
  var hasFailures: Bool { failureCount > 0 || !unseen.isEmpty }

  /// Takes a record. Returns whether it is one of the named records.
  mutating func takes(_ record: FactRecord) -> Bool {
    for index in missing.indices { missing[index].look(at: record) }
    if asked.isEmpty { return true }
    if knownIDs.count < Self.mostKnownIDs { knownIDs.append(record.id) }
    guard asked.contains(where: { $0.hasSameScalars(as: record.id) }) else { return false }
    unseen.removeAll { $0.hasSameScalars(as: record.id) }
    return true
  }

  /// Takes why a predicate has no answer for a record.
  mutating func add(_ issue: PredicateIssue, _ record: FactRecord, _ predicate: String) {
    failureCount += 1
    guard failureCount <= Self.toldFailures else { return }
    errors.write(
      "\(CellText.escaped(record.id)): \(CellText.escaped(issue.message)) (in \(CellText.escaped(predicate)))\n")
  }

  func finish() {
    if failureCount > Self.toldFailures { errors.write("predicate: \(failureCount) questions have no answer\n") }
    for id in unseen { errors.writeMissing("is called", id, nearest: NearestSpelling.of(id, among: knownIDs)) }
    var told: Set<String> = []
    for (name, nearest) in missing.flatMap(\.keys) where told.insert(name).inserted {
      errors.writeMissing("has the key", name, nearest: nearest)
    }
  }
}
