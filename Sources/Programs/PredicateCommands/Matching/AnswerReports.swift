import PredicateFacts
import PredicateOutput
import PredicateSyntax

/// Collects the report that `match` and `diff` write to standard error after the records: named records that are missing, predicates that failed, and
/// keys that no record has.
struct AnswerReport {
  /// The greatest number of ids of records that are kept, to find the nearest one to an id that no record has.
  private static let mostKnownIDs = 10_000
  /// The greatest number of failures that are reported individually.
  private static let toldFailures = 20

  private let errors: any ShellOutput
  private let asked: [String]
  private var unseen: [String]
  private var knownIDs: [String] = []
  private var missing: [MissingKeys]
  private(set) var failureCount = 0

  /// - Parameter asked: The ids of the named records; empty for all records.
  init(_ predicates: [RecordPredicate], about asked: [String], _ errors: any ShellOutput) {
    missing = predicates.map { MissingKeys(of: $0) }
    self.asked = asked
    unseen = asked
    self.errors = errors
  }

  /// Whether all records count, because none is named.
  var isAboutAll: Bool { asked.isEmpty }

  /// Whether a predicate failed for a record, or a named record is missing.
  var hasFailures: Bool { failureCount > 0 || !unseen.isEmpty }

  /// Adds a record to the report. Returns whether the record counts: it is named, or all records count.
  mutating func takes(_ record: FactRecord) -> Bool {
    for index in missing.indices { missing[index].look(at: record) }
    if asked.isEmpty { return true }
    if knownIDs.count < Self.mostKnownIDs { knownIDs.append(record.id) }
    guard asked.contains(where: { $0.hasSameScalars(as: record.id) }) else { return false }
    unseen.removeAll { $0.hasSameScalars(as: record.id) }
    return true
  }

  /// Adds the reason why a predicate failed for a record.
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
