import GRDB
import PredicateModel
import PredicateSQL
import PredicateValues

/// A model that trusts its relationships as far as ``KeyEvidence`` allows. The rows are looked at when the model is first needed: that takes some
/// milliseconds for a large database, and whoever opens one need not wait for them.
final class CheckedModel: Sendable {
  /// The model without a look at the rows.
  let declared: DataModel
  private let indexes: SQLIndexes
  private let reader: any DatabaseReader
  private let checked = Locked<DataModel?>(nil)

  init(_ declared: DataModel, _ indexes: SQLIndexes, in reader: any DatabaseReader) {
    self.declared = declared
    self.indexes = indexes
    self.reader = reader
  }

  /// The model with what the rows show.
  var model: DataModel {
    if let model = checked.withLock({ $0 }) { return model }
    do {
      // Outside of the lock, and inside of whatever access to the database there is: two threads may wait for each other's connection.
      let model = try reader.unsafeReentrantRead { try KeyEvidence(of: $0, indexes).checked(declared) }
      return checked.withLock { known in
        // Whoever was first has said what the model is.
        if let known { return known }
        known = model
        return model
      }
    } catch {
      // Without evidence nothing is trusted, which costs time and changes no answer. The next one tries again.
      return KeyEvidence.trustingNothing(declared)
    }
  }
}
