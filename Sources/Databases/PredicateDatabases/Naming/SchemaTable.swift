import PredicateModel
import PredicateSyntax
import PredicateValues

/// A column as a database describes it.
package struct SchemaColumn: Sendable {
  /// The column's attribute. Its name is provisional: ``SchemaModelBuilder`` makes the real name from it.
  package let attribute: Attribute
  package let isNotNull: Bool
  /// The class in which the database compares the column's values. Keys of different classes may differ: `'7'` and `'7.0'` are two texts and one integer.
  package let valueClass: String
  /// Whether two texts are equal only if their bytes are.
  package let comparesBytes: Bool
  /// Which values do not fit the type, or why the storage is a guess. A sentence without its subject; nil if there is nothing to report.
  package let note: String?
  /// Another type that the values look like; nil if there is none.
  package let suggestion: QueryType?
  /// Whether the column does not become an attribute: Core Data keeps the row's key or entity in it (`Z_PK`, `Z_ENT`).
  package let isHidden: Bool

  package init(
    _ attribute: Attribute, isNotNull: Bool, valueClass: String, comparesBytes: Bool, note: String?,
    suggestion: QueryType?, isHidden: Bool = false
  ) {
    self.attribute = attribute
    self.isNotNull = isNotNull
    self.valueClass = valueClass
    self.comparesBytes = comparesBytes
    self.note = note
    self.suggestion = suggestion
    self.isHidden = isHidden
  }

  package var name: String { attribute.column }
}

package struct SchemaForeignKey: Sendable {
  package let columns: [String]
  package let table: String
  /// The referenced columns. Empty if the declaration omits them, which means the primary key of the other table.
  package let referenced: [String]
  /// The action of ON DELETE in SQL: `CASCADE`, `SET NULL`, `NO ACTION` ….
  package let onDelete: String
  /// The action of ON UPDATE: what happens to the rows with the foreign key when the referenced values change.
  package let onUpdate: String
  package let isGuess: Bool
  /// The name that the database itself gives to the relationship by this foreign key of a join table; nil if it gives none.
  package let relationship: String?

  /// A declared key.
  package init(
    _ columns: [String], to table: String, _ referenced: [String], onDelete: String, onUpdate: String = ""
  ) {
    (self.columns, self.table, self.referenced) = (columns, table, referenced)
    (self.onDelete, self.onUpdate) = (onDelete, onUpdate)
    (isGuess, relationship) = (false, nil)
  }

  /// A guessed foreign key.
  package init(guessed column: String, to table: String, _ referenced: [String], relationship: String? = nil) {
    (columns, self.table, self.referenced, onDelete, onUpdate) = ([column], table, referenced, "", "")
    (isGuess, self.relationship) = (true, relationship)
  }

  /// The note on a guess, for people.
  package func note(in table: String) -> SchemaNote {
    "\(table).\(columns[0]) may be a foreign key to \(self.table). This is only a guess, because the schema does not declare the foreign key"
  }
}

/// A table or a view as a database describes it.
package struct SchemaTable: Sendable {
  /// The kind of the table. The rows of a virtual table are stored outside of the database.
  package enum Kind: String, Sendable { case table, view, virtual }

  package let name: String
  package let kind: Kind
  /// The name that the database itself gives to the table's entity; nil if it gives none.
  package let modelName: String?
  package let columns: [SchemaColumn]
  package let key: EntityKey
  /// The columns of the declared primary key in their order.
  package let keyColumns: [String]
  /// Whether the primary key compares each column by the column's own collation, so that its index finds rows.
  package let isKeyOrdinary: Bool
  /// The lists of columns with unique values, apart from the primary key.
  package let uniqueKeys: [[String]]
  package var foreignKeys: [SchemaForeignKey]
  /// The column with the database's row numbers; nil if there is none.
  package let numberColumn: String?
  /// Names that can be selected although they are not columns.
  package let hiddenNames: [String]
  /// The entities whose objects share the table; nil if there is only one.
  package let hierarchy: TableHierarchy?

  package init(
    name: String, kind: Kind, modelName: String?, columns: [SchemaColumn], key: EntityKey, keyColumns: [String],
    isKeyOrdinary: Bool, uniqueKeys: [[String]], foreignKeys: [SchemaForeignKey], numberColumn: String?,
    hiddenNames: [String], hierarchy: TableHierarchy?
  ) {
    (self.name, self.kind, self.modelName, self.columns, self.key) = (name, kind, modelName, columns, key)
    (self.keyColumns, self.isKeyOrdinary, self.uniqueKeys) = (keyColumns, isKeyOrdinary, uniqueKeys)
    (self.foreignKeys, self.numberColumn, self.hiddenNames) = (foreignKeys, numberColumn, hiddenNames)
    self.hierarchy = hierarchy
  }

  /// The column with a name, as SQL compares names.
  func column(named name: String) -> SchemaColumn? { columns.first { $0.name.isSameSQLName(as: name) } }

  /// Whether a column is the only column of the primary key.
  func isWholeKey(_ column: String) -> Bool { keyColumns.count == 1 && keyColumns[0].isSameSQLName(as: column) }

  /// Whether a column belongs to a foreign key.
  func isForeignKey(_ column: String) -> Bool {
    foreignKeys.contains { key in key.columns.contains { $0.isSameSQLName(as: column) } }
  }

  /// Whether no two rows can have the same values in these columns. Rows with NULL in one of them do not count.
  func isUnique(_ columns: [String]) -> Bool {
    let names = Set(columns.map(\.foldedSQLName))
    return ((isKeyOrdinary ? [keyColumns] : []) + uniqueKeys).contains { key in
      !key.isEmpty && names.isSuperset(of: key.map(\.foldedSQLName))
    }
  }
}

/// The type that a column's values suggest, before its entity has a name.
package struct ColumnSuggestion {
  let table: String
  let column: String
  let declared: QueryType
  let type: QueryType

  /// The suggestion with names of a model. Nil if the attribute already has another type, or is left out.
  package func named(in model: DataModel) -> TypeSuggestion? {
    guard let entity = model.entities.first(where: { $0.table.isSameSQLName(as: table) }),
      let attribute = entity.attributes.first(where: { $0.column.isSameSQLName(as: column) }),
      attribute.type == declared
    else { return nil }
    return TypeSuggestion(entity: entity.name, attribute: attribute.name, declared: declared, type: type)
  }
}

/// Entities whose objects share one table, as the database itself reports them: the entity of the table and those that inherit from it.
package struct TableHierarchy: Sendable {
  /// An entity and its number.
  package struct Member: Sendable {
    package let number: Int64
    package let name: String
    /// The number of the parent entity; 0 for none.
    package let parent: Int64

    package init(number: Int64, name: String, parent: Int64) {
      (self.number, self.name, self.parent) = (number, name, parent)
    }
  }

  /// The column that holds the number of each row's entity.
  let column: String
  /// The number of the entity of the table itself.
  let root: Int64
  let others: [Member]

  package init(column: String, root: Int64, others: [Member]) {
    (self.column, self.root, self.others) = (column, root, others)
  }

  /// The entities of the hierarchy. Each has all columns of the table as members, because it is unknown which columns belong to which entity.
  ///
  /// - Parameters:
  ///   - own: The entity of the table itself.
  ///   - names: The names that are taken already.
  func entities(_ own: Entity, _ names: inout NamePool) -> [Entity] {
    var namesOfNumbers = [root: own.name]
    var entities = [
      Entity(
        name: own.name, table: own.table, key: own.key, attributes: own.attributes, relationships: own.relationships,
        entityColumn: column, entityNumber: root)
    ]
    let children = Dictionary(grouping: others, by: \.parent)
    var parents = [root]
    while let parent = parents.popLast() {
      for child in children[parent] ?? [] where namesOfNumbers[child.number] == nil {
        let name = names.take(child.name)
        namesOfNumbers[child.number] = name
        entities.append(
          Entity(name: name, attributes: [], parent: namesOfNumbers[parent], entityNumber: child.number))
        parents.append(child.number)
      }
    }
    return entities
  }
}

/// A foreign key that becomes a relationship.
struct SchemaLink {
  /// The position of the entity whose table has the foreign key.
  let source: Int
  /// The position of the entity that it refers to.
  let destination: Int
  /// The columns of the foreign key, in the order of the columns that they refer to.
  let columns: [String]
  /// The columns that the foreign key refers to; nil if these are the destination's key.
  let referenced: [String]?
  let onDelete: String
  let isGuess: Bool
  /// Whether at most one row refers to each key, so that the inverse is to-one too.
  let isUnique: Bool
  /// The name of the relationship, once it has one.
  var name = ""

  /// The delete rule of the inverse relationship, from ON DELETE.
  var deleteRule: DeleteRule {
    switch onDelete.uppercased() {
    case "CASCADE": .cascade
    case "SET NULL": .nullify
    case "SET DEFAULT": .setDefault
    default: isGuess ? .noAction : .deny
    }
  }
}

/// A join table: its rows are pairs of keys.
///
/// No two rows contain the same pair, unless the table has no key. Rails creates tables without a key, in which a pair may occur twice.
struct TablePair {
  let table: SchemaTable
  let keys: [SchemaForeignKey]
  /// Whether the table needs no entity: each pair occurs once, and besides the two foreign keys there is at most a row number.
  let isOnlyPairs: Bool
  /// Whether the rows may repeat a pair.
  let mayRepeat: Bool

  /// The pair of foreign keys of a join table; nil for any other table.
  init?(_ table: SchemaTable) {
    guard table.kind == .table else { return nil }
    // The pair is the first two foreign keys that are unique together. Further foreign keys belong to the pair's other columns.
    let unique = ([table.keyColumns] + table.uniqueKeys).map { Set($0.map(\.foldedSQLName)) }
    let keys = unique.lazy.compactMap { Self.keys(of: table, that: $0) }.first
    self.table = table
    guard let keys else {
      // The rows of a table without a key are changed by their row numbers.
      guard table.keyColumns.isEmpty, table.uniqueKeys.isEmpty, table.key.referenceColumn != nil,
        let keys = Self.keys(of: table, that: Set(table.columns.map(\.name.foldedSQLName)))
      else { return nil }
      self.keys = keys
      (isOnlyPairs, mayRepeat) = (false, true)
      return
    }
    self.keys = keys
    mayRepeat = false
    let columns = Set(keys.flatMap(\.columns).map(\.foldedSQLName))
    let alias = table.numberColumn?.foldedSQLName
    isOnlyPairs = table.columns.allSatisfy { columns.contains($0.name.foldedSQLName) || $0.name.foldedSQLName == alias }
  }

  /// The two foreign keys that together have exactly these columns; nil if there are none.
  private static func keys(of table: SchemaTable, that columns: Set<[UInt8]>) -> [SchemaForeignKey]? {
    let keys = table.foreignKeys.filter { columns.isSuperset(of: $0.columns.map(\.foldedSQLName)) }
    guard keys.count == 2, keys.reduce(0, { $0 + $1.columns.count }) == columns.count,
      Set(keys.flatMap(\.columns).map(\.foldedSQLName)) == columns
    else { return nil }
    return keys
  }
}
