import PredicateModel
import PredicateSQLite

/// A database that records are written to.
public protocol ImportDestination {
  /// The entities and what they have.
  var model: DataModel { get }

  /// Writes rows in one transaction: all, or where something is thrown, none. `next` gives rows, nil behind the last; `refused` is told
  /// why the row that came last was not taken.
  func write(_ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void) throws
}
