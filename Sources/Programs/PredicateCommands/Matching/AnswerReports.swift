import PredicateFacts
import PredicateOutput
import PredicateSyntax

/// The ids behind `--why`: which records are asked about, and which of them do not exist.
struct AskedRecords {
  /// So many ids are kept for what a mistyped one may mean.
  private static let mostKnownIDs = 10_000

  private let asked: [String]
  private let errors: any ShellOutput
  private var unseen: [String]
  private var knownIDs: [String] = []

  /// The records of some ids; without any, all records.
  init(_ ids: [String], _ errors: any ShellOutput) {
    asked = ids
    unseen = ids
    self.errors = errors
  }

  /// Whether no record is asked about by its id.
  var isEmpty: Bool { asked.isEmpty }

  /// Whether an id is that of no record.
  var hasUnseen: Bool { !unseen.isEmpty }

  /// Whether a record is one of those that are asked about.
  mutating func takes(_ record: FactRecord) -> Bool {
    if asked.isEmpty { return true }
    if knownIDs.count < Self.mostKnownIDs { knownIDs.append(record.id) }
    guard asked.contains(where: { $0.hasSameScalars(as: record.id) }) else { return false }
    unseen.removeAll { $0.hasSameScalars(as: record.id) }
    return true
  }

  /// Tells which ids are those of no record.
  func finish() {
    for id in unseen {
      let hint = NearestSpelling.of(id, among: knownIDs).map { "; the nearest one is “\(CellText.escaped($0))”" } ?? ""
      errors.write("predicate: no record is called “\(CellText.escaped(id))”\(hint)\n")
    }
  }
}

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

/// Tells which keys predicates read and no record has, each once.
struct MissingKeyReport {
  private var missing: [MissingKeys]
  private let errors: any ShellOutput

  init(_ predicates: [RecordPredicate], _ errors: any ShellOutput) {
    missing = predicates.map { MissingKeys(of: $0) }
    self.errors = errors
  }

  /// Strikes out the keys that a record has.
  mutating func look(at record: FactRecord) {
    for index in missing.indices { missing[index].look(at: record) }
  }

  /// Tells of the keys that are left.
  func finish() {
    var told: Set<String> = []
    for (name, nearest) in missing.flatMap(\.keys) where told.insert(name).inserted {
      let hint = nearest.map { "; the nearest one is “\(CellText.escaped($0))”" } ?? ""
      errors.write("predicate: no record has the key “\(CellText.escaped(name))”\(hint)\n")
    }
  }
}
