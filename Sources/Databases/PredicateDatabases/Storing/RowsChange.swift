import PredicateModel

/// A change of many rows of a table with an integer key: new values for some columns, or the deletion of the rows.
package struct RowsChange {
  /// The keys of the rows, then the new value of each column.
  package let fetch: BoundFetch
  /// The column of the key.
  package let key: String
  /// The columns that get new values; none if the rows are deleted.
  package let columns: [Column]
  /// The columns that are kept: those that get new values, or all of the table.
  package let keptColumns: [String]
  /// Columns without nil. The change is not possible if a row has NULL there.
  package let requiredColumns: [String]

  /// A column that gets new values.
  package struct Column {
    package let name: String
    /// The form of its values.
    package let storage: AttributeStorage
    /// How its values are written; nil for the form of the storage.
    package let writtenForm: WrittenForm?
    /// Whether a new value that is nil makes the change impossible.
    package let refusesNil: Bool
    /// The columns that the new value is computed from. If a row has a value in each of them and the new value is nil, the change is not possible: one of them
    /// may be of another type, and nil would replace it.
    package let sources: [String]

    package init(
      _ name: String, _ storage: AttributeStorage, _ writtenForm: WrittenForm? = nil, refusesNil: Bool,
      sources: [String] = []
    ) {
      (self.name, self.storage, self.writtenForm, self.refusesNil) = (name, storage, writtenForm, refusesNil)
      self.sources = sources
    }
  }

  package init(
    _ fetch: BoundFetch, key: String, columns: [Column], keptColumns: [String], requiredColumns: [String]
  ) {
    (self.fetch, self.key, self.columns) = (fetch, key, columns)
    (self.keptColumns, self.requiredColumns) = (keptColumns, requiredColumns)
  }
}

/// The rows of a change with their former and new values, as a database keeps them besides its own tables.
package protocol KeptRows: AnyObject {
  /// How many rows there are.
  var count: Int { get }
  /// The least key of them; 0 without any.
  var firstKey: Int64 { get }
  /// In how many of them the change makes a difference.
  var changedCount: Int { get }
  /// Makes the change, or undoes it, in one transaction.
  ///
  /// - Throws: ``RowChanged`` if a row has other values than are kept; ``StorageRefusal`` if a constraint does not hold; a ``DatabaseIssue``. Nothing is
  ///   written then.
  func write(isUndoing: Bool) throws
  /// Runs work that sees the change made, or undone. The database is as before afterwards.
  func whileWritten(isUndoing: Bool, _ work: () throws -> Void) throws
}

/// A row that another process changed or deleted since it was kept.
package struct RowChanged: Error {
  package let key: Int64

  package init(key: Int64) { self.key = key }
}
