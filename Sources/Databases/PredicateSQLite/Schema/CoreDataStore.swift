import GRDB
import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateSyntax

/// A Core Data store: the model's names of its tables, columns and keys, as far as the store contains them.
///
/// - `Z_PRIMARYKEY` has the names of the entities. `ZMOVIE` stores the objects of `Movie` and of all entities that inherit from it; `Z_ENT` has the
///   number of the entity of each row.
/// - The name of a column is that of its property, in capital letters: `ZLENTON` is `lenton` here, `lentOn` in the model.
/// - A join table has the number of an entity in the name of each column: `Z_3TAGS` has keys of entity 3 for the relationship `tags`.
/// - The foreign key of a to-one relationship has an index that is named after it, `ZMOVIE_ZLENTTOFRIEND_INDEX`. The store does not name the
///   destination. The reader assumes the entity with whose name the relationship's name ends.
struct CoreDataStore {
  private let entities: CoreDataEntities
  private let indexes: Set<[UInt8]>

  /// The tables with the state of the store and the history of its changes.
  private static let stateTables = [
    "Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY", "ATRANSACTION", "ATRANSACTIONSTRING", "ACHANGE",
  ]

  /// Whether a table contains no objects of the application. Core Data's own additional entities have numbers above 16,000, and tables with an A:
  /// `ANSCKRECORDMETADATA` for synchronization.
  private func isStateTable(_ name: String) -> Bool {
    Self.stateTables.contains { $0.isSameSQLName(as: name) } || entities.isCoreDatasOwn(table: name)
  }

  /// Nil for a database that Core Data did not create.
  init?(_ tables: [TableInfo], in database: Database) throws {
    func columns(of name: String) -> [String]? {
      tables.first { $0.kind == .table && $0.name.isSameSQLName(as: name) }?.columns.map { $0.name.uppercased() }
    }
    guard columns(of: "Z_METADATA") != nil, let columns = columns(of: "Z_PRIMARYKEY"),
      Set(columns).isSuperset(of: ["Z_ENT", "Z_NAME", "Z_SUPER"])
    else { return nil }
    var entities: [CoreDataEntities.Entity] = []
    let rows = try RawStatement(database, "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    while try rows.step() {
      guard case .integer(let number) = rows.value(at: 0), case .text(let name) = rows.value(at: 1), !name.isEmpty
      else { continue }
      let parent: Int64 = if case .integer(let parent) = rows.value(at: 2) { parent } else { 0 }
      entities.append(CoreDataEntities.Entity(number: number, name: name, parent: parent))
    }
    var indexes: Set<[UInt8]> = []
    try RawStatement(database, "SELECT name FROM sqlite_schema WHERE type = 'index'").read {
      indexes.insert($0.text(at: 0).foldedSQLName)
    }
    self.entities = CoreDataEntities(entities)
    self.indexes = indexes
  }

  /// Sets the model's names of tables and columns. Removes the store's own tables and columns, and returns one sentence for each note.
  ///
  /// - Parameter guessing: Whether undeclared relationships are added.
  func name(_ tables: inout [TableInfo], guessing: Bool) -> [SchemaNote] {
    var notes: [SchemaNote] = []
    let state = tables.map(\.name).filter(isStateTable)
    if !state.isEmpty {
      notes.append("\(state.joined(separator: ", ")) are ignored, because they contain only internal data of Core Data")
    }
    tables.removeAll { isStateTable($0.name) }
    for index in tables.indices {
      guard let root = entities.root(ofTable: tables[index].name), tables[index].columns.first?.isOfCoreData == true
      else {
        continue
      }
      nameColumns(of: &tables[index], root, &notes)
    }
    guard guessing else { return notes }
    let targets = Dictionary(
      tables.compactMap { table in table.modelName.map { (ScalarString($0), table) } },
      uniquingKeysWith: { first, _ in first })
    for index in tables.indices {
      if tables[index].modelName != nil {
        addKeys(to: &tables[index], targets, &notes)
      } else {
        addPair(to: &tables[index], targets)
      }
    }
    return notes
  }

  // MARK: Entities

  /// The name of the entity whose table stores the objects of an entity; nil for an unknown number.
  func rootName(ofEntity number: Int64) -> String? { entities.root(ofEntity: number)?.name }

  /// The number of the entity of that name; nil for an unknown name.
  func number(ofEntity name: String) -> Int64? { entities.number(ofEntity: name) }

  /// The table of an entity, among tables that are named by entities.
  private func table(ofEntity number: Int64, _ tables: [ScalarString: TableInfo]) -> TableInfo? {
    rootName(ofEntity: number).flatMap { tables[ScalarString($0)] }
  }

  /// The greatest number of entities that may inherit from one. Models of applications are smaller, and each entity lists its subentities.
  private static let mostHeirs = 500

  /// How many of the entities that inherit from one are named in a note.
  private static let namedHeirs = 4

  private func nameColumns(of table: inout TableInfo, _ root: CoreDataEntities.Entity, _ notes: inout [SchemaNote]) {
    table.modelName = root.name
    let sharing = entities.heirs(of: root)
    if sharing.count > Self.mostHeirs {
      notes.append(
        "\(table.name) contains the objects of \(sharing.count + 1) entities, which appear as one entity. The attribute ent distinguishes them"
      )
    } else if !sharing.isEmpty {
      let named = ([root] + sharing).prefix(Self.namedHeirs).map { "\($0.name) (ent \($0.number))" }
      let others = sharing.count + 1 - named.count
      let rest = others > 0 ? " and \(others) more: .schema \(root.name)" : ""
      notes.append("\(table.name) holds the objects of \(named.joined(separator: ", "))\(rest)")
      table.hierarchy = table.columns.first { $0.name.isSameSQLName(as: "Z_ENT") }.map { column in
        TableHierarchy(column: column.name, root: root.number, others: sharing)
      }
    }
    let isApart = table.hierarchy != nil || sharing.isEmpty
    let names = Set(table.columns.map { $0.name.uppercased() })
    table.columns.removeAll { column in
      let name = column.name.uppercased()
      // Columns for the write count of a row, and for positions in orders, are the store's own.
      return name == "Z_OPT" || name.hasPrefix("Z_FOK_") || Self.isEntityOfKey(name, among: names)
    }
    for index in table.columns.indices {
      let name = table.columns[index].name
      table.columns[index].modelName = Self.property(ofColumn: name)
      table.columns[index].isHidden = name.isSameSQLName(as: "Z_PK") || name.isSameSQLName(as: "Z_ENT") && isApart
    }
  }

  /// Whether a column has the entity number for a foreign key: `Z8_OBJECT` for `ZOBJECT`.
  private static func isEntityOfKey(_ column: String, among names: Set<String>) -> Bool {
    let digits = column.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let rest = column.dropFirst(1 + digits.count)
    return column.hasPrefix("Z") && !digits.isEmpty && rest.hasPrefix("_") && names.contains("Z" + rest.dropFirst())
  }

  /// `title` for `ZTITLE`, `pk` for `Z_PK`; nil for any other column.
  private static func property(ofColumn column: String) -> String? {
    guard column.uppercased().hasPrefix("Z") else { return nil }
    let name = column.dropFirst().drop { $0 == "_" }.lowercased()
    return name.isEmpty ? nil : name
  }

  // MARK: Relationships

  private func addKeys(to table: inout TableInfo, _ targets: [ScalarString: TableInfo], _ notes: inout [SchemaNote]) {
    for column in table.columns {
      guard column.name.uppercased().hasPrefix("Z"), !column.name.uppercased().hasPrefix("Z_"),
        column.declaredType.isSameSQLName(as: "INTEGER"),
        indexes.contains("\(table.name)_\(column.name)_INDEX".foldedSQLName),
        let target = target(of: column.name.dropFirst().lowercased(), from: table, targets)
      else { continue }
      let key = SchemaForeignKey(guessed: column.name, to: target.name, target.keyColumns)
      table.foreignKeys.append(key)
      notes.append(key.note(in: table.name))
    }
  }

  /// The table of the entity whose name is the end of a relationship's name. If there are several, the longest name is chosen.
  private func target(
    of relationship: String, from table: TableInfo, _ targets: [ScalarString: TableInfo]
  ) -> TableInfo? {
    if relationship == "parent" { return table }
    return entities.entity(atEndOf: relationship).flatMap { self.table(ofEntity: $0.number, targets) }
  }

  private func addPair(to table: inout TableInfo, _ targets: [ScalarString: TableInfo]) {
    guard table.kind == .table, table.name.uppercased().hasPrefix("Z_") else { return }
    let ends = table.columns.compactMap { column in
      Self.end(column.name).flatMap { end in
        self.table(ofEntity: end.number, targets).map { (column.name, $0, end.relationship) }
      }
    }
    guard ends.count == 2 else { return }
    table.columns.removeAll { $0.name.uppercased().hasPrefix("Z_FOK_") }
    table.foreignKeys += ends.map { column, target, relationship in
      SchemaForeignKey(guessed: column, to: target.name, target.keyColumns, relationship: relationship)
    }
  }

  /// Entity 3 and the relationship `tags` for the column `Z_3TAGS`; nil for any other column.
  static func end(_ column: String) -> (number: Int64, relationship: String)? {
    let digits = column.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    let name = column.dropFirst(2 + digits.count).lowercased()
    guard column.uppercased().hasPrefix("Z_"), let number = Int64(digits), !name.isEmpty else { return nil }
    return (number, name)
  }
}

/// The model that Core Data stores in a file: `Z_MODELCACHE.Z_CONTENT` is the model's archive in a raw DEFLATE stream.
enum CoreDataModelCache {
  case model(ArchivedModel)
  /// The store has no usable model, for the given reason.
  case unusable(String)

  /// The sizes of the largest stream and of the largest archive. Models of known applications have archives of at most 100 KB.
  static let limits = (stream: 4 << 20, archive: 8 << 20)

  private static let table = "Z_MODELCACHE"
  private static let consequence =
    "the names and relationships are only guessed from the tables. To read them from the application's data model, use --model"

  static func read(_ tables: [TableInfo], in database: Database) throws -> CoreDataModelCache {
    guard tables.contains(where: { $0.name.isSameSQLName(as: table) && $0.column(named: "Z_CONTENT") != nil }) else {
      return .unusable("the store has no \(table): \(consequence)")
    }
    let content: StoredValue
    do {
      let rows = try RawStatement(
        database,
        "SELECT CASE WHEN length(Z_CONTENT) <= \(limits.stream) THEN Z_CONTENT END FROM \(table) LIMIT 1")
      guard try rows.step() else { return .unusable("\(table) is empty: \(consequence)") }
      content = rows.value(at: 0)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return .unusable("\(table) is damaged: \(consequence)")
    }
    guard case .blob(let stream) = content, !stream.isEmpty else {
      return .unusable("\(table) contains no readable model: \(consequence)")
    }
    do throws(PropertyListDamage) {
      return .model(try model(of: stream))
    } catch {
      return .unusable("the data model in the table \(table) is damaged: \(error.message); \(consequence)")
    }
  }

  static func model(of stream: [UInt8]) throws(PropertyListDamage) -> ArchivedModel {
    guard let archive = Inflation.bytes(of: stream, limit: limits.archive) else {
      throw PropertyListDamage("it cannot be inflated", at: 0)
    }
    return try ArchivedModel(archive)
  }
}
