import GRDB
import PredicateModel
import PredicateObjects
import PredicateOutput
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// Tries insert, update and delete on each table of a database, saves after each, and undoes everything.
struct TableTrial {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let database: PredicateDatabase
  private let demo: ChangedDemo
  /// Columns that a trigger sets to the current time. They are not compared.
  private let ignored: Set<String>

  init(_ database: PredicateDatabase, ignoring columns: Set<String> = []) throws {
    self.database = database
    demo = try ChangedDemo(database)
    ignored = columns
  }

  /// The names of the entities that were changed.
  func run() throws -> [String] {
    var tried: [String] = []
    for entity in database.model.entities where !entity.isReadOnly {
      do {
        try run(entity)
      } catch {
        throw Failure(description: "\(entity.name): \(error)")
      }
      tried.append(entity.name)
    }
    return tried
  }

  private func run(_ entity: Entity) throws {
    var states = [try rows()]
    let insertion = try insertion(into: entity)
    try demo.change(insertion)
    guard let object = demo.history.context.changedObjects.first(where: { $0.entity.name == entity.name }) else {
      throw Failure(description: "“\(insertion)” inserted nothing")
    }
    try save(&states, insertion)
    for change in try changes(of: entity) {
      let update = "update \(entity.name) set \(change) where SELF == \(try name(object))"
      try demo.change(update)
      try save(&states, update)
    }
    let deletion = "delete \(entity.name) where SELF == \(try name(object))"
    try demo.change(deletion)
    try save(&states, deletion)
    guard states.last == states.first else { throw Failure(description: "“\(deletion)” left other rows") }
    for state in states.dropLast().reversed() {
      guard demo.history.undo() != nil else { throw Failure(description: "nothing to undo") }
      try demo.history.save()
      let now = try rows()
      if now != state {
        throw Failure(
          description: "undone otherwise: \(now.symmetricDifference(state).sorted().prefix(4).joined(separator: "\n"))")
      }
    }
  }

  private func save(_ states: inout [Set<String>], _ statement: String) throws {
    try demo.history.save()
    let now = try rows()
    if now == states.last { throw Failure(description: "“\(statement)” changed nothing") }
    states.append(now)
  }

  // MARK: Statements

  private func insertion(into entity: Entity) throws -> String {
    let links = entity.relationships.filter { if case .foreignKey = $0.storage { true } else { false } }
    // Tries up to 40 combinations of the first objects of each destination, because a link table accepts each pair only once.
    for attempt in 0..<40 {
      var parts: [String] = []
      for (position, link) in links.enumerated() {
        let found = try demo.history.context.objects(EntityFetch(link.destination, limit: 40))
        if found.isEmpty {
          if !link.isOptional { throw Failure(description: "no \(link.destination)") }
          continue
        }
        parts.append("\(link.name) = \(try name(found[(position == 0 ? attempt : attempt / 7) % found.count]))")
      }
      parts += try values(of: entity, 1).map { "\($0) = \($1)" }
      let foreign = foreignColumns(of: entity)
      let isPair = !entity.key.columns.isEmpty && entity.key.columns.allSatisfy(foreign.contains)
      let pairs = !isPair ? nil : parts.prefix(links.count).map { $0.split(separator: "=", maxSplits: 1) }
      let condition = pairs?.map { "\($0[0]) == \($0[1])" }.joined(separator: " AND ")
      if let condition,
        try demo.history.context.count(
          EntityFetch(entity.name, where: QueryPredicate(format: QueryFormat(raw: condition)))) > 0
      {
        continue
      }
      return "insert \(entity.name) \(parts.joined(separator: ", "))"
    }
    throw Failure(description: "no free pair")
  }

  /// Values for the required attributes and the attributes of the key.
  private func values(of entity: Entity, _ seed: Int) throws -> [(String, String)] {
    let foreign = foreignColumns(of: entity)
    return entity.attributes.compactMap { attribute in
      let isKey = entity.key.columns.contains { $0.isSameSQLName(as: attribute.column) }
      guard !foreign.contains(attribute.column), entity.keyAttribute?.name != attribute.name,
        isKey || !attribute.isOptional || attribute.name == entity.titleAttribute?.name,
        database.rules(ofTable: entity.table)?.column(named: attribute.column)?.isComputed != true
      else { return nil }
      return Self.literal(attribute.type, seed).map { (attribute.name, $0) }
    }
  }

  /// One change of each kind: an attribute outside of the key, an attribute of the key, a relationship.
  private func changes(of entity: Entity) throws -> [String] {
    let foreign = foreignColumns(of: entity)
    func first(inKey: Bool) -> String? {
      entity.attributes.lazy.compactMap { attribute -> String? in
        let isKey = entity.key.columns.contains { $0.isSameSQLName(as: attribute.column) }
        guard isKey == inKey, !foreign.contains(attribute.column), entity.keyAttribute?.name != attribute.name,
          !ignored.contains(attribute.column),
          database.rules(ofTable: entity.table)?.column(named: attribute.column)?.isComputed != true
        else { return nil }
        return Self.literal(attribute.type, 2).map { "\(attribute.name) = \($0)" }
      }.first
    }
    return [first(inKey: false), first(inKey: true)].compactMap { $0 }
  }

  private static func literal(_ type: QueryType, _ seed: Int) -> String? {
    switch type {
    case .boolean: seed == 1 ? "YES" : "NO"
    case .integer: "\(7_000 + seed)"
    case .double, .decimal: "0.\(seed)5"
    case .string, .any: "\"\(seed)\""
    case .date: "\"2024-05-0\(seed)\""
    case .data: QueryExpression.literal(.data([1, 2, UInt8(seed)])).exactFormat
    case .uuid: "\"6F9619FF-8B86-D011-B42D-00C04FC964F\(seed)\""
    case .url: "\"https://example.org/\(seed)\""
    default: nil
    }
  }

  private func foreignColumns(of entity: Entity) -> Set<String> {
    var found: Set<String> = []
    for link in entity.relationships {
      if case .foreignKey(let columns) = link.storage { found.formUnion(columns) }
    }
    return found
  }

  /// `ENTITY[KEY]`.
  private func name(_ object: StoredObject) throws -> String {
    let parts = try object.entity.objectKey.map { attribute in
      ValueText.literal(of: try object.value(of: attribute.name))
    }
    return "\(object.entity.name)[\(parts.joined(separator: ", "))]"
  }

  // MARK: Rows

  private func rows() throws -> Set<String> {
    try database.reader.read { connection in
      var found: Set<String> = []
      let tables = try String.fetchAll(
        connection, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      for table in tables {
        let columns = try connection.columns(in: table).map(\.name).filter { !ignored.contains($0) }
        let values = columns.map { "quote(\($0.quotedIdentifier))" }.joined(separator: " || ',' || ")
        for row in try String.fetchAll(connection, sql: "SELECT \(values) FROM \(table.quotedIdentifier)") {
          found.insert("\(table): \(row)")
        }
      }
      return found
    }
  }
}
