import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQL

/// Makes a model from any SQLite database.
///
/// If a database contains its own model, and all tables and columns of that model exist, the model is used. Otherwise every table and view is an
/// entity, every column an attribute, every foreign key a to-one relationship with an inverse, and a table that only pairs two keys is a to-many
/// relationship at both ends. The same schema always gives the same names (``SchemaModelBuilder`` has the rules).
package enum SchemaReader {
  /// The model of a database, and notes about the parts that had to be left out.
  ///
  /// - Parameters:
  ///   - file: A whole model to use instead, or changes to make.
  ///   - mayLackColumns: Whether tables and columns of the file may be missing. The result then lacks the attributes of missing columns and the
  ///     changes that do not fit.
  /// - Throws: `DatabaseError` if the schema cannot be read; ``ModelIssue`` and ``DatabaseIssue`` `unusableSchema` if the file
  ///   does not fit it.
  package static func read(
    _ database: Database, file: ModelFile? = nil, mayLackColumns: Bool = false
  ) throws -> SchemaReading {
    var notes: [SchemaNote] = []
    // For a whole model, attached databases are read too, because they may have its tables.
    let schemas: [String] = if case .whole? = file { try schemas(of: database) } else { ["main"] }
    let tables = try TableInfo.all(in: database, schemas: schemas, notes: &notes)
    let keyForms = SQLKeyForms(of: tables)
    let rules = try TableRules.all(of: tables, in: database)
    switch file {
    case nil:
      let found = try read(tables, of: database, notes, guessing: true)
      return SchemaReading(
        model: found.model, isOwnModel: found.isOwn, schemaNotes: found.notes, keyForms: keyForms,
        tableRules: rules,
        suggestions: found.suggestions.compactMap { $0.named(in: found.model) })
    case .whole(let model)?:
      if !mayLackColumns { try check(model, against: tables) }
      return SchemaReading(
        model: described(model, by: tables, keepsMissing: !mayLackColumns), isOwnModel: false, schemaNotes: [],
        keyForms: keyForms, tableRules: rules)
    case .changes(let changes)?:
      let found = try read(tables, of: database, notes, guessing: changes.guesses)
      let model: DataModel
      if mayLackColumns {
        model = changes.appliedWherePossible(to: found.model)
      } else {
        model = try changes.applied(to: found.model)
        try check(model, against: tables)
      }
      return SchemaReading(
        model: model, isOwnModel: false, schemaNotes: found.notes, keyForms: keyForms,
        tableRules: rules,
        suggestions: found.suggestions.compactMap { $0.named(in: model) })
    }
  }

  /// The names of the main database and of the attached databases, in the order in which SQLite searches for a table.
  package static func schemas(of database: Database) throws -> [String] {
    try String.fetchAll(
      database.cachedStatement(sql: "SELECT name FROM pragma_database_list WHERE name <> 'temp' ORDER BY seq"))
  }

  /// Reads a store that Core Data created with a model. For any other database, the model is used as a whole model.
  static func read(_ database: Database, coreDataModel model: DataModel) throws -> SchemaReading {
    var notes: [SchemaNote] = []
    let tables = try TableInfo.all(in: database, notes: &notes)
    guard let store = try CoreDataStore(tables, in: database) else {
      return try read(database, file: .whole(model))
    }
    var mapping = CoreDataMapping(store, model, tables)
    let mapped = mapping.model()
    try check(mapped, against: tables)
    return SchemaReading(
      model: mapped, isOwnModel: false, schemaNotes: mapping.notes, keyForms: SQLKeyForms(of: tables),
      tableRules: try TableRules.all(of: tables, in: database))
  }

  private static func read(
    _ all: [TableInfo], of database: Database, _ notes: [SchemaNote], guessing: Bool
  ) throws -> (model: DataModel, isOwn: Bool, notes: [SchemaNote], suggestions: [ColumnSuggestion]) {
    var notes = notes
    var tables = all
    if let text = try ModelTable.text(in: database) {
      do {
        let model = try DataModel(jsonText: text)
        if let lacking = firstLacking(of: model, in: tables) {
          notes.append(
            "the data model in the table \(ModelTable.name) is not used, because \(lacking) is missing in the database; the schema is used instead"
          )
        } else {
          return (described(model, by: tables, keepsMissing: true), true, notes, [])
        }
      } catch {
        notes.append("the data model in the table \(ModelTable.name) is not used: \(error); the schema is used instead")
      }
    }
    if tables.isEmpty, try Int64.fetchOne(database, sql: "PRAGMA page_count") == 0 { notes.append("the file is empty") }
    tables.removeAll { $0.name.isSameSQLName(as: ModelTable.name) }
    var known: [Entity] = []
    if let store = try CoreDataStore(tables, in: database) {
      known = try entities(of: store, &tables, in: database, &notes)
      notes += try removingRefutedKeys(from: &tables, store.name(&tables, guessing: guessing), in: database)
    }
    try addSamples(to: &tables, from: database, notes: &notes)
    var builder = try SchemaModelBuilder(
      tables: tables.map(\.schema), notes: notes, guessing: guessing, besides: known,
      fit: KeyGuessEvidence(tables, in: database).fit)
    let model = builder.build()
    try model.validate()
    return (model, false, builder.notes, builder.suggestions)
  }

  /// Removes guessed foreign keys whose values refer to no row, and their notes. Foreign keys of join tables stay, because these tables have no other
  /// columns.
  private static func removingRefutedKeys(
    from tables: inout [TableInfo], _ notes: [SchemaNote], in database: Database
  ) throws -> [SchemaNote] {
    var notes = notes
    let evidence = KeyGuessEvidence(tables, in: database)
    for index in tables.indices {
      let table = tables[index]
      tables[index].foreignKeys = try table.foreignKeys.filter { key in
        guard key.isGuess, key.relationship == nil, key.columns.count == 1, key.referenced.count == 1 else {
          return true
        }
        let candidate = KeyCandidate(
          table: table.name, column: key.columns[0], target: key.table, targetColumn: key.referenced[0])
        guard try evidence.fit(of: candidate)?.isRefuted == true else { return true }
        notes.removeAll { $0.text.hasSameScalars(as: key.note(in: table.name).text) }
        return false
      }
    }
    return notes
  }

  /// The entities of the model that a Core Data store contains; empty if there is no model that fits the tables. The tables of these entities are
  /// removed from `tables`.
  private static func entities(
    of store: CoreDataStore, _ tables: inout [TableInfo], in database: Database, _ notes: inout [SchemaNote]
  ) throws -> [Entity] {
    let archived: ArchivedModel
    switch try CoreDataModelCache.read(tables, in: database) {
    case .unusable(let reason):
      notes.append("\(reason)")
      return []
    case .model(let model): archived = model
    }
    var mapping = CoreDataMapping(store, archived.model, tables)
    let model = mapping.model()
    if let issue = model.issues().first {
      notes.append(
        "the data model in the table Z_MODELCACHE is not used: \(issue); names and relationships are guessed from the tables"
      )
      return []
    }
    notes += archived.remarks.map { "\($0)" } + mapping.notes
    tables.removeAll { mapping.usedTables.contains($0.name.foldedSQLName) }
    return model.entities.map(\.declared)
  }

  /// Reads values of columns whose declared types do not determine the storage. Columns of views use the samples of the tables' columns with the same
  /// name.
  private static func addSamples(
    to tables: inout [TableInfo], from database: Database, notes: inout [SchemaNote]
  ) throws {
    for index in tables.indices where tables[index].kind == .table {
      do {
        tables[index].samples = try ColumnSamples(of: tables[index], in: database)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        notes.append("the table \(tables[index].name) is damaged, so it is not known how its values are stored")
      }
    }
    let known = tables.filter { $0.kind == .table }
    for index in tables.indices where tables[index].kind == .view {
      tables[index].samples = ColumnSamples(ofView: tables[index], from: known)
    }
  }

  /// The model with the facts that the columns state, whatever the model states.
  ///
  /// The first fact is how a column compares texts. The second fact is whether a column that stores texts converts texts that look like numbers. The
  /// row number is such a column, although the table does not declare it.
  ///
  /// - Parameter keepsMissing: Whether the attributes of missing columns stay. Otherwise they are removed.
  private static func described(_ model: DataModel, by tables: [TableInfo], keepsMissing: Bool) -> DataModel {
    var known: [[UInt8]: TableInfo] = [:]
    for table in tables.reversed() { known[table.name.foldedSQLName] = table }
    return model.mapAttributes { attribute, entity in
      guard let table = known[entity.table.foldedSQLName],
        let (order, isNumeric) = table.comparison(ofColumn: attribute.column)
      else { return keepsMissing ? attribute : nil }
      let converts = attribute.storage == .text ? isNumeric : attribute.convertsNumericTexts
      if attribute.textOrder == order, attribute.convertsNumericTexts == converts { return attribute }
      return attribute.comparing(by: order, convertsNumericTexts: converts)
    }
  }

  /// Checks that a model can be used with a database.
  ///
  /// - Throws: ``ModelIssue`` if the model does not validate, ``DatabaseIssue`` `unusableSchema` if the database lacks a table or column of the
  ///   model.
  private static func check(_ model: DataModel, against tables: [TableInfo]) throws {
    try model.validate()
    guard let lacking = firstLacking(of: model, in: tables) else { return }
    throw DatabaseIssue(.unusableSchema, "the data model does not fit the database, in which \(lacking) is missing")
  }

  /// The first table or column of a model that the database lacks.
  private static func firstLacking(of model: DataModel, in tables: [TableInfo]) -> String? {
    func lacking(_ table: String, _ columns: [String]) -> String? {
      guard let info = tables.first(where: { $0.name.isSameSQLName(as: table) }) else { return "the table \(table)" }
      let missing = columns.first { name in
        info.column(named: name) == nil && info.rowNumberName?.isSameSQLName(as: name) != true
      }
      return missing.map { "the column \(table).\($0)" }
    }
    for entity in model.entities {
      var own = entity.key.columns + (entity.key.referenceColumn.map { [$0] } ?? []) + entity.attributes.map(\.column)
      if let column = entity.hierarchy?.column { own.append(column) }
      if let found = lacking(entity.table, own) { return found }
      for relationship in entity.relationships {
        let order = relationship.orderColumn.map { [$0] } ?? []
        let found: String? =
          switch relationship.storage {
          case .foreignKey(let columns):
            lacking(entity.table, columns)
              ?? model.destination(of: relationship).flatMap { lacking($0.table, relationship.referencedColumns ?? []) }
          case .foreignKeyOfDestination(let columns):
            lacking(entity.table, relationship.referencedColumns ?? [])
              ?? model.destination(of: relationship).flatMap { lacking($0.table, columns + order) }
          case .joinTable(let join): lacking(join.table, join.sourceColumns + join.destinationColumns + order)
          }
        if let found { return found }
      }
    }
    return nil
  }
}

/// The result of reading a database's schema.
package struct SchemaReading: Sendable {
  package let model: DataModel
  /// Whether the database contains the model.
  package let isOwnModel: Bool
  /// Notes about parts that were left out or could not be used.
  package let schemaNotes: [SchemaNote]
  /// The sentences of ``schemaNotes``.
  package var notes: [String] { schemaNotes.map(\.text) }
  let keyForms: SQLKeyForms
  /// The computed columns, defaults and triggers of the tables, by their folded names.
  let tableRules: [[UInt8]: TableRules]
  /// The attributes whose columns are declared as texts or numbers although their values look like dates or booleans.
  var suggestions: [TypeSuggestion] = []
}

/// The table in which a database contains its own model, so that every copy of the file keeps names and inverses.
package enum ModelTable {
  /// The table's name. The schema reader never makes an entity of this table.
  static let name = "openpredicate_model"

  /// Creates the table and stores the model's JSON in it.
  package static func write(_ text: String, to database: Database) throws {
    try database.execute(
      sql: "CREATE TABLE \(name.quotedIdentifier) (id INTEGER PRIMARY KEY CHECK (id = 1), model TEXT NOT NULL) STRICT")
    try RawStatement(database, "INSERT INTO \(name.quotedIdentifier) VALUES (1, ?)").run(.text(text))
  }

  /// Replaces the JSON in an existing table.
  package static func replace(_ text: String, in database: Database) throws {
    try RawStatement(database, "UPDATE \(name.quotedIdentifier) SET model = ?").run(.text(text))
  }

  /// The JSON in the table; nil if the table does not exist, has other columns, or is empty.
  package static func text(in database: Database) throws -> String? {
    let columns = try RawStatement(database, "SELECT 1 FROM pragma_table_info(?) WHERE name = 'model'")
    columns.bind(.text(name), at: 1)
    guard try columns.step() else { return nil }
    let row = try RawStatement(database, "SELECT model FROM \(name.quotedIdentifier) LIMIT 1")
    guard try row.step(), case .text(let text) = row.value(at: 0) else { return nil }
    return text
  }
}

extension TableInfo {
  /// How a column or the hidden row number compares texts, and whether it converts texts that look like numbers. Nil for any other name.
  fileprivate func comparison(ofColumn name: String) -> (order: Attribute.TextOrder, isNumeric: Bool)? {
    if let column = column(named: name) { return (column.textOrder, affinity(of: column).isNumeric) }
    return rowNumberName?.isSameSQLName(as: name) == true ? (.scalars, true) : nil
  }
}

extension TableRules {
  /// The rules of tables, by their folded names.
  static func all(of tables: [TableInfo], in database: Database) throws -> [[UInt8]: TableRules] {
    var triggered: Set<[UInt8]> = []
    var deleting: [[UInt8]: [String]] = [:]
    for schema in try SchemaReader.schemas(of: database) {
      try RawStatement(
        database, "SELECT tbl_name, name, sql FROM \(schema.quotedIdentifier).sqlite_schema WHERE type = 'trigger'"
      ).read { row in
        let table = row.text(at: 0).foldedSQLName
        triggered.insert(table)
        if runsOnDeletion(row.text(at: 2)) { deleting[table, default: []].append(row.text(at: 1)) }
      }
    }
    let keys = Dictionary(grouping: tables.flatMap(\.foreignKeys)) { $0.table.foldedSQLName }
    var rules: [[UInt8]: TableRules] = [:]
    for table in tables where table.kind != .view {
      let name = table.name.foldedSQLName
      rules[name] = TableRules(
        columns: table.columns.map { column in
          Column(
            name: column.name, isComputed: column.isGenerated, defaultExpression: column.defaultExpression,
            castType: table.affinity(of: column).castType)
        }, uniqueColumns: table.keyColumns + table.uniqueColumns,
        referredColumns: (keys[name] ?? []).flatMap { $0.referenced.isEmpty ? table.keyColumns : $0.referenced },
        foreignKeys: table.foreignKeys.filter { !$0.isGuess }, hasTriggers: triggered.contains(name),
        deletionTriggers: deleting[name] ?? [],
        isOfCoreData: table.columns.first?.name.isSameSQLName(as: "Z_PK") == true
          && table.column(named: "Z_ENT") != nil && table.column(named: "Z_OPT") != nil)
    }
    return rules
  }

  /// Whether a trigger runs on DELETE, which is the word before ON and the table in its text: `CREATE TRIGGER t AFTER DELETE ON movie …`.
  private static func runsOnDeletion(_ sql: String) -> Bool {
    let tokens = SQLTokens.tokens(of: sql)
    return tokens.firstIndex { $0.isWord("ON") }.map { $0 > 0 && tokens[$0 - 1].isWord("DELETE") } ?? false
  }
}

extension ColumnAffinity {
  /// The name of the affinity in a CAST; nil if values are not converted.
  fileprivate var castType: String? {
    switch self {
    case .integer, .numeric: "NUMERIC"
    case .real: "REAL"
    case .text: "TEXT"
    case .none: nil
    }
  }
}
