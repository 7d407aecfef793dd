import PredicateDatabases
import PredicateSQL
import PredicateValues

/// The columns whose values one statement relies on.
final class ReliedColumns: Sendable {
  private let proofs: ColumnProofs
  private let found = Locked<[ReliedColumn]>([])

  init(_ proofs: ColumnProofs) { self.proofs = proofs }

  var all: [ReliedColumn] { found.withLock { $0 } }

  /// The stored column, which the statement relies on from now on. Nil without a proof.
  func column(_ read: SQLColumnRead, mayReadAll: Bool = false) -> SQLExpression? {
    proof(of: read, mayReadAll: mayReadAll) == nil ? nil : read.column
  }

  /// The form of all texts of a column of dates. The statement relies on it from now on. Nil without a proof from an earlier statement.
  func dateForm(_ read: SQLColumnRead) -> ISODateForm? {
    if case .dates(let form)? = proof(of: read, mayReadAll: false) { form } else { nil }
  }

  private func proof(of read: SQLColumnRead, mayReadAll: Bool) -> ColumnProofs.Proof? {
    guard read.isIndexed, let proof = proofs.proof(of: read, mayReadAll: mayReadAll) else { return nil }
    found.withLock { $0.append(ReliedColumn(read, form: proof.form, mayReadAll: mayReadAll)) }
    return proof
  }
}

/// A statement relied on values of a column that are others now.
struct ValuesHaveChanged: Error {}
