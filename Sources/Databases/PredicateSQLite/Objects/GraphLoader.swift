import GRDB
import PredicateModel
import PredicateSQL
import PredicateValues

/// Reads the tables of a model, then joins their rows in memory.
struct GraphLoader {
  private let database: Database
  private let model: DataModel
  private var tables: [GraphTable] = []
  /// For each entity, its rows by their primary keys and by other columns that foreign keys refer to. The columns are given by the bytes of their names.
  private var rowsByKey: [[[[UInt8]]: [GraphKey: Int]]] = []
  /// For each entity, the foreign keys of its rows; nil for a foreign key that is not set.
  private var foreignKeys: [[ForeignKey: [GraphKey?]]] = []
  private let forms: SQLKeyForms

  /// The columns of a foreign key, and the key that it refers to. All are given by the bytes of their names.
  private struct ForeignKey: Hashable {
    let columns: [[UInt8]]
    let table: [UInt8]
    let referenced: [[UInt8]]
    let isRowNumber: Bool
  }

  init(database: Database, model: DataModel, keyForms: SQLKeyForms) {
    self.database = database
    self.model = model
    forms = keyForms
  }

  /// Loads everything: first the rows, then the relationships, which need all rows.
  ///
  /// If a table cannot be read, its failure is kept, and the other tables are loaded.
  mutating func load() throws -> [GraphTable] {
    for entity in model.entities {
      let (tableCount, keyCount) = (tables.count, rowsByKey.count)
      do {
        try loadRows(of: entity)
      } catch let error as DatabaseError where Self.isAboutOneTable(error) {
        tables.removeSubrange(tableCount...)
        rowsByKey.removeSubrange(keyCount...)
        tables.append(GraphTable(entity: entity, failure: error))
        rowsByKey.append([:])
        foreignKeys.append([:])
      }
    }
    for index in model.entities.indices where tables[index].failure == nil {
      do {
        try loadLinks(of: index)
      } catch let error as DatabaseError where Self.isAboutOneTable(error) {
        tables[index].failure = error
      }
    }
    return tables
  }

  /// Whether an error concerns only the table that was read, and not the connection.
  private static func isAboutOneTable(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_TOOBIG, .SQLITE_MISMATCH, .SQLITE_RANGE: true
    default: false
    }
  }

  private mutating func loadLinks(of index: Int) throws {
    for relationship in model.entities[index].relationships {
      guard let destination = position(of: relationship.destination) else { continue }
      let rows =
        tables[destination].failure == nil
        ? try links(of: relationship, from: index, to: destination) : emptyLinks(of: index)
      tables[index].links.append(
        GraphTable.Link(cardinality: relationship.cardinality, destination: destination, rows: rows))
    }
  }

  private func position(of entity: String) -> Int? {
    model.entities.firstIndex { $0.name.hasSameScalars(as: entity) }
  }

  // MARK: Rows

  /// The lists of columns that foreign keys refer to: the entity's key, and other columns that relationships name.
  private func soughtColumns(of entity: Entity) -> [[String]] {
    var lists = [entity.key.columns]
    for other in model.entities {
      for relationship in other.relationships {
        guard let columns = relationship.referencedColumns else { continue }
        let owner =
          if case .foreignKeyOfDestination = relationship.storage { other.name } else { relationship.destination }
        guard owner.hasSameScalars(as: entity.name), !lists.contains(where: { $0.nameBytes == columns.nameBytes })
        else { continue }
        lists.append(columns)
      }
    }
    return lists
  }

  private mutating func loadRows(of entity: Entity) throws {
    let sought = soughtColumns(of: entity)
    var foreign: [(key: ForeignKey, terms: [String])] = []
    for relationship in entity.relationships {
      guard case .foreignKey(let columns) = relationship.storage,
        let destination = model.entity(named: relationship.destination)
      else { continue }
      let found = keyTerms(columns, of: entity.table, to: destination, by: relationship.referencedColumns)
      if !foreign.contains(where: { $0.key == found.key }) { foreign.append(found) }
    }
    var reader = GraphRowReader()
    let attributes = reader.places(of: Self.terms(entity.attributes.map(\.column)))
    let keys = sought.map { reader.places(of: Self.terms($0)) }
    let reference = entity.key.referenceColumn.map { reader.place(of: Self.terms([$0])[0]) }
    let foreignTerms = foreign.map { reader.places(of: $0.terms) }
    try reader.open(entity.table, where: Self.condition(of: entity), orderedBy: Self.order(of: entity), in: database)
    var table = GraphTable(entity: entity)
    var rowsOfKeys = sought.map { _ in [GraphKey: Int]() }
    var keysOfRows = foreign.map { _ in [GraphKey?]() }
    while try reader.step() {
      let row = table.rows.count
      table.rows.append(zip(entity.attributes, attributes).map { $0.value(of: reader.value(at: $1)) })
      for (index, places) in keys.enumerated() {
        if let key = GraphKey(places.map(reader.value)), rowsOfKeys[index][key] == nil { rowsOfKeys[index][key] = row }
      }
      var number: Int64?
      if let reference, case .integer(let value) = reader.value(at: reference) {
        number = value
        table.rowsByReference[value] = row
      }
      table.references.append(number)
      for (index, places) in foreignTerms.enumerated() {
        keysOfRows[index].append(GraphKey(places.map(reader.value), isRowNumber: foreign[index].key.isRowNumber))
      }
    }
    tables.append(table)
    rowsByKey.append(
      Dictionary(zip(sought.map(\.nameBytes), rowsOfKeys), uniquingKeysWith: { first, _ in first }))
    foreignKeys.append(Dictionary(zip(foreign.map(\.key), keysOfRows), uniquingKeysWith: { first, _ in first }))
  }

  /// The terms by which an entity's rows are sorted: the integer key if there is one, otherwise the columns of the key, texts by scalars. A view has
  /// no key, so its rows keep the order of the view.
  private static func order(of entity: Entity) -> [String] {
    if let column = entity.key.referenceColumn { return terms([column]) }
    return terms(entity.key.columns).map { $0 + " COLLATE BINARY" }
  }

  /// The condition for the rows of an entity; nil if its table only has rows of the entity.
  private static func condition(of entity: Entity) -> String? {
    guard let kinds = entity.kindsInTable, let column = entity.hierarchy?.column else { return nil }
    return "\(terms([column])[0]) IN (\(kinds.map(\.literal).joined(separator: ", ")))"
  }

  /// Terms for columns. Each begins with the table's name, because SQLite reads an unqualified quoted name as a text if no column has that name.
  private static func terms(_ columns: [String], of table: String = "t") -> [String] {
    columns.map { "\(table).\($0.quotedIdentifier)" }
  }

  /// The terms for the key that some columns of a table hold. These are the columns themselves, unless SQLite treats different values as the same
  /// key: then they are the key columns of the referenced row.
  private func keyTerms(
    _ columns: [String], of table: String, to destination: Entity, by referenced: [String]?
  ) -> (key: ForeignKey, terms: [String]) {
    let names = referenced ?? destination.key.columns
    let key = ForeignKey(
      columns: columns.nameBytes, table: Array(destination.table.utf8), referenced: names.nameBytes,
      isRowNumber: referenced == nil && destination.key.integerColumn != nil)
    let own = Self.terms(columns)
    guard !forms.areAlike(columns, of: table, and: names, of: destination.table) else { return (key, own) }
    let destinationTerms = Self.terms(names, of: "k")
    let condition = zip(names, columns).map { name, column -> String in
      let lost = forms.lostAffinity(of: column, of: table, to: name, of: destination.table)
      return "k.\(name.quotedIdentifier) = \(lost == nil ? "" : "+")t.\(column.quotedIdentifier)"
    }.joined(separator: " AND ")
    let terms = destinationTerms.map {
      "(SELECT \($0) FROM \(destination.table.quotedIdentifier) AS k WHERE \(condition) LIMIT 1)"
    }
    return (key, terms)
  }

  // MARK: Links

  private func links(of relationship: Relationship, from source: Int, to destination: Int) throws -> [[Int]] {
    switch relationship.storage {
    case .foreignKey(let columns):
      let name = keyTerms(
        columns, of: tables[source].entity.table, to: tables[destination].entity, by: relationship.referencedColumns)
      let keys = foreignKeys[source][name.key] ?? []
      return keys.map { key in row(key, of: destination, by: relationship.referencedColumns).map { [$0] } ?? [] }
    case .foreignKeyOfDestination(let columns):
      var rows = emptyLinks(of: source)
      for (row, key) in try values(of: columns, in: destination, to: source, by: relationship.referencedColumns)
        .enumerated()
      {
        if let owner = self.row(key, of: source, by: relationship.referencedColumns) { rows[owner].append(row) }
      }
      if let column = relationship.orderColumn {
        let places = try places(in: column, of: model.entities[destination])
        for index in rows.indices where rows[index].count > 1 {
          rows[index].sort { Self.order($0, places[$0], before: $1, places[$1]) }
        }
      }
      return rows
    case .joinTable(let join):
      var rows: [[(row: Int, place: Int64?)]] = Array(repeating: [], count: tables[source].rows.count)
      for (from, to, place) in try pairs(of: join, from: source, to: destination, orderedBy: relationship.orderColumn) {
        if let owner = row(from, of: source), let row = row(to, of: destination) { rows[owner].append((row, place)) }
      }
      let isOnce =
        relationship.orderColumn == nil
        && forms.mayRepeat(join.sourceColumns + join.destinationColumns, of: join.table)
      return rows.map { list in
        let sorted = list.sorted { Self.order($0.row, $0.place, before: $1.row, $1.place) }.map(\.row)
        var seen: Set<Int> = []
        return isOnce ? sorted.filter { seen.insert($0).inserted } : sorted
      }
    }
  }

  /// Whether a row precedes another: by their positions, rows without a position first, otherwise by key.
  private static func order(_ first: Int, _ place: Int64?, before second: Int, _ other: Int64?) -> Bool {
    if place == other { return first < second }
    guard let place, let other else { return place == nil }
    return place < other
  }

  /// The value of an order column for each row. Only whole numbers are positions.
  private func places(in column: String, of entity: Entity) throws -> [Int64?] {
    var reader = GraphRowReader()
    let place = reader.place(of: Self.terms([column])[0])
    try reader.open(entity.table, where: Self.condition(of: entity), orderedBy: Self.order(of: entity), in: database)
    var places: [Int64?] = []
    while try reader.step() { places.append(reader.value(at: place).wholeNumber) }
    return places
  }

  private func emptyLinks(of entity: Int) -> [[Int]] {
    Array(repeating: [], count: tables[entity].rows.count)
  }

  /// The position of the row with a primary key, or with these values in other columns. Nil if the key is not set, or if no row has it.
  private func row(_ key: GraphKey?, of entity: Int, by columns: [String]? = nil) -> Int? {
    let columns = columns ?? tables[entity].entity.key.columns
    return key.flatMap { rowsByKey[entity][columns.nameBytes]?[$0] }
  }

  /// The foreign keys of another entity's rows. They are loaded already if that entity has a to-one relationship with them. Otherwise they must be
  /// read for a relationship whose other end has no name.
  private func values(
    of columns: [String], in entity: Int, to destination: Int, by referenced: [String]?
  ) throws -> [GraphKey?] {
    let owner = model.entities[entity]
    let (name, terms) = keyTerms(columns, of: owner.table, to: model.entities[destination], by: referenced)
    if let known = foreignKeys[entity][name] { return known }
    var reader = GraphRowReader()
    let places = reader.places(of: terms)
    try reader.open(owner.table, where: Self.condition(of: owner), orderedBy: Self.order(of: owner), in: database)
    var values: [GraphKey?] = []
    while try reader.step() { values.append(GraphKey(places.map(reader.value), isRowNumber: name.isRowNumber)) }
    return values
  }

  private func pairs(
    of join: RelationshipStorage.JoinTable, from source: Int, to destination: Int, orderedBy orderColumn: String?
  ) throws -> [(GraphKey?, GraphKey?, place: Int64?)] {
    let (sourceKey, sourceTerms) = keyTerms(join.sourceColumns, of: join.table, to: model.entities[source], by: nil)
    let (destinationKey, destinationTerms) = keyTerms(
      join.destinationColumns, of: join.table, to: model.entities[destination], by: nil)
    var reader = GraphRowReader()
    let (front, back) = (reader.places(of: sourceTerms), reader.places(of: destinationTerms))
    let place = orderColumn.map { reader.place(of: Self.terms([$0])[0]) }
    try reader.open(join.table, orderedBy: [], in: database)
    var pairs: [(GraphKey?, GraphKey?, place: Int64?)] = []
    while try reader.step() {
      pairs.append(
        (
          GraphKey(front.map(reader.value), isRowNumber: sourceKey.isRowNumber),
          GraphKey(back.map(reader.value), isRowNumber: destinationKey.isRowNumber),
          place.flatMap { reader.value(at: $0).wholeNumber }
        ))
    }
    return pairs
  }
}

extension StoredValue {
  /// The name or number of an entity as a SQL literal. Other values do not occur.
  fileprivate var literal: String {
    switch self {
    case .integer(let number): String(number)
    case .text(let name): SQLiteDialect().quotedText(name)
    case .null, .real, .blob: "NULL"
    }
  }

  /// The whole number in a column; nil for any other value, because an order column has only whole numbers.
  fileprivate var wholeNumber: Int64? { if case .integer(let number) = self { number } else { nil } }
}

extension Array where Element == String {
  /// The bytes of the names, because Swift's own equality of strings could equate two different columns.
  fileprivate var nameBytes: [[UInt8]] { map { name in [UInt8](name.utf8) } }
}
