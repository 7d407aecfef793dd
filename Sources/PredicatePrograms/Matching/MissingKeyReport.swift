import PredicateMatching
import PredicateOutput

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
