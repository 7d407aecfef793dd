import PredicateDatabases
import PredicateModel
import PredicateValues

/// Maps a Core Data model to the tables of a store that Core Data created with it.
///
/// `lentOn` of `Movie` is the column `ZLENTON` of `ZMOVIE`. Entities of one hierarchy share a table, whose column `Z_ENT` has the number of each
/// row's entity. `Z_FOK_LENTTOFRIEND` has the positions of objects in an order, and `Z_2TAGS` pairs of keys.
///
/// The store's own columns are not attributes: `Z_PK`, `Z_ENT`, `Z_OPT`. Predicates can still use `Z_PK`, because it is the key.
struct CoreDataMapping {
  private let store: CoreDataStore
  private let pairTables: [TableInfo]
  /// The entities without a parent.
  private let roots: [Entity]
  /// The entities that have a table and a number in the store, by name. Inherited properties are left out.
  private var entities: [ScalarString: Member] = [:]
  /// Each root entity with the entities that inherit from it, by the root's name.
  private var families: [ScalarString: [Entity]] = [:]
  /// The columns of attributes and of foreign keys.
  private var columns: [Property: TableInfo.Column] = [:]
  private let fetchTemplates: [FetchTemplate]
  /// A note for each missing table, column or key.
  private(set) var notes: [SchemaNote] = []
  /// The folded names of the tables that store entities and pairs of the model.
  private(set) var usedTables: Set<[UInt8]> = []

  /// An entity and the table that stores its objects.
  private struct Member {
    let entity: Entity
    let table: StoredTable
  }

  /// A table and its columns, by their folded names.
  private final class StoredTable {
    let name: String
    private let columns: [[UInt8]: TableInfo.Column]

    init(_ table: TableInfo) {
      name = table.name
      columns = Dictionary(table.columns.map { ($0.name.foldedSQLName, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func column(named name: String) -> TableInfo.Column? { columns[name.foldedSQLName] }
  }

  /// A property, identified by its name and by the entity that declares it.
  private struct Property: Hashable {
    let entity: String
    let name: String
  }

  init(_ store: CoreDataStore, _ model: DataModel, _ tables: [TableInfo]) {
    self.store = store
    fetchTemplates = model.fetchTemplates
    pairTables = tables.filter { $0.name.uppercased().hasPrefix("Z_") }
    let declared = model.entities.map(\.declared)
    roots = declared.filter { $0.parent == nil }
    let heirs = Dictionary(grouping: declared) { ScalarString($0.parent ?? "") }
    let stored = Dictionary(
      tables.filter { $0.columns.first?.isOfCoreData == true }.map { ($0.name.foldedSQLName, $0) },
      uniquingKeysWith: { first, _ in first })
    for root in roots {
      let name = "Z\(root.name.uppercased())".foldedSQLName
      guard let table = stored[name].map({ StoredTable($0) }) else { continue }
      usedTables.insert(name)
      let family = [root] + kin(of: root, heirs)
      families[ScalarString(root.name)] = family
      for entity in family { entities[ScalarString(entity.name)] = Member(entity: entity, table: table) }
      var uses: [[UInt8]: Use] = [:]
      for entity in family { assignColumns(of: entity, table, &uses) }
    }
  }

  /// The model of the store. Entities whose tables are missing are left out, and members whose columns are missing.
  mutating func model() -> DataModel {
    var mapped: [Entity] = []
    for root in roots {
      let family = families[ScalarString(root.name)] ?? []
      if family.isEmpty { notes.append(.leftOut(root.name, because: "there is no table Z\(root.name.uppercased())")) }
      for entity in family { mapped.append(map(entity, family)) }
    }
    let known = DataModel(entities: mapped)
    let entities = mapped.map { entity in
      entity.changed(relationships: entity.relationships.map { Self.withKnownInverse($0, known) })
    }
    let model = DataModel(entities: entities)
    let templates = fetchTemplates.filter { template in
      guard let problem = model.problem(of: template) else { return true }
      notes.append("the fetch request “\(template.name)” is ignored: \(problem)")
      return false
    }
    return DataModel(entities: entities, fetchTemplates: templates)
  }

  /// The relationship without the name of its inverse, if the inverse is left out.
  private static func withKnownInverse(_ relationship: Relationship, _ model: DataModel) -> Relationship {
    let destination = model.entity(named: relationship.destination)
    let isKnown = relationship.inverse.map { destination?.relationship(named: $0) != nil } ?? true
    if isKnown { return relationship }
    return Relationship(
      name: relationship.name, destination: relationship.destination, inverse: nil,
      cardinality: relationship.cardinality, isOptional: relationship.isOptional, deleteRule: relationship.deleteRule,
      storage: relationship.storage, userInfo: relationship.userInfo)
  }

  // MARK: Entities

  /// The entities that inherit from a root, ordered by their numbers. An entity without a number in the store has no objects there: it is left out,
  /// together with the entities that inherit from it.
  ///
  /// - Parameter heirs: The entities, by the names of their parents.
  private mutating func kin(of root: Entity, _ heirs: [ScalarString: [Entity]]) -> [Entity] {
    var kin: [(entity: Entity, number: Int64)] = []
    var parents = [root]
    while let parent = parents.popLast() {
      for entity in heirs[ScalarString(parent.name)] ?? [] {
        guard let number = store.number(ofEntity: entity.name) else {
          notes.append(.leftOut(entity.name, because: "Z_PRIMARYKEY has no number for it"))
          continue
        }
        kin.append((entity, number))
        parents.append(entity)
      }
    }
    return kin.sorted { $0.number < $1.number }.map(\.entity)
  }

  private func entity(named name: String) -> Entity? { entities[ScalarString(name)]?.entity }

  /// The entity and its ancestors, from the entity up to the root.
  private func line(of entity: Entity) -> [Entity] {
    var line = [entity]
    while let name = line.last?.parent, let parent = self.entity(named: name), line.count <= entities.count {
      line.append(parent)
    }
    return line
  }

  private func table(of entity: Entity) -> StoredTable? { entities[ScalarString(entity.name)]?.table }

  /// The entity with only its own members.
  private mutating func map(_ entity: Entity, _ family: [Entity]) -> Entity {
    let isRoot = entity.parent == nil
    let isAlone = family.count == 1
    var attributes: [Attribute] = []
    for attribute in entity.attributes {
      if let column = column(attribute.name, of: entity) {
        attributes.append(Self.attribute(attribute, column))
      } else {
        let table = table(of: entity)?.name ?? ""
        notes.append(.leftOut(entity.name, attribute.name, because: "\(table) has no column for it"))
      }
    }
    var relationships: [Relationship] = []
    for relationship in entity.relationships {
      guard self.entity(named: relationship.destination) != nil, let storage = storage(of: relationship, entity) else {
        notes.append(.leftOut(entity.name, relationship.name, because: "the tables do not hold it"))
        continue
      }
      if case .joinTable(let pairs) = storage { usedTables.insert(pairs.table.foldedSQLName) }
      var mapped = relationship
      mapped.storage = storage
      mapped.isTrusted = false
      mapped.orderColumn = relationship.isOrdered ? orderColumn(of: mapped) : nil
      if relationship.isOrdered, mapped.orderColumn == nil {
        notes.append(
          "the order of \(entity.name).\(relationship.name) is not known, because the tables do not contain it")
      }
      relationships.append(mapped)
    }
    let names = Set(attributes.map { ScalarString($0.name) })
      .union(line(of: entity).dropFirst().flatMap(\.attributes).map { ScalarString($0.name) })
    return Entity(
      name: entity.name, table: isRoot ? table(of: entity)?.name : nil, key: .integer("Z_PK"), attributes: attributes,
      relationships: relationships,
      uniqueness: entity.uniqueness.filter { $0.allSatisfy { names.contains(ScalarString($0)) } },
      parent: entity.parent, isAbstract: entity.isAbstract,
      entityColumn: isRoot && !isAlone ? Self.entityColumn : nil,
      entityNumber: isAlone ? nil : store.number(ofEntity: entity.name), userInfo: entity.userInfo
    ).with { $0.transientMembers = entity.transientMembers }
  }

  private static let entityColumn = "Z_ENT"

  // MARK: Columns

  /// The use of a column: a property, and the entity that declares it.
  private struct Use {
    let entity: Entity
    let content: String
  }

  private mutating func assignColumns(of entity: Entity, _ table: StoredTable, _ uses: inout [[UInt8]: Use]) {
    for attribute in entity.attributes {
      assign(attribute.name, Use(entity: entity, content: "\(attribute.type)"), table, &uses)
    }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      assign(relationship.name, Use(entity: entity, content: relationship.destination), table, &uses)
    }
  }

  /// Entities that do not inherit from one another may have properties of the same name. Their columns are `ZBUDGET` and `ZBUDGET1`, or one column
  /// with the same kind of content.
  private mutating func assign(_ name: String, _ use: Use, _ table: StoredTable, _ uses: inout [[UInt8]: Use]) {
    guard let first = table.column(named: "Z" + name.uppercased()) else { return }
    var free: TableInfo.Column? = first
    var number = 0
    while let column = free, uses[column.name.foldedSQLName] != nil {
      number += 1
      free = table.column(named: "\(first.name)\(number)")
    }
    if free == nil, let other = uses[first.name.foldedSQLName], other.content == use.content,
      !line(of: use.entity).contains(where: { $0.name == other.entity.name })
    {
      free = first
    }
    guard let free else { return }
    uses[free.name.foldedSQLName] = use
    columns[Property(entity: use.entity.name, name: name)] = free
  }

  private func column(_ property: String, of entity: Entity) -> TableInfo.Column? {
    columns[Property(entity: entity.name, name: property)]
  }

  private static func attribute(_ attribute: Attribute, _ column: TableInfo.Column) -> Attribute {
    let storage: AttributeStorage? =
      switch attribute.type {
      case .date: .secondsSince2001
      case .uuid: .uuidBytes
      case .boolean: .zeroOrOne
      default: nil
      }
    // Core Data stores a decimal number as an SQLite number.
    let isDecimal = attribute.type == .decimal
    let defaultValue: QueryValue? =
      if case .decimal(let number)? = attribute.defaultValue { .double(number.nearestDouble) } else {
        attribute.defaultValue
      }
    return Attribute(
      name: attribute.name, column: column.name, type: isDecimal ? .double : attribute.type,
      isOptional: attribute.isOptional, storage: storage, textOrder: column.textOrder,
      convertsNumericTexts: ColumnAffinity(declaration: column.declaredType).isNumeric, defaultValue: defaultValue,
      userInfo: attribute.userInfo)
  }

  // MARK: Relationships

  /// The columns that store a relationship; nil if the tables lack them.
  private func storage(of relationship: Relationship, _ entity: Entity) -> RelationshipStorage? {
    guard let table = table(of: entity), let destination = self.entity(named: relationship.destination),
      let other = self.table(of: destination)
    else { return nil }
    // The inverse may be declared by an ancestor of the destination.
    let end = relationship.inverse.flatMap { name in
      line(of: destination).lazy.compactMap { owner in
        owner.relationships.first { $0.name.hasSameScalars(as: name) }.map { (owner: owner, inverse: $0) }
      }.first
    }
    let own = relationship.cardinality == .toOne ? column(relationship.name, of: entity) : nil
    let foreign = end?.inverse.cardinality == .toOne ? end.flatMap { column($0.inverse.name, of: $0.owner) } : nil
    switch (own, foreign) {
    case (let own?, let foreign?):
      // Core Data stores a one-to-one relationship at both ends. One of them is enough for the model.
      let isFirst = (entity.name, relationship.name) <= (end?.owner.name ?? "", end?.inverse.name ?? "")
      return isFirst ? .foreignKey(own.name) : .foreignKeyOfDestination(foreign.name)
    case (let own?, nil): return .foreignKey(own.name)
    case (nil, let foreign?): return .foreignKeyOfDestination(foreign.name)
    case (nil, nil):
      guard let end else { return relationship.inverse == nil ? keyOfMany(relationship, entity, in: other) : nil }
      return pairs(relationship, end.inverse, from: table, to: other)
    }
  }

  /// The foreign key of a to-many relationship without an inverse, such as `Z3TRACKS`. It is named after the number of the entity that has the relationship.
  private func keyOfMany(_ relationship: Relationship, _ entity: Entity, in table: StoredTable) -> RelationshipStorage?
  {
    guard relationship.cardinality == .toMany, let number = store.number(ofEntity: entity.name) else { return nil }
    return table.column(named: "Z\(number)\(relationship.name)").map { .foreignKeyOfDestination($0.name) }
  }

  /// The join table of a to-many relationship and its inverse.
  private func pairs(
    _ relationship: Relationship, _ inverse: Relationship, from table: StoredTable, to other: StoredTable
  ) -> RelationshipStorage? {
    for pair in pairTables {
      func column(_ name: String, leadingTo table: StoredTable) -> String? {
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

  /// The column with the positions of a relationship's objects: `Z_FOK_LENTTOFRIEND` next to the foreign key `ZLENTTOFRIEND`, `Z_FOK_3TAGS` next to
  /// `Z_3TAGS`; nil if there is none.
  private func orderColumn(of relationship: Relationship) -> String? {
    switch relationship.storage {
    case .foreignKey: return nil
    case .foreignKeyOfDestination(let columns):
      let table = entity(named: relationship.destination).flatMap { self.table(of: $0) }
      return columns.first.flatMap { table?.column(named: "Z_FOK_\($0.dropFirst())")?.name }
    case .joinTable(let pairs):
      let table = pairTables.first { $0.name.isSameSQLName(as: pairs.table) }
      return pairs.destinationColumns.first.flatMap { table?.column(named: "Z_FOK_\($0.dropFirst(2))")?.name }
    }
  }
}
