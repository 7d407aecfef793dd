import PredicateBinding
import PredicateModel
import PredicateValues

/// The tables of a database as storage for objects.
package protocol ObjectStorage: Sendable {
  /// The rules that a table applies to its rows; nil for a view.
  func rules(ofTable name: String) -> TableRules?
  /// Runs the body. All its reads see the same state of the database.
  func read<Result>(_ body: (any StoredRecords) throws -> Result) throws -> Result
  var isWritable: Bool { get }
  /// The names of the tables that a view reads. Empty if the name is not that of a view, or if the database does not report them.
  func tables(ofView name: String) throws -> [String]
  /// Runs the body in one transaction with the lock for writing. Foreign keys are checked at the end.
  ///
  /// - Throws: ``StorageRefusal`` if a constraint does not hold; ``DatabaseIssue``; the errors of the body. Nothing is written in these cases.
  func write(_ body: (any WritableRecords) throws -> Void) throws
  /// Passes the complete records of a fetch's objects, in its order, by one statement.
  ///
  /// - Returns: false if the table lacks a column of the records. In this case no record is passed.
  func records(of fetch: BoundFetch, in table: RecordTable, _ body: (StoredRecord) throws -> Void) throws -> Bool
  /// The keys of a fetch's objects, in its order. A policy counts the steps.
  func keys(of fetch: BoundFetch, in key: RecordKey, countedBy policy: QueryPolicy?) throws -> [Int64]
  /// Numbers that change after any connection has written; nil if the database does not count writes.
  func versions() throws -> [Int64]?
}

/// The records of a database, within one consistent read.
package protocol StoredRecords {
  /// Passes records in ascending order of their keys.
  func records(_ selection: RecordSelection, in table: RecordTable, _ body: (StoredRecord) throws -> Void) throws
  /// Passes each key, with the position of the layout of its row's entity.
  func kinds(of keys: [Int64], in table: RecordTable, _ body: (Int64, Int) throws -> Void) throws
  /// The keys of the rows that have certain values in some columns.
  func keys(in table: RecordTable, where columns: [String], equal values: [StoredValue]) throws -> [Int64]
  /// The value that a column's default stores; nil if the database cannot evaluate the default alone.
  ///
  /// - Parameter castType: The type of a CAST that converts values as the column does; nil if the column keeps every value.
  func value(ofDefault expression: String, castTo castType: String?) throws -> StoredValue?
  /// Prepares a search for rows by the values of the columns `keys`. The result takes these values, and returns the values of `columns` for each row.
  func search(_ columns: [String], in table: String, where keys: [String]) throws -> RowSearch
}

/// The records of a database, within one transaction that writes.
package protocol WritableRecords: StoredRecords {
  /// Prepares a statement. Later calls return the same statement.
  func statement(_ change: RowChange) throws -> RowStatement
  /// The greatest key in a table; 0 if the table is empty. If the table never reuses keys, the keys of deleted rows count, too.
  func greatestKey(_ column: String, of table: String) throws -> Int64
}

/// A prepared statement that changes rows.
package struct RowStatement {
  private let run: ([StoredValue]) throws -> Int

  /// - Parameter run: Runs the statement, and returns how many rows the statement itself wrote or deleted.
  package init(_ run: @escaping ([StoredValue]) throws -> Int) { self.run = run }

  /// Runs the statement with values. Throws ``StorageRefusal`` if a constraint does not hold.
  ///
  /// - Returns: How many rows the statement wrote or deleted. Rows that triggers and foreign keys changed do not count.
  @discardableResult package func callAsFunction(_ values: [StoredValue]) throws -> Int { try run(values) }
}

/// Runs a prepared search for some values.
package typealias RowSearch = (_ values: [StoredValue]) throws -> [[StoredValue]]

/// A kind of statement that changes rows. It takes the new values of the columns, and after them the values in `where` by which the rows are found.
package enum RowChange {
  case insert(into: String, [String])
  case update(String, set: [String], where: [String])
  case count(String, in: String, where: [String])
  case delete(from: String, where: [String])
}

/// A constraint of the database refused the write.
package struct StorageRefusal: Error {
  package let message: String
  /// The columns in which another row has the same values. Empty for a unique index on expressions. Nil if another kind of constraint refused the write.
  package let uniqueColumns: [String]?
  /// The column that must not be NULL and has no value, with its table. Nil if another kind of constraint refused the write.
  package let missing: (table: String, column: String)?

  package init(
    message: String, uniqueColumns: [String]? = nil, missing: (table: String, column: String)? = nil
  ) {
    (self.message, self.uniqueColumns, self.missing) = (message, uniqueColumns, missing)
  }
}

/// The records to read.
package enum RecordSelection {
  case all
  case keys([Int64])
  /// The records that refer to one of the rows with the given keys. Each record has the key of that row as its owner.
  case referring(KeyReference, among: [Int64])
  /// The records that a join table pairs with one of the rows with the given keys. Each record has the key of that row as its owner.
  case pairs(PairSelection, among: [Int64])
}

/// The columns of a join table, named from the row whose list is read.
package struct PairSelection: Sendable {
  package let table: String
  /// The foreign key to the row whose list is read.
  package let owner: KeyReference
  /// The foreign key to a row in that list.
  package let member: KeyReference
  /// The column with the position of the member in the list; nil for lists without an order.
  package let place: String?

  package init(table: String, owner: KeyReference, member: KeyReference, place: String?) {
    (self.table, self.owner, self.member, self.place) = (table, owner, member, place)
  }
}

/// The columns of one entity's records.
package struct RecordLayout: Sendable {
  package let attributes: [Attribute]
  /// The foreign keys. `order` is the column with the position among the rows that have the same foreign key.
  package let foreignKeys: [(reference: KeyReference, order: String?)]
  /// The value of the entity column for the entity's rows.
  package let kind: StoredValue

  package init(attributes: [Attribute], foreignKeys: [(reference: KeyReference, order: String?)], kind: StoredValue) {
    (self.attributes, self.foreignKeys, self.kind) = (attributes, foreignKeys, kind)
  }
}

/// A table that holds the records of an entity.
package struct RecordTable: Sendable {
  /// The columns of the rows' key.
  package let key: RecordKey
  /// The column that names the entity of each row; nil if all rows belong to one entity.
  package let kindColumn: String?
  /// The values of ``kindColumn`` in the entity's rows; nil if all rows of the table belong to the entity.
  package let kinds: [StoredValue]?
  package let layouts: [RecordLayout]
  /// The position of the entity's own layout. Rows of unknown entities are read with it.
  package let own: Int

  package init(key: RecordKey, kindColumn: String?, kinds: [StoredValue]?, layouts: [RecordLayout], own: Int) {
    (self.key, self.kindColumn, self.kinds, self.layouts, self.own) = (key, kindColumn, kinds, layouts, own)
  }

  package var name: String { key.table }

  /// The position of the layout for a value of ``kindColumn``.
  package func layout(named kind: StoredValue) -> Int { layouts.firstIndex { $0.kind == kind } ?? own }
}

package struct StoredRecord {
  package let key: Int64
  /// The position of the layout of the row's entity.
  package let layout: Int
  package let values: [QueryValue]
  /// The first foreign key. It is stored inline: allocating and freeing memory for it would take half the time of reading a row, and most entities
  /// have no other foreign key.
  package let reference: Int64?
  package let otherReferences: [Int64?]
  /// For each foreign key, the position of the row among the rows with the same foreign key. Empty if no foreign key has an order.
  package let places: [Int64?]
  /// The stored values that cannot be computed again from the record: values of another family, which read as nil, and dates whose text has another
  /// form. The keys are the positions of the attributes, followed by those of the foreign keys.
  package let contents: [Int: StoredValue]
  /// The key of the row whose list or reference was read to find the record.
  package let owner: Int64
  /// The position of the row in its owner's list; nil unless a join table keeps an order.
  package let place: Int64?

  package init(
    key: Int64, layout: Int, values: [QueryValue], reference: Int64?, otherReferences: [Int64?], places: [Int64?],
    contents: [Int: StoredValue], owner: Int64, place: Int64?
  ) {
    self.key = key
    self.layout = layout
    self.values = values
    self.reference = reference
    self.otherReferences = otherReferences
    self.places = places
    self.contents = contents
    self.owner = owner
    self.place = place
  }

  /// The foreign key at a position.
  package func reference(at slot: Int) -> Int64? { slot == 0 ? reference : otherReferences[slot - 1] }
}

/// The rules that a table applies to its rows: computed columns, defaults, triggers.
package struct TableRules: Sendable {
  package struct Column: Sendable {
    package let name: String
    /// Whether the table computes the column, so that no statement can write it.
    package let isComputed: Bool
    /// The expression of the column's default as the schema has it; nil if there is none.
    package let defaultExpression: String?
    /// The type of a CAST that converts values as the column does; nil if the column keeps every value.
    package let castType: String?

    package init(name: String, isComputed: Bool, defaultExpression: String?, castType: String?) {
      self.name = name
      self.isComputed = isComputed
      self.defaultExpression = defaultExpression
      self.castType = castType
    }
  }

  package let columns: [Column]
  /// The columns of the primary key and of all unique indexes.
  package let uniqueColumns: [String]
  /// The columns that foreign keys refer to, also foreign keys of tables that the model lacks.
  package let referredColumns: [String]
  /// The foreign keys that the table declares.
  package let foreignKeys: [SchemaForeignKey]
  /// Whether writing a row of the table runs a trigger.
  package let hasTriggers: Bool
  /// The names of the triggers that run when a row is deleted.
  package let deletionTriggers: [String]
  /// Whether the table is laid out as by Core Data: `Z_PK`, `Z_ENT` and `Z_OPT` are its first columns.
  package let isOfCoreData: Bool

  package init(
    columns: [Column], uniqueColumns: [String], referredColumns: [String], foreignKeys: [SchemaForeignKey] = [],
    hasTriggers: Bool, deletionTriggers: [String] = [], isOfCoreData: Bool
  ) {
    self.columns = columns
    self.uniqueColumns = uniqueColumns
    self.referredColumns = referredColumns
    self.foreignKeys = foreignKeys
    self.hasTriggers = hasTriggers
    self.deletionTriggers = deletionTriggers
    self.isOfCoreData = isOfCoreData
  }

  /// The column with a name, as SQL compares names.
  package func column(named name: String) -> Column? { columns.first { $0.name.isSameSQLName(as: name) } }
}

/// A change of many rows of a table with an integer key: new values for some columns, or the deletion of the rows.
package struct RowsChange {
  /// A fetch that gives the key of each row, and after it the new value of each column.
  package let fetch: BoundFetch
  /// The column of the key.
  package let key: String
  /// The columns that get new values; none if the rows are deleted.
  package let columns: [Column]
  /// The columns whose old values are stored for undoing: the changed columns, or all columns if the rows are deleted.
  package let keptColumns: [String]
  /// The columns that must not be nil. If one of them has NULL in a row, the change is not possible.
  package let requiredColumns: [String]

  /// A column that gets new values.
  package struct Column {
    package let name: String
    /// How the column stores its values.
    package let storage: AttributeStorage
    /// How the column's values are written; nil for the storage's usual way.
    package let writtenForm: WrittenForm?
    /// Whether a new value that is nil makes the change impossible.
    package let refusesNil: Bool
    /// The columns that the new value is computed from. If a row has a value in each of them and the new value is nil, the change is not possible:
    /// one of the values may have another type, and nil would replace it.
    package let sources: [String]
    /// The column whose stored values are copied where the new value is not nil; nil if the new values are converted to the storage.
    package let copiedColumn: String?

    package init(
      _ name: String, _ storage: AttributeStorage, _ writtenForm: WrittenForm? = nil, refusesNil: Bool,
      sources: [String] = [], copiedColumn: String? = nil
    ) {
      (self.name, self.storage, self.writtenForm, self.refusesNil) = (name, storage, writtenForm, refusesNil)
      (self.sources, self.copiedColumn) = (sources, copiedColumn)
    }
  }

  package init(
    _ fetch: BoundFetch, key: String, columns: [Column], keptColumns: [String], requiredColumns: [String]
  ) {
    (self.fetch, self.key, self.columns) = (fetch, key, columns)
    (self.keptColumns, self.requiredColumns) = (keptColumns, requiredColumns)
  }
}

/// The old and new values of the rows that a direct change writes. They are stored outside the tables of the database, so that the change can be undone.
package protocol KeptRows: AnyObject {
  /// How many rows there are.
  var count: Int { get }
  /// The least key of the rows; 0 if there are none.
  var firstKey: Int64 { get }
  /// The number of rows whose new values differ from their old values.
  var changedCount: Int { get }
  /// Makes the change in one transaction, or undoes it.
  ///
  /// - Throws: ``RowChanged`` if a row no longer has the values that are kept; ``StorageRefusal`` if a constraint does not hold; a ``DatabaseIssue``.
  ///   Nothing is written in these cases.
  func write(isUndoing: Bool) throws
  /// Runs work that reads the database as if the change were made, or undone. Afterwards the database is unchanged.
  func whileWritten(isUndoing: Bool, _ work: () throws -> Void) throws
}

/// Another process changed or deleted the row after its old values were stored.
package struct RowChanged: Error {
  package let key: Int64

  package init(key: Int64) { self.key = key }
}
