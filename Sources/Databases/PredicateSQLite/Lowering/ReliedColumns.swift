import PredicateDatabases
import PredicateSQL
import PredicateValues

/// Collects the columns whose values a statement relies on.
final class ReliedColumns: Sendable {
  private let proofs: ColumnProofs
  private let found = Locked<[ReliedColumn]>([])

  init(_ proofs: ColumnProofs) { self.proofs = proofs }

  var all: [ReliedColumn] { found.withLock { $0 } }

  /// The stored column, if it is proven to sort like the attribute's values. The statement then relies on it. Nil without a proof.
  func column(_ read: SQLColumnRead, mayReadAll: Bool = false) -> SQLExpression? {
    switch proof(of: read, mayReadAll: mayReadAll) {
    case .classes?, .dates?: read.column
    case .numbers?, nil: nil
    }
  }

  /// Whether all values of a column have the class of its storage. If so, the statement then relies on it.
  func haveOneClass(_ read: SQLColumnRead) -> Bool { proof(of: read, mayReadAll: false) != nil }

  /// The form that all texts in a column of dates have. The statement then relies on it. Nil without a proof.
  ///
  /// - Parameter part: The approximate share of rows whose texts this statement would read without a proof; nil if it is unknown. All texts are read
  ///   once for a proof when statements without a proof have read as many.
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

/// The error for a statement that relied on values that have changed.
struct ValuesHaveChanged: Error {}
