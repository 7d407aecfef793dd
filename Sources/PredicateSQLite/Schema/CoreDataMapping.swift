import PredicateModel
import PredicateValues

/// A model of Core Data's, over the tables of a store that Core Data made with it.
///
/// `lentOn` of `Movie` is the column `ZLENTON` of `ZMOVIE`. Entities that inherit from one another share a table: its entity has the members of
/// all of them. Orders are left out.
struct CoreDataMapping {
  private let store: CoreDataStore
  private let tables: [TableInfo]
  /// The entities without what they inherit.
  private let entities: [Entity]
  private let fetchTemplates: [FetchTemplate]
  /// What the tables lack, a sentence each.
  private(set) var notes: [String] = []

  init(_ store: CoreDataStore, _ model: DataModel, _ tables: [TableInfo]) {
    self.store = store
    self.tables = tables
    entities = model.entities.map(\.declared)
    fetchTemplates = model.fetchTemplates
  }

  /// The model of the store. Entities whose tables are missing are left out, and members whose columns are.
  mutating func model() -> DataModel {
    var mapped: [Entity] = []
    for entity in entities where entity.parent == nil {
      guard let table = table(of: entity) else {
        notes.append("\(entity.name) is left out: there is no table Z\(entity.name.uppercased())")
        continue
      }
      mapped.append(map(entity, table))
    }
    let entities = mapped.map { entity in
      entity.changed(relationships: entity.relationships.map { Self.withKnownInverse($0, mapped) })
    }
    let model = DataModel(entities: entities)
    let templates = fetchTemplates.filter { template in
      guard let problem = model.problem(of: template) else { return true }
      notes.append("the fetch request “\(template.name)” is left out: \(problem)")
      return false
    }
    return DataModel(entities: entities, fetchTemplates: templates)
  }

  /// The relationship, without the name of an inverse that is left out.
  private static func withKnownInverse(_ relationship: Relationship, _ mapped: [Entity]) -> Relationship {
    let destination = mapped.first { $0.name.hasSameScalars(as: relationship.destination) }
    let isKnown = relationship.inverse.map { destination?.relationship(named: $0) != nil } ?? true
    if isKnown { return relationship }
    return Relationship(
      name: relationship.name, destination: relationship.destination, inverse: nil,
      cardinality: relationship.cardinality, isOptional: relationship.isOptional, deleteRule: relationship.deleteRule,
      storage: relationship.storage, userInfo: relationship.userInfo)
  }

  private mutating func map(_ root: Entity, _ table: TableInfo) -> Entity {
    let family = entities.filter { self.root(of: $0).name == root.name }
    var names = NamePool()
    var attributes = [
      Attribute(name: names.take("pk", "objectKey"), column: "Z_PK", type: .integer, isTrusted: true)
    ]
    if family.count > 1, table.column(named: "Z_ENT") != nil {
      attributes.append(
        Attribute(name: names.take("ent", "entityNumber"), column: "Z_ENT", type: .integer, isOptional: true))
    }
    var relationships: [Relationship] = []
    for entity in family {
      for attribute in entity.attributes {
        guard let column = Self.column(attribute.name, of: table) else {
          notes.append("\(entity.name).\(attribute.name) is left out: \(table.name) has no column for it")
          continue
        }
        guard names.takeAsItIs(attribute.name) else { continue }
        attributes.append(Self.attribute(attribute, isOptional: entity.parent != nil, column))
      }
      for relationship in entity.relationships {
        guard let destination = destination(of: relationship), let storage = storage(of: relationship, entity) else {
          notes.append("\(entity.name).\(relationship.name) is left out: the tables do not hold it")
          continue
        }
        guard names.takeAsItIs(relationship.name) else { continue }
        relationships.append(
          Relationship(
            name: relationship.name, destination: destination.name, inverse: relationship.inverse,
            cardinality: relationship.cardinality, isOptional: relationship.isOptional || entity.parent != nil,
            deleteRule: relationship.deleteRule, storage: storage, userInfo: relationship.userInfo))
      }
    }
    return Entity(
      name: root.name, table: table.name, key: .integer("Z_PK"), attributes: attributes, relationships: relationships,
      userInfo: root.userInfo)
  }

  // MARK: Entities and columns

  private func root(of entity: Entity) -> Entity {
    var root = entity
    for _ in entities.indices {
      guard let name = root.parent, let parent = self.entity(named: name) else { break }
      root = parent
    }
    return root
  }

  private func entity(named name: String) -> Entity? { entities.first { $0.name.hasSameScalars(as: name) } }

  private func table(of entity: Entity) -> TableInfo? {
    let name = "Z" + root(of: entity).name.uppercased()
    return tables.first { $0.name.isSameSQLName(as: name) && $0.columns.first?.isOfCoreData == true }
  }

  private static func column(_ property: String, of table: TableInfo) -> TableInfo.Column? {
    table.column(named: "Z" + property.uppercased())
  }

  private static func attribute(_ attribute: Attribute, isOptional: Bool, _ column: TableInfo.Column) -> Attribute {
    let storage: AttributeStorage? =
      switch attribute.type {
      case .date: .secondsSince2001
      case .uuid: .uuidBytes
      case .boolean: .zeroOrOne
      default: nil
      }
    return Attribute(
      name: attribute.name, column: column.name,
      // A decimal number lies in the store as a number of SQLite's.
      type: attribute.type == .decimal ? .double : attribute.type, isOptional: attribute.isOptional || isOptional,
      storage: storage, collation: column.collation,
      hasNumericAffinity: ColumnAffinity(declaration: column.declaredType).isNumeric, userInfo: attribute.userInfo)
  }

  // MARK: Relationships

  /// The entity of the table that a relationship leads to.
  private func destination(of relationship: Relationship) -> Entity? {
    entity(named: relationship.destination).flatMap { table(of: $0) == nil ? nil : root(of: $0) }
  }

  /// Where the keys of a relationship lie; nil where the tables do not hold them.
  private func storage(of relationship: Relationship, _ entity: Entity) -> RelationshipStorage? {
    guard let table = table(of: entity), let destination = self.entity(named: relationship.destination),
      let other = self.table(of: destination)
    else { return nil }
    let inverse = relationship.inverse.flatMap { name in
      destination.relationships.first { $0.name.hasSameScalars(as: name) }
    }
    let own = relationship.cardinality == .toOne ? Self.column(relationship.name, of: table) : nil
    let foreign = inverse?.cardinality == .toOne ? inverse.flatMap { Self.column($0.name, of: other) } : nil
    switch (own, foreign) {
    case (let own?, let foreign?):
      // Core Data keeps a pair of objects at both ends, and one of them is enough.
      let isFirst = (entity.name, relationship.name) <= (destination.name, inverse?.name ?? "")
      return isFirst ? .foreignKey(own.name) : .foreignKeyOfDestination(foreign.name)
    case (let own?, nil): return .foreignKey(own.name)
    case (nil, let foreign?): return .foreignKeyOfDestination(foreign.name)
    case (nil, nil): return inverse.flatMap { pairs(relationship, $0, from: table, to: other) }
    }
  }

  /// The table of pairs of a relationship to many and its inverse.
  private func pairs(
    _ relationship: Relationship, _ inverse: Relationship, from table: TableInfo, to other: TableInfo
  ) -> RelationshipStorage? {
    for pair in tables where pair.name.uppercased().hasPrefix("Z_") {
      func column(_ name: String, leadingTo table: TableInfo) -> String? {
        pair.columns.first { column in
          guard let end = CoreDataStore.end(column.name), let entity = store.rootName(ofEntity: end.number) else {
            return false
          }
          return end.relationship == name.lowercased() && "Z\(entity)".isSameSQLName(as: table.name)
        }?.name
      }
      guard let source = column(inverse.name, leadingTo: table), let end = column(relationship.name, leadingTo: other),
        source != end
      else { continue }
      return .joinTable(pair.name, from: source, to: end)
    }
    return nil
  }
}
