import PredicateMatching
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
