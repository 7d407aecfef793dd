import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateValues

/// Migrates the tables of a file to another model within an open transaction: the former tables are renamed, new ones are created and filled, and the
/// former ones are dropped.
struct MigrationRun {
  /// The number of problems after which the migration stops.
  private static let mostProblems = 50

  private let plan: MigrationPlan
  private let migration: ModelMigration
  private let database: Database
  /// The former model, with the names that its tables have while the migration runs.
  private let former: StorePlan
  private var problems: [MigrationProblem] = []
  /// The rows of former tables by the positions of the tables' root entities. Each table is read once.
  private var formerRows: [Int: [StoredRecord]] = [:]

  init(_ plan: MigrationPlan, _ migration: ModelMigration, _ database: Database) {
    self.plan = plan
    self.migration = migration
    self.database = database
    former = StorePlan(plan.former.model.withTables { Self.formerName(of: $0) })
  }

  private static func formerName(of table: String) -> String { "openpredicate_former_\(table)" }

  /// Throws ``MigrationFailure``, and GRDB's errors.
  mutating func run() throws {
    let others = try otherObjects()
    try check()
    for statement in try movedAway() { try database.execute(sql: statement) }
    for statement in try SchemaMaker(plan.new.model).statements() { try database.execute(sql: statement) }
    for entity in plan.new.entities where entity.line.count == 1 { try fill(entity) }
    for index in plan.new.pairTables.indices { try fillPairs(index) }
    try check()
    for table in formerTables { try database.execute(sql: "DROP TABLE \(Self.formerName(of: table).quotedIdentifier)") }
    for other in others { try make(other) }
    try checkForeignKeys()
    try check()
    try ModelTable.replace(plan.new.model.jsonText(), in: database)
  }

  /// Throws the problems found so far, if there are any.
  private func check() throws {
    if !problems.isEmpty { throw MigrationFailure(problems: problems) }
  }

  private mutating func report(_ place: String, _ kind: MigrationProblem.Kind, _ message: String) throws {
    problems.append(MigrationProblem(place: place, kind: kind, message: message))
    if problems.count >= Self.mostProblems { try check() }
  }

  // MARK: The former tables

  /// The names of the former model's tables.
  private var formerTables: [String] {
    plan.former.entities.filter { $0.line.count == 1 }.map(\.entity.table) + plan.former.pairTables.map(\.table)
  }

  /// An index or trigger on a table of the model that does not belong to the model.
  private struct OtherObject {
    let name: String
    let table: String
    let sql: String
  }

  /// The indexes and triggers that other programs created on the tables. Reports tables that differ from those of the model.
  private mutating func otherObjects() throws -> [OtherObject] {
    let own = try SchemaMaker(plan.former.model).statements()
    let tables = formerTables
    var found: [OtherObject] = []
    var seen: [String] = []
    let statement = try RawStatement(
      database, "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    var rows: [[String]] = []
    try statement.read([]) { row in
      rows.append(
        (0..<4).map { column in if case .text(let text) = row.value(at: column) { text } else { "" } })
    }
    for row in rows where tables.contains(where: { $0.isSameSQLName(as: row[2]) }) {
      if row[0] == "table" { seen.append(row[1]) }
      if own.contains(where: { $0.hasSameScalars(as: row[3]) }) { continue }
      guard row[0] != "table" else {
        try report(
          row[1], .otherTables,
          "the table differs from the model, because it was changed later or another program created it")
        continue
      }
      found.append(OtherObject(name: row[1], table: row[2], sql: row[3]))
    }
    for table in tables where !seen.contains(where: { $0.isSameSQLName(as: table) }) {
      try report(table, .otherTables, "the file does not contain the table")
    }
    return found
  }

  /// The statements that rename the former tables. Their indexes and triggers are dropped, because the new ones will have the same names.
  private func movedAway() throws -> [String] {
    var statements: [String] = []
    for table in formerTables {
      let search = try RawStatement(
        database, "SELECT type, name FROM sqlite_schema WHERE lower(tbl_name) = lower(?) AND sql IS NOT NULL")
      try search.read([.text(table)]) { row in
        guard case .text(let type) = row.value(at: 0), case .text(let name) = row.value(at: 1) else { return }
        if type == "index" { statements.append("DROP INDEX \(name.quotedIdentifier)") }
        if type == "trigger" { statements.append("DROP TRIGGER \(name.quotedIdentifier)") }
      }
      statements.append(
        "ALTER TABLE \(table.quotedIdentifier) RENAME TO \(Self.formerName(of: table).quotedIdentifier)")
    }
    return statements
  }

  private mutating func make(_ other: OtherObject) throws {
    do {
      try database.execute(sql: other.sql)
    } catch let error as DatabaseError {
      try report(
        other.table, .otherTables,
        "“\(other.name)” is not part of the model and cannot be kept: \(error.message ?? "\(error)")"
      )
    }
  }

  private mutating func checkForeignKeys() throws {
    let statement = try RawStatement(database, "PRAGMA foreign_key_check")
    var found: [(table: String, key: Int64, target: String)] = []
    try statement.read([]) { row in
      guard case .text(let table) = row.value(at: 0), case .text(let target) = row.value(at: 2) else { return }
      if found.count < Self.mostProblems { found.append((table, row.integer(at: 1), target)) }
    }
    for (table, key, target) in found {
      let row = ObjectReference(entity: table, key: key)
      try report(row.label, .refused, "it refers to a row of “\(target)” that does not exist")
    }
  }

  // MARK: Objects

  /// The rows of the former table in which an entity is stored, ascending by key.
  private mutating func rows(ofTable root: Int) throws -> [StoredRecord] {
    if let known = formerRows[root] { return known }
    var rows: [StoredRecord] = []
    if let table = former.tables[root] { try SQLiteRecords(database).records(.all, in: table) { rows.append($0) } }
    formerRows[root] = rows
    return rows
  }

  /// The former entity of a row of the table of an entity.
  private func formerEntity(of row: StoredRecord, in entity: EntityPlan) -> EntityPlan {
    former.kinds[entity.root][row.layout]
  }

  private mutating func fill(_ root: EntityPlan) throws {
    let kin = plan.new.entities.filter { $0.root == root.position }
    guard let before = kin.compactMap({ plan.formerEntities[$0.position] }).first.map({ former.entities[$0] }) else {
      return
    }
    var links: [Int: [Int: FormerKeys]] = [:]
    for entity in kin { links[entity.position] = try keys(of: entity) }
    let records = SQLiteRecords(database)
    let insertions = try kin.map { try records.statement($0.insertion(of: $0.writtenColumns)) }
    for row in try rows(ofTable: before.root) {
      // Objects of a removed entity are dropped.
      let past = formerEntity(of: row, in: before)
      guard let entity = plan.newEntity(of: past.position), let place = kin.firstIndex(where: { $0 === entity })
      else { continue }
      guard let values = try values(of: row, past, entity) else { continue }
      var stored: [StoredValue] = entity.keyColumn == nil ? [] : [.integer(row.key)]
      stored += entity.plainAttributes.map { entity.forms[$0].stored(values[$0]) }
      let keys = links[entity.position] ?? [:]
      stored += entity.directKeys.map { slot in
        keys[slot]?.keys[row.key].map { .integer($0.target) } ?? .null
      }
      stored += entity.orderedKeys.map { slot in keys[slot]?.keys[row.key]?.place.map { .integer($0) } ?? .null }
      if entity.entityColumn != nil { stored.append(entity.entity.kindInTable) }
      try checkRequired(of: row.key, entity, keys)
      do {
        try insertions[place](stored)
      } catch let refusal as StorageRefusal {
        // The database's refusal is reported only if there is no other problem, because a missing value has already been reported with its attribute.
        if problems.isEmpty {
          try report(entity.label(of: row.key), .refused, refusal.message)
        }
      }
    }
  }

  /// The values of an object in the new model; nil for an object with an unreadable value, which is reported.
  private mutating func values(of row: StoredRecord, _ past: EntityPlan, _ entity: EntityPlan) throws -> [QueryValue]? {
    let name = entity.label(of: row.key)
    var values: [QueryValue] = []
    for (index, attribute) in entity.entity.attributes.enumerated() {
      switch plan.sources[entity.position][index] {
      case .former(let place):
        if row.contents[place] != nil, row.values[place].isNull {
          try report("\(name).\(attribute.name)", .wrongType, "the column contains a value of another type")
        }
        var value = row.values[place]
        if value.isNull, !attribute.isOptional, let given = attribute.defaultValue { value = given }
        values.append(value.converted(to: attribute.type))
      case .new: values.append(attribute.defaultValue ?? .null)
      }
    }
    let line = entity.line.map { plan.new.entities[$0].entity.name }
    let bodies = migration.bodies(for: line)
    if !bodies.isEmpty { try change(&values, of: row, past, entity, bodies) }
    for index in entity.plainAttributes {
      let attribute = entity.entity.attributes[index]
      if values[index].isNull {
        if !attribute.isOptional {
          try report(
            "\(name).\(attribute.name)", .missingValue, "it has no value, and the model has no default value for it")
        }
        continue
      }
      guard let accepted = attribute.accepting(values[index]) else {
        try report(
          "\(name).\(attribute.name)", .wrongType, "\(values[index].type) is no \(attribute.type)")
        continue
      }
      values[index] = accepted
    }
    return problems.isEmpty ? values : nil
  }

  private mutating func change(
    _ values: inout [QueryValue], of row: StoredRecord, _ past: EntityPlan, _ entity: EntityPlan,
    _ bodies: [(inout MigratedObject) throws -> Void]
  ) throws {
    let attributes = entity.entity.attributes
    var object = MigratedObject(
      entity: entity.entity.name, key: row.key,
      former: Dictionary(zip(past.entity.attributes.map(\.name), row.values)) { first, _ in first },
      values: Dictionary(zip(attributes.map(\.name), values)) { first, _ in first })
    for body in bodies { try body(&object) }
    for (name, _) in object.values where !attributes.contains(where: { $0.name == name }) {
      try report("\(entity.entity.name).\(name)", .unknownName, "the new model has no attribute with this name")
    }
    values = attributes.map { object[$0.name] }
  }

  /// Reports a required relationship of a migrated object that has no object.
  private mutating func checkRequired(of key: Int64, _ entity: EntityPlan, _ keys: [Int: FormerKeys]) throws {
    for link in entity.links where !link.relationship.isOptional {
      guard case .reference(let slot) = link.storage, keys[slot]?.keys[key] == nil else { continue }
      try report(
        "\(entity.label(of: key)).\(link.relationship.name)", .missingValue, "it is required, but refers to no object")
    }
  }

  // MARK: Relationships

  /// The values of a foreign key of a new table, by the keys of the rows.
  private struct FormerKeys {
    var keys: [Int64: (target: Int64, place: Int64?)] = [:]
  }

  /// The foreign keys of an entity's rows, from the former relationships.
  private mutating func keys(of entity: EntityPlan) throws -> [Int: FormerKeys] {
    var found: [Int: FormerKeys] = [:]
    for (slot, key) in entity.foreignKeys.enumerated() {
      guard let (link, pairs) = try formerPairs(of: entity, slot) else { continue }
      var keys = FormerKeys()
      for pair in pairs.sorted(by: { ($0.destination, $0.source) < ($1.destination, $1.source) }) {
        if keys.keys[pair.source] != nil {
          try report(
            "\(entity.label(of: pair.source)).\(link)", .tooMany,
            "it refers to several objects, but the new relationship can have only one")
        }
        keys.keys[pair.source] = (pair.destination, key.orderColumn == nil ? nil : pair.destinationPlace)
      }
      if key.orderColumn != nil { keys = Self.inOrder(keys) }
      found[slot] = keys
    }
    return found
  }

  /// Assigns positions to objects of an ordered relationship that was unordered before, in the order of their keys.
  private static func inOrder(_ keys: FormerKeys) -> FormerKeys {
    if keys.keys.values.contains(where: { $0.place != nil }) { return keys }
    var last: [Int64: Int64] = [:]
    var ordered = keys
    for key in keys.keys.keys.sorted() {
      guard let (target, _) = keys.keys[key] else { continue }
      let place = (last[target] ?? 0) + ListPlaces.distance
      last[target] = place
      ordered.keys[key] = (target, place)
    }
    return ordered
  }

  /// The pairs of a former relationship that is stored as a foreign key now, as seen from the rows with the foreign key, and the name of the
  /// relationship. Nil for a new relationship.
  private mutating func formerPairs(of entity: EntityPlan, _ slot: Int) throws -> (name: String, pairs: [FormerPair])? {
    for link in entity.links {
      guard case .reference(slot) = link.storage, let (before, index) = plan.formerLink(of: link, in: entity) else {
        continue
      }
      return (link.relationship.name, try pairs(of: former.entities[before.position], index))
    }
    let owner = plan.new.entities[entity.foreignKeys[slot].destination]
    for link in owner.links where entity.isKind(of: link.destination) {
      guard case .referencedBy(slot) = link.storage, let (before, index) = plan.formerLink(of: link, in: owner) else {
        continue
      }
      return (link.relationship.name, try pairs(of: former.entities[before.position], index).map(\.reversed))
    }
    return nil
  }

  private mutating func pairs(of entity: EntityPlan, _ index: Int) throws -> [FormerPair] {
    var found: [FormerPair] = []
    let link = entity.links[index]
    switch link.storage {
    case .reference(let slot):
      for row in try rows(ofTable: entity.root) where formerEntity(of: row, in: entity).isKind(of: entity.position) {
        guard let key = row.reference(at: slot) else { continue }
        let place = row.places.isEmpty ? nil : row.places[slot]
        found.append(FormerPair(source: row.key, destination: key, destinationPlace: place))
      }
    case .referencedBy(let slot):
      let destination = former.entities[link.destination]
      for row in try rows(ofTable: destination.root)
      where formerEntity(of: row, in: destination).isKind(of: destination.position) {
        guard let key = row.reference(at: slot) else { continue }
        let place = row.places.isEmpty ? nil : row.places[slot]
        found.append(FormerPair(source: key, destination: row.key, sourcePlace: place))
      }
    case .pairs(let table, let isSource):
      let pairs = former.pairTables[table]
      // Only integer keys identify rows of the new tables, so pairs with other keys are not copied here.
      guard pairs.isDirect else { break }
      let columns = [pairs.sourceColumn, pairs.destinationColumn] + pairs.orderColumns
      let statement = try RawStatement(
        database, "SELECT \(columns.quotedList) FROM \(pairs.table.quotedIdentifier) ORDER BY 1, 2")
      try statement.read([]) { row in
        func place(_ column: String?) -> Int64? {
          guard let column, let index = columns.dropFirst(2).firstIndex(of: column),
            case .integer(let place) = row.value(at: index)
          else { return nil }
          return place
        }
        let pair = FormerPair(
          source: row.integer(at: 0), destination: row.integer(at: 1), sourcePlace: place(pairs.sourceOrderColumn),
          destinationPlace: place(pairs.destinationOrderColumn))
        found.append(isSource ? pair : pair.reversed)
      }
    case .unusable: break
    }
    return found
  }

  private mutating func fillPairs(_ index: Int) throws {
    let table = plan.new.pairTables[index]
    if !table.isDirect { return try copyPairs(of: table) }
    for entity in plan.new.entities {
      for link in entity.links {
        guard case .pairs(index, let isSource) = link.storage,
          let (before, place) = plan.formerLink(of: link, in: entity)
        else { continue }
        var pairs = try pairs(of: former.entities[before.position], place)
        if !isSource { pairs = pairs.map(\.reversed) }
        if table.isSymmetric { pairs += pairs.map(\.reversed) }
        try write(pairs, to: table)
        // The inverse relationship has the same pairs, so they are copied only once.
        return
      }
    }
  }

  /// Fills a join table whose keys are texts or UUIDs. ``MigrationPlan`` has refused such a table if it is stored differently now.
  private func copyPairs(of table: PairTable) throws {
    guard formerTables.contains(where: { $0.isSameSQLName(as: table.table) }) else { return }
    let columns = (table.keyColumns + table.orderColumns).quotedList
    try database.execute(
      sql: "INSERT INTO \(table.table.quotedIdentifier) (\(columns)) "
        + "SELECT \(columns) FROM \(Self.formerName(of: table.table).quotedIdentifier)")
  }

  private func write(_ pairs: [FormerPair], to table: PairTable) throws {
    let columns = [table.sourceColumn, table.destinationColumn] + table.orderColumns
    let insertion = try RawStatement(database, columns.insertion(into: table.table))
    var seen: Set<[Int64]> = []
    var last: [Bool: [Int64: Int64]] = [:]
    for pair in pairs.sorted(by: { ($0.source, $0.destination) < ($1.source, $1.destination) })
    where seen.insert([pair.source, pair.destination]).inserted {
      var row: [StoredValue] = [.integer(pair.source), .integer(pair.destination)]
      for isSource in [true, false] where table.orderColumn(ofSource: isSource) != nil {
        let owner = isSource ? pair.source : pair.destination
        // If a list was unordered before, its objects follow those with a position, in the order of their keys.
        let place =
          (isSource ? pair.sourcePlace : pair.destinationPlace)
          ?? (last[isSource]?[owner] ?? 0) + ListPlaces.distance
        last[isSource, default: [:]][owner] = max(place, last[isSource]?[owner] ?? place)
        row.append(.integer(place))
      }
      try insertion.run(row)
    }
  }
}

/// Two objects that a former relationship connected.
private struct FormerPair {
  let source: Int64
  let destination: Int64
  /// The position of the destination in the source's list; nil if the list had no order.
  var sourcePlace: Int64?
  /// The position of the source in the destination's list; nil if the list had no order.
  var destinationPlace: Int64?

  var reversed: FormerPair {
    FormerPair(source: destination, destination: source, sourcePlace: destinationPlace, destinationPlace: sourcePlace)
  }
}

extension EntityPlan {
  /// A row in messages: `Movie[3]`.
  fileprivate func label(of key: Int64) -> String { ObjectReference(entity: entity.name, key: key).label }
}

extension QueryValue {
  /// Converts a text to a URL, or a URL to a text; returns any other value unchanged.
  fileprivate func converted(to type: QueryType) -> QueryValue {
    switch (self, type) {
    case (.string(let text), .url): .url(text)
    case (.url(let text), .string): .string(text)
    default: self
    }
  }
}
