import PredicateSQL
import PredicateValues

/// The columns whose values one statement relies on.
final class ReliedColumns: Sendable {
  private let proofs: ColumnProofs
  private let found = Locked<[SQLColumnRead]>([])

  init(_ proofs: ColumnProofs) { self.proofs = proofs }

  /// All of them.
  var all: [SQLColumnRead] { found.withLock { $0 } }

  /// The stored column, which the statement relies on from now on. Nil without a proof.
  func column(_ read: SQLColumnRead) -> SQLExpression? {
    guard read.isIndexed, proofs.holds(read) else { return nil }
    found.withLock { $0.append(read) }
    return read.column
  }
}

/// A statement relied on values of a column that are others now.
struct ValuesHaveChanged: Error {}
