import PredicateModel
import PredicateSQLite

/// Creates the tables of a model: STRICT, with foreign keys that follow the delete rules, and an index for each key that is looked up.
struct SchemaMaker {
  private let model: DataModel
  private let plan: StorePlan

  init(_ model: DataModel) {
    self.model = model
    plan = StorePlan(model)
  }

  /// An index and the statement that makes it.
  struct Index: Equatable {
    let name: String
    let table: String
    let sql: String
  }

  /// All statements, in the order of execution. Only foreign keys may refer to tables that a later statement creates.
  func statements() throws(StoreIssue) -> [String] { try tables() + indexes.map(\.sql) }

  /// The statements that make the tables.
  func tables() throws(StoreIssue) -> [String] {
    for entity in plan.entities {
      if let obstacle = entity.obstacle {
        throw StoreIssue(.unchangeable, "\(entity.entity.name) cannot be made: \(obstacle)")
      }
      if entity.entity.key.integerColumn == nil, entity.keyAttributes.count != 1 {
        throw StoreIssue(
          .unchangeable,
          "the table for \(entity.entity.name) cannot be created: “\(entity.entity.table)” must have a single attribute as its primary key"
        )
      }
      for link in entity.links {
        if link.storage == .unusable || !isSingle(link, of: entity) {
          throw StoreIssue(
            .unchangeable,
            "the columns for \(entity.entity.name).\(link.relationship.name) cannot be created, because its key has several columns"
          )
        }
      }
    }
    return plan.entities.filter { $0.line.count == 1 }.map(table) + plan.pairTables.indices.map(pairTable)
  }

  /// Whether each foreign key of a relationship has only one column.
  private func isSingle(_ link: LinkPlan, of entity: EntityPlan) -> Bool {
    switch link.storage {
    case .reference(let slot): entity.foreignKeys[slot].key.reference.columns.count == 1
    case .referencedBy(let slot): plan.entities[link.destination].foreignKeys[slot].key.reference.columns.count == 1
    case .pairs(let table, _): plan.pairTables[table].keyColumns.count == 2
    case .unusable: false
    }
  }

  /// The column of an entity's key, and its type.
  private func key(of entity: EntityPlan) -> (column: String, type: String) {
    if let column = entity.keyColumn { return (column, "INTEGER") }
    let attribute = entity.entity.attributes[entity.keyAttributes[0]]
    return (attribute.column, attribute.storage.declaredType)
  }

  private func target(_ position: Int) -> String {
    let entity = plan.entities[position]
    return "\(entity.entity.table.quotedIdentifier) (\(key(of: entity).column.quotedIdentifier))"
  }

  private func table(of entity: EntityPlan) -> String {
    let key = key(of: entity)
    var columns = entity.keyColumn == nil ? [] : ["\(key.column.quotedIdentifier) INTEGER PRIMARY KEY"]
    let kinds = plan.kinds[entity.position]
    if let column = entity.entityColumn {
      let names = kinds.filter { !$0.entity.isAbstract }.map(\.entity.name.quotedText)
      columns.append(
        "\(column.quotedIdentifier) TEXT NOT NULL CHECK (\(column.quotedIdentifier) IN (\(names.joined(separator: ", "))))"
      )
    }
    var made: [String] = []
    var required: [String] = []
    for kind in kinds {
      // A column is NOT NULL only if the root entity requires a value. Rows of one entity may lack a value that another entity of the table requires.
      let isRoot = kind === entity
      func add(_ name: String, _ type: String, isRequired: Bool, _ rest: String = "") {
        let name = name.quotedIdentifier
        if isRequired, !isRoot, !required.contains(where: { $0 == condition(name, kind) }) {
          required.append(condition(name, kind))
        }
        guard !made.contains(where: { $0.isSameSQLName(as: name) }) else { return }
        made.append(name)
        columns.append("\(name) \(type)\(isRequired && isRoot ? " NOT NULL" : "")\(rest)")
      }
      for (index, attribute) in kind.entity.attributes.enumerated() where index != kind.keyAttribute {
        let isInherited = !isRoot && index < kind.inheritedAttributeCount
        let check =
          attribute.storage == .zeroOrOne ? " CHECK (\(attribute.column.quotedIdentifier) IN (0, 1))" : ""
        let slot = kind.foreignKeys.firstIndex { $0.attributes == [index] }
        let reference = slot.map { self.reference(of: kind, $0, isRequired: !attribute.isOptional) } ?? ""
        add(
          attribute.column, attribute.storage.declaredType, isRequired: !attribute.isOptional && !isInherited,
          check + reference)
      }
      for (slot, key) in kind.foreignKeys.enumerated() where key.isDirect {
        let isRequired = kind.entity.declared.relationships.contains { relationship in
          guard case .foreignKey(let columns) = relationship.storage else { return false }
          return !relationship.isOptional && columns == [key.column]
        }
        add(
          key.column, "INTEGER", isRequired: isRequired, reference(of: kind, slot, isRequired: isRequired))
      }
      for column in kind.foreignKeys.compactMap(\.orderColumn) { add(column, "INTEGER", isRequired: false) }
    }
    columns += required.map { "CHECK (\($0))" }
    for names in entity.entity.uniqueness { columns.append("UNIQUE (\(list(names, entity)))") }
    var options = "STRICT"
    if entity.keyColumn == nil {
      columns.append("PRIMARY KEY (\(key.column.quotedIdentifier))")
      options += ", WITHOUT ROWID"
    }
    let body = columns.joined(separator: ",\n  ")
    return "CREATE TABLE \(entity.entity.table.quotedIdentifier) (\n  \(body)\n) \(options)"
  }

  private func reference(of entity: EntityPlan, _ slot: Int, isRequired: Bool) -> String {
    " REFERENCES \(target(entity.foreignKeys[slot].destination))"
      + " ON DELETE \(action(of: entity, slot, isRequired: isRequired))"
  }

  private func list(_ names: [String], _ entity: EntityPlan) -> String {
    names.compactMap { entity.entity.attribute(named: $0)?.column.quotedIdentifier }.joined(separator: ", ")
  }

  /// A CHECK which requires that the rows of an entity have a value in a column.
  private func condition(_ column: String, _ kind: EntityPlan) -> String {
    "\(Self.isKind(kind, negated: true)) OR \(column) IS NOT NULL"
  }

  private static func isKind(_ kind: EntityPlan, negated: Bool = false) -> String {
    let names = (kind.entity.hierarchy?.kinds ?? []).map(\.quotedText).joined(separator: ", ")
    return "\((kind.entityColumn ?? "").quotedIdentifier) \(negated ? "NOT " : "")IN (\(names))"
  }

  /// The action of ON DELETE for a foreign key, for programs that do not know the model. If the rule forbids the deletion, the check is deferred to
  /// the end of the transaction.
  private func action(of entity: EntityPlan, _ slot: Int, isRequired: Bool) -> String {
    let destination = plan.entities[entity.foreignKeys[slot].destination]
    let rule = destination.links.first { $0.storage == .referencedBy(slot) && entity.isKind(of: $0.destination) }?
      .relationship.deleteRule
    return switch rule {
    case .cascade: "CASCADE"
    case .nullify where !isRequired, .setDefault where !isRequired: "SET NULL"
    default: "NO ACTION"
    }
  }

  private func pairTable(_ index: Int) -> String {
    let pairs = plan.pairTables[index]
    func column(_ name: String, _ entity: Int) -> String {
      "\(name.quotedIdentifier) \(key(of: plan.entities[entity]).type) NOT NULL REFERENCES \(target(entity)) ON DELETE CASCADE"
    }
    let (source, destination) = (pairs.sourceColumn, pairs.destinationColumn)
    let places = pairs.orderColumns.map { "\n  \($0.quotedIdentifier) INTEGER," }.joined()
    return """
      CREATE TABLE \(pairs.table.quotedIdentifier) (
        \(column(source, pairs.source)),
        \(column(destination, pairs.destination)),\(places)
        PRIMARY KEY (\(source.quotedIdentifier), \(destination.quotedIdentifier))
      ) STRICT, WITHOUT ROWID
      """
  }

  /// The indexes of the tables: for keys that are looked up, for unique values, and those that the model declares. Their names are unique.
  var indexes: [Index] {
    var indexes: [Index] = []
    func add(_ index: Index) {
      if !indexes.contains(where: { $0.name.isSameSQLName(as: index.name) }) { indexes.append(index) }
    }
    for entity in plan.entities {
      let table = entity.entity.table
      if entity.line.count == 1, let column = entity.entityColumn { add(index(table, [column])) }
      // These indexes are partial, because only the rows of one entity must have different values.
      if entity.line.count > 1 {
        for names in entity.entity.declared.uniqueness {
          let name = "\(table).\(entity.entity.name).\(names.joined(separator: "."))"
          add(
            Index(
              name: name, table: table,
              sql: "CREATE UNIQUE INDEX \(name.quotedIdentifier) "
                + "ON \(table.quotedIdentifier) (\(list(names, entity))) WHERE \(Self.isKind(entity))"))
        }
      }
      for key in entity.foreignKeys.dropFirst(
        entity.line.count > 1 ? plan.entities[entity.line[1]].foreignKeys.count : 0)
      { add(index(table, [key.column])) }
      for names in entity.entity.declared.indexes {
        guard let columns = entity.entity.columns(ofIndex: names) else { continue }
        add(index(table, columns, columns.joined(separator: ".")))
      }
    }
    for pairs in plan.pairTables { add(index(pairs.table, [pairs.destinationColumn, pairs.sourceColumn])) }
    return indexes
  }

  /// An index that is named after its first column, unless it has another name.
  private func index(_ table: String, _ columns: [String], _ name: String? = nil) -> Index {
    let name = "\(table).\(name ?? columns[0])"
    return Index(
      name: name, table: table,
      sql: "CREATE INDEX \(name.quotedIdentifier) ON \(table.quotedIdentifier) (\(columns.quotedList))")
  }
}

extension String {
  /// The text as a literal of SQL.
  fileprivate var quotedText: String {
    "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
  }
}

extension AttributeStorage {
  /// The type that a STRICT table declares.
  fileprivate var declaredType: String {
    switch self {
    case .dynamic: "ANY"
    case .zeroOrOne, .booleanWords, .integer, .basicISO8601Number: "INTEGER"
    case .text, .decimalText, .integerText, .realText, .iso8601Text, .basicISO8601Text, .uuidText, .json: "TEXT"
    case .blob, .uuidBytes: "BLOB"
    // Doubles, and dates that are stored as numbers.
    default: "REAL"
    }
  }
}
