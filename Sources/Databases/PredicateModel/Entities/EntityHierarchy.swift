import PredicateSyntax

/// The position of an entity in its hierarchy. All entities of a hierarchy share one table. So an object has the same key for every entity name. A
/// relationship needs one foreign key, and a fetch of the parent reads one table.
public struct EntityHierarchy: Sendable {
  /// The entity at the top, which has no parent.
  public let root: String
  /// The column of the table with the names or the numbers of entities.
  public let column: String
  /// The entity and all entities that inherit from it, itself first.
  public let kinds: [String]
  /// The value of the column for each of ``kinds``.
  let values: [StoredValue]
  /// The numbers of inherited members and rules. They precede the entity's own ones in its lists.
  let inherited: Counts

  struct Counts: Sendable {
    let attributes: Int
    let relationships: Int
    let validations: Int
    let uniqueness: Int
    let indexes: Int
    let fetchedProperties: Int
    let transientMembers: Int

    /// - Parameter parent: The parent entity; nil for an entity without a parent.
    init(_ parent: Entity?) {
      attributes = parent?.attributes.count ?? 0
      relationships = parent?.relationships.count ?? 0
      validations = parent?.validations.count ?? 0
      uniqueness = parent?.uniqueness.count ?? 0
      indexes = parent?.indexes.count ?? 0
      fetchedProperties = parent?.fetchedProperties.count ?? 0
      transientMembers = parent?.transientMembers.count ?? 0
    }
  }
}

extension Entity {
  /// The default name of the column with the names of entities.
  static let usualEntityColumn = "entity"

  /// The entity as declared, without inherited parts.
  public var declared: Entity {
    guard let inherited = hierarchy?.inherited else { return self }
    return with {
      $0.attributes = Array($0.attributes.dropFirst(inherited.attributes))
      $0.relationships = Array($0.relationships.dropFirst(inherited.relationships))
      $0.validations = Array($0.validations.dropFirst(inherited.validations))
      $0.uniqueness = Array($0.uniqueness.dropFirst(inherited.uniqueness))
      $0.indexes = Array($0.indexes.dropFirst(inherited.indexes))
      $0.fetchedProperties = Array($0.fetchedProperties.dropFirst(inherited.fetchedProperties))
      $0.transientMembers = Array($0.transientMembers.dropFirst(inherited.transientMembers))
      $0.hierarchy = nil
    }
  }

  /// The values of the entity column in the rows of this entity. Nil if all rows of the table are its objects. A row with an unknown entity is an
  /// object of the root.
  public var kindsInTable: [StoredValue]? {
    guard parent != nil else { return nil }
    return hierarchy?.values
  }

  /// The value of the entity column in a row of this entity itself.
  package var kindInTable: StoredValue { entityNumber.map { .integer($0) } ?? .text(name) }

  /// Whether objects of another entity are objects of this one.
  ///
  ///     model.entity(named: "Employee")?.includes("Manager")  // true
  public func includes(_ other: String) -> Bool {
    name.hasSameScalars(as: other) || hierarchy?.kinds.contains { $0.hasSameScalars(as: other) } == true
  }

  /// The entity with everything that it inherits. `parent` is nil for the root of a hierarchy.
  func inheriting(from parent: Entity?, root: String, column: String, kinds: [Entity]) -> Entity {
    with { own in
      own.hierarchy = EntityHierarchy(
        root: root, column: column, kinds: kinds.map(\.name), values: kinds.map(\.kindInTable),
        inherited: EntityHierarchy.Counts(parent))
      guard let parent else { return }
      /// If the entity has no own members, the list shares the parent's memory.
      func join<Element>(_ inherited: [Element], _ own: inout [Element]) {
        own = own.isEmpty ? inherited : inherited + own
      }
      own.table = parent.table
      own.key = parent.key
      own.isReadOnly = parent.isReadOnly
      join(parent.attributes, &own.attributes)
      join(parent.relationships, &own.relationships)
      join(parent.validations, &own.validations)
      join(parent.uniqueness, &own.uniqueness)
      join(parent.indexes, &own.indexes)
      join(parent.fetchedProperties, &own.fetchedProperties)
      join(parent.transientMembers, &own.transientMembers)
    }
  }

  package func changed(
    name: String? = nil, key: EntityKey? = nil, attributes: [Attribute]? = nil, relationships: [Relationship]? = nil,
    parent: String? = nil
  ) -> Entity {
    with {
      $0.name = name ?? $0.name
      $0.key = key ?? $0.key
      $0.attributes = attributes ?? $0.attributes
      $0.relationships = relationships ?? $0.relationships
      $0.parent = parent ?? $0.parent
    }
  }
}

extension DataModel {
  /// The entities of a model with the parts that they inherit.
  static func inheriting(_ entities: [Entity]) -> [Entity] {
    guard entities.contains(where: { $0.parent != nil || $0.hierarchy != nil }) else { return entities }
    let declared = entities.map(\.declared)
    let places = Dictionary(
      declared.enumerated().map { (ScalarString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    let parents = declared.map { entity in entity.parent.flatMap { places[ScalarString($0)] } }
    /// The positions of the entity and its ancestors, the root last. Nil if a parent is missing, or if the parents form a circle.
    func line(_ position: Int) -> [Int]? {
      var line = [position]
      while let last = line.last, declared[last].parent != nil {
        guard let next = parents[last], !line.contains(next) else { return nil }
        line.append(next)
      }
      return line
    }
    let lines = declared.indices.map(line)
    /// The positions of each entity's subentities, in the order of the model.
    var kin: [[Int]] = Array(repeating: [], count: declared.count)
    for (position, line) in lines.enumerated() { for other in line?.dropFirst() ?? [] { kin[other].append(position) } }
    var made = declared
    // Parents are processed before their subentities.
    let order = declared.indices.sorted { (lines[$0]?.count ?? 0, $0) < (lines[$1]?.count ?? 0, $1) }
    for position in order {
      guard let line = lines[position], let root = line.last else { continue }
      if line.count == 1, kin[position].isEmpty { continue }
      made[position] = declared[position].inheriting(
        from: line.count > 1 ? made[line[1]] : nil, root: declared[root].name,
        column: declared[root].entityColumn ?? Entity.usualEntityColumn,
        kinds: ([position] + kin[position]).map { declared[$0] })
    }
    return made
  }
}
