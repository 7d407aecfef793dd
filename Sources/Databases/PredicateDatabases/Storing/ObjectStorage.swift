import PredicateModel
import PredicateValues

/// The tables of a database as objects are kept in them.
package protocol ObjectStorage: Sendable {
  /// The rules that a table applies to its rows; nil for a view.
  func rules(ofTable name: String) -> TableRules?
  /// One consistent read of the database.
  func read<Result>(_ body: (any StoredRecords) throws -> Result) throws -> Result
  var isWritable: Bool { get }
  /// The names of the tables that a view reads. Empty for a name that is not a view's, or if the database does not report them.
  func tables(ofView name: String) throws -> [String]
  /// One transaction with the lock for writing. Foreign keys are checked at its end.
  ///
  /// - Throws: ``StorageRefusal`` if a constraint does not hold; ``DatabaseIssue``; the errors of the body. Nothing is written then.
  func write(_ body: (any WritableRecords) throws -> Void) throws
  /// Hands over the records of a fetch's objects, whole and in its order, out of one statement.
  ///
  /// - Returns: false if the table lacks a column of the records. No record was handed over then.
  func records(of fetch: BoundFetch, in table: RecordTable, _ body: (StoredRecord) throws -> Void) throws -> Bool
  /// The keys of a fetch's objects, in its order.
  func keys(of fetch: BoundFetch, in key: RecordKey) throws -> [Int64]
  /// Numbers that differ after anything was written by any connection; nil if the connections have no numbers.
  func versions() throws -> [Int64]?
}

/// The records of a database, within one consistent read.
package protocol StoredRecords {
  /// Hands over records, ascending by key.
  func records(_ selection: RecordSelection, in table: RecordTable, _ body: (StoredRecord) throws -> Void) throws
  /// Hands over keys with the positions of their entities' layouts.
  func kinds(of keys: [Int64], in table: RecordTable, _ body: (Int64, Int) throws -> Void) throws
  /// The keys of the rows that have values in some columns.
  func keys(in table: RecordTable, where columns: [String], equal values: [StoredValue]) throws -> [Int64]
  /// The value that a column stores by its default; nil if the database cannot evaluate the default alone.
  ///
  /// - Parameter castType: The type of a CAST that converts a value as the column does; nil if it keeps every value.
  func value(ofDefault expression: String, castTo castType: String?) throws -> StoredValue?
  /// Prepares a search for the rows that have values in some columns. Call it with these values for other columns of each row.
  func search(_ columns: [String], in table: String, where keys: [String]) throws -> RowSearch
}

/// The records of a database, within one transaction that writes.
package protocol WritableRecords: StoredRecords {
  /// Prepares a statement. Later calls return the same statement.
  func statement(_ change: RowChange) throws -> RowStatement
  /// The greatest key that a table has, or had if it never uses a key again; 0 for none.
  func greatestKey(_ column: String, of table: String) throws -> Int64
}

/// A prepared statement that changes rows.
package struct RowStatement {
  private let run: ([StoredValue]) throws -> Int

  /// - Parameter run: Runs the statement, and returns how many rows it wrote or deleted itself.
  package init(_ run: @escaping ([StoredValue]) throws -> Int) { self.run = run }

  /// Runs the statement with values. Throws ``StorageRefusal`` if a constraint does not hold.
  ///
  /// - Returns: How many rows it wrote or deleted. Rows that triggers and foreign keys changed do not count.
  @discardableResult package func callAsFunction(_ values: [StoredValue]) throws -> Int { try run(values) }
}

/// Runs a prepared search with values.
package typealias RowSearch = (_ values: [StoredValue]) throws -> [[StoredValue]]

/// A change of rows. Its statement takes the values of the columns, then those that the rows have in `where`.
package enum RowChange {
  case insert(into: String, [String])
  case update(String, set: [String], where: [String])
  case count(String, in: String, where: [String])
  case delete(from: String, where: [String])
}

/// A constraint of the database refused the write.
package struct StorageRefusal: Error {
  package let message: String
  /// The columns whose values another row has. Empty for an index on expressions, and nil if another constraint refused the write.
  package let uniqueColumns: [String]?

  package init(message: String, uniqueColumns: [String]? = nil) {
    (self.message, self.uniqueColumns) = (message, uniqueColumns)
  }
}

/// Which records are read.
package enum RecordSelection {
  case all
  case keys([Int64])
  /// Those that refer to rows with one of the keys. That key comes along as the owner.
  case referring(KeyReference, among: [Int64])
  /// Those that a table of pairs has together with rows with one of the keys. That key comes along as the owner.
  case pairs(PairSelection, among: [Int64])
}

/// The columns of a table of pairs, as one end sees it.
package struct PairSelection: Sendable {
  package let table: String
  /// The key that refers to the row whose list is read.
  package let owner: KeyReference
  /// The key that refers to a row in that list.
  package let member: KeyReference
  /// The column that keeps the place of the member in the list; nil for lists without an order.
  package let place: String?

  package init(table: String, owner: KeyReference, member: KeyReference, place: String?) {
    (self.table, self.owner, self.member, self.place) = (table, owner, member, place)
  }
}

/// The columns of one entity's records.
package struct RecordLayout: Sendable {
  package let attributes: [Attribute]
  /// The foreign keys. `order` is the column that keeps the place among the rows with the same key.
  package let foreignKeys: [(reference: KeyReference, order: String?)]
  /// The value that marks a row of the entity.
  package let kind: StoredValue

  package init(attributes: [Attribute], foreignKeys: [(reference: KeyReference, order: String?)], kind: StoredValue) {
    (self.attributes, self.foreignKeys, self.kind) = (attributes, foreignKeys, kind)
  }
}

/// A table that holds the records of an entity.
package struct RecordTable: Sendable {
  /// The key of a row.
  package let key: RecordKey
  /// The column that names the entity of each row; nil if all rows are read as one entity's.
  package let kindColumn: String?
  /// The values of that column in the entity's rows; nil if all rows of the table are the entity's.
  package let kinds: [StoredValue]?
  package let layouts: [RecordLayout]
  /// The position of the entity's own layout, which is used for rows of unknown entities.
  package let own: Int

  package init(key: RecordKey, kindColumn: String?, kinds: [StoredValue]?, layouts: [RecordLayout], own: Int) {
    (self.key, self.kindColumn, self.kinds, self.layouts, self.own) = (key, kindColumn, kinds, layouts, own)
  }

  package var name: String { key.table }

  /// The position of the layout that a value of ``kindColumn`` names.
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
  /// For each foreign key the row's place among those with the same key; empty if no foreign key has an order.
  package let places: [Int64?]
  /// What columns hold whose values are not stored in this form, by the positions of the attributes and, after them, the foreign keys: a value of another
  /// family, which reads as nil, or another text for the same date.
  package let contents: [Int: StoredValue]
  /// The value that the row was found by.
  package let owner: Int64
  /// The row's place in the owner's list in a table of pairs that keeps an order.
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

  /// A foreign key by its position.
  package func reference(at slot: Int) -> Int64? { slot == 0 ? reference : otherReferences[slot - 1] }
}

/// The rules that a table applies to its rows: computed columns, defaults, triggers.
package struct TableRules: Sendable {
  /// One column.
  package struct Column: Sendable {
    package let name: String
    /// Whether the table computes it, so that no statement can write it.
    package let isComputed: Bool
    /// The expression of its default, as the schema has it; nil for none.
    package let defaultExpression: String?
    /// The type of a CAST that converts a value as the column does; nil if it keeps every value.
    package let castType: String?

    package init(name: String, isComputed: Bool, defaultExpression: String?, castType: String?) {
      self.name = name
      self.isComputed = isComputed
      self.defaultExpression = defaultExpression
      self.castType = castType
    }
  }

  package let columns: [Column]
  /// The columns of the primary key, and of all indexes that no two rows share.
  package let uniqueColumns: [String]
  /// The columns whose values other rows repeat as foreign keys, also rows of tables that the model does not have.
  package let referredColumns: [String]
  /// Whether a statement that writes the table runs others.
  package let hasTriggers: Bool
  /// The names of the triggers that run when a row is deleted.
  package let deletionTriggers: [String]
  /// Whether the table has Core Data's layout: `Z_PK`, `Z_ENT` and `Z_OPT` come first.
  package let isOfCoreData: Bool

  package init(
    columns: [Column], uniqueColumns: [String], referredColumns: [String], hasTriggers: Bool,
    deletionTriggers: [String] = [], isOfCoreData: Bool
  ) {
    self.columns = columns
    self.uniqueColumns = uniqueColumns
    self.referredColumns = referredColumns
    self.hasTriggers = hasTriggers
    self.deletionTriggers = deletionTriggers
    self.isOfCoreData = isOfCoreData
  }

  /// The column of that name, as SQL compares names.
  package func column(named name: String) -> Column? { columns.first { $0.name.isSameSQLName(as: name) } }
}
