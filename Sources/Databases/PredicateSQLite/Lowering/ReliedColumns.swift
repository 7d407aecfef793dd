import PredicateDatabases
import PredicateSQL
import PredicateValues

/// The columns whose values one statement relies on.
final class ReliedColumns: Sendable {
  private let proofs: ColumnProofs
  private let found = Locked<[ReliedColumn]>([])

  init(_ proofs: ColumnProofs) { self.proofs = proofs }

  var all: [ReliedColumn] { found.withLock { $0 } }

  /// The stored column, whose order is that of the values. The statement relies on it from now on. Nil without a proof.
  func column(_ read: SQLColumnRead, mayReadAll: Bool = false) -> SQLExpression? {
    switch proof(of: read, mayReadAll: mayReadAll) {
    case .classes?, .dates?: read.column
    case .numbers?, nil: nil
    }
  }

  /// Whether all values of a column have the class of its storage. The statement relies on that from now on.
  func haveOneClass(_ read: SQLColumnRead) -> Bool { proof(of: read, mayReadAll: false) != nil }

  /// The form of all texts of a column of dates. The statement relies on it from now on. Nil without a proof.
  ///
  /// - Parameter part: The approximate part of the rows whose texts this statement reads without a proof; nil if that is unknown. Reading all texts
  ///   once takes as long as the statements without a proof took by then.
  func dateForm(_ read: SQLColumnRead, orReadingInPlaceOf part: () -> Double?) -> ISODateForm? {
    func form() -> ISODateForm? {
      if case .dates(let form)? = proof(of: read, mayReadAll: false) { form } else { nil }
    }
    if let form = form() { return form }
    guard read.isIndexed, let part = part(), proofs.isWorthReading(read, besides: part) else { return nil }
    _ = proofs.proof(of: read, mayReadAll: true)
    return form()
  }

  private func proof(of read: SQLColumnRead, mayReadAll: Bool) -> ColumnProofs.Proof? {
    guard read.isIndexed, let proof = proofs.proof(of: read, mayReadAll: mayReadAll) else { return nil }
    found.withLock { $0.append(ReliedColumn(read, form: proof.form, mayReadAll: mayReadAll)) }
    return proof
  }
}

/// A statement relied on values of a column that are others now.
struct ValuesHaveChanged: Error {}
