import PredicateSyntax

/// Where an entity stands among those that it inherits from and that inherit from it. All of them share one table, so that an object has one
/// key whatever it is called, relationships need one foreign key, and a fetch of the parent reads one table.
public struct EntityHierarchy: Sendable {
  /// The entity without a parent.
  public let root: String
  /// The column of the table that holds the names of entities, or their numbers.
  public let column: String
  /// The entity and all that inherit from it, itself first.
  public let kinds: [String]
  /// What the column holds for each of ``kinds``.
  let values: [StoredValue]
  /// How many of the members and rules the parent has; they come first in the entity's lists.
  let inherited: Counts

  /// Numbers of inherited members and rules.
  struct Counts: Sendable {
    let attributes: Int
    let relationships: Int
    let validations: Int
    let uniqueness: Int
    let fetchedProperties: Int
    let transientMembers: Int

    /// - Parameter parent: nil for an entity that inherits nothing.
    init(_ parent: Entity?) {
      attributes = parent?.attributes.count ?? 0
      relationships = parent?.relationships.count ?? 0
      validations = parent?.validations.count ?? 0
      uniqueness = parent?.uniqueness.count ?? 0
      fetchedProperties = parent?.fetchedProperties.count ?? 0
      transientMembers = parent?.transientMembers.count ?? 0
    }
  }
}

extension Entity {
  /// The column of names of entities, where a model does not name another one.
  static let usualEntityColumn = "entity"

  /// The entity as it was declared: without what it inherits.
  public var declared: Entity {
    guard let inherited = hierarchy?.inherited else { return self }
    return with {
      $0.attributes = Array($0.attributes.dropFirst(inherited.attributes))
      $0.relationships = Array($0.relationships.dropFirst(inherited.relationships))
      $0.validations = Array($0.validations.dropFirst(inherited.validations))
      $0.uniqueness = Array($0.uniqueness.dropFirst(inherited.uniqueness))
      $0.fetchedProperties = Array($0.fetchedProperties.dropFirst(inherited.fetchedProperties))
      $0.transientMembers = Array($0.transientMembers.dropFirst(inherited.transientMembers))
      $0.hierarchy = nil
    }
  }

  /// What the column of entities holds in the rows that are objects of this one, where the table has others as well; nil where all rows are. A
  /// row whose entity the model lacks is an object of the root.
  public var kindsInTable: [StoredValue]? {
    guard parent != nil else { return nil }
    return hierarchy?.values
  }

  /// What the column of entities holds in a row of this entity itself.
  package var kindInTable: StoredValue { entityNumber.map { .integer($0) } ?? .text(name) }

  /// Whether objects of another entity are objects of this one.
  ///
  ///     model.entity(named: "Employee")?.includes("Manager")  // true
  public func includes(_ other: String) -> Bool {
    name.hasSameScalars(as: other) || hierarchy?.kinds.contains { $0.hasSameScalars(as: other) } == true
  }

  /// The entity with what it inherits.
  func inheriting(from parent: Entity?, root: String, column: String, kinds: [Entity]) -> Entity {
    with { own in
      own.hierarchy = EntityHierarchy(
        root: root, column: column, kinds: kinds.map(\.name), values: kinds.map(\.kindInTable),
        inherited: EntityHierarchy.Counts(parent))
      guard let parent else { return }
      /// Lists without members of their own share the parent's memory.
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
      join(parent.fetchedProperties, &own.fetchedProperties)
      join(parent.transientMembers, &own.transientMembers)
    }
  }

  /// The entity with other parts.
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
  /// The entities with what they inherit from their parents.
  static func inheriting(_ entities: [Entity]) -> [Entity] {
    guard entities.contains(where: { $0.parent != nil || $0.hierarchy != nil }) else { return entities }
    let declared = entities.map(\.declared)
    let places = Dictionary(
      declared.enumerated().map { (ScalarString($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    let parents = declared.map { entity in entity.parent.flatMap { places[ScalarString($0)] } }
    /// The entity and those above it, the root last; nil where a parent is missing or they go in a circle.
    func line(_ position: Int) -> [Int]? {
      var line = [position]
      while let last = line.last, declared[last].parent != nil {
        guard let next = parents[last], !line.contains(next) else { return nil }
        line.append(next)
      }
      return line
    }
    let lines = declared.indices.map(line)
    /// The entities below each, in the order of the model.
    var kin: [[Int]] = Array(repeating: [], count: declared.count)
    for (position, line) in lines.enumerated() { for other in line?.dropFirst() ?? [] { kin[other].append(position) } }
    var made = declared
    // Parents come before those that inherit from them.
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
