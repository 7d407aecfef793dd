import PredicateModel

/// A change of many rows of a table with an integer key: new values for some columns, or the deletion of the rows.
package struct RowsChange {
  /// A fetch whose rows have the key, then the new value of each column.
  package let fetch: BoundFetch
  /// The column of the key.
  package let key: String
  /// The columns that get new values; none if the rows are deleted.
  package let columns: [Column]
  /// The columns whose values are kept: those that get new values, or all columns of the table.
  package let keptColumns: [String]
  /// The columns that must not be nil. The change is impossible if a row has NULL in one of them.
  package let requiredColumns: [String]

  /// A column that gets new values.
  package struct Column {
    package let name: String
    /// How the column stores its values.
    package let storage: AttributeStorage
    /// How the column's values are written; nil for the storage's usual way.
    package let writtenForm: WrittenForm?
    /// Whether the change is impossible if a new value is nil.
    package let refusesNil: Bool
    /// The columns that the new value is computed from. If a row has a value in all of them and the new value is nil, the change is impossible: one
    /// of the values may have another type, and nil would replace it.
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

/// The rows of a change with their old and new values. A database keeps them outside its tables.
package protocol KeptRows: AnyObject {
  /// How many rows there are.
  var count: Int { get }
  /// The least key of the rows; 0 if there are none.
  var firstKey: Int64 { get }
  /// The number of rows that the change makes different.
  var changedCount: Int { get }
  /// Makes the change in one transaction, or undoes it.
  ///
  /// - Throws: ``RowChanged`` if a row no longer has the values that are kept; ``StorageRefusal`` if a constraint does not hold; a ``DatabaseIssue``.
  ///   Nothing is written in these cases.
  func write(isUndoing: Bool) throws
  /// Runs work that sees the database with the change made, or undone. Afterwards the database is unchanged.
  func whileWritten(isUndoing: Bool, _ work: () throws -> Void) throws
}

/// A row that another process changed or deleted since it was kept.
package struct RowChanged: Error {
  package let key: Int64

  package init(key: Int64) { self.key = key }
}
