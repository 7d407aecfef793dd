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
    var attributes = 0
    var relationships = 0
    var validations = 0
    var uniqueness = 0
    var fetchedProperties = 0
  }
}

extension Entity {
  /// The column of names of entities, where a model does not name another one.
  static let usualEntityColumn = "entity"

  /// The entity as it was declared: without what it inherits.
  public var declared: Entity {
    let inherited = hierarchy?.inherited ?? EntityHierarchy.Counts()
    return Entity(
      name: name, table: table, key: key, attributes: Array(attributes.dropFirst(inherited.attributes)),
      relationships: Array(relationships.dropFirst(inherited.relationships)), isReadOnly: isReadOnly,
      validations: Array(validations.dropFirst(inherited.validations)),
      uniqueness: Array(uniqueness.dropFirst(inherited.uniqueness)),
      fetchedProperties: Array(fetchedProperties.dropFirst(inherited.fetchedProperties)), parent: parent,
      isAbstract: isAbstract, entityColumn: entityColumn, entityNumber: entityNumber, userInfo: userInfo,
      hierarchy: nil)
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
    let (names, values) = (kinds.map(\.name), kinds.map(\.kindInTable))
    guard let parent else {
      return with(
        EntityHierarchy(root: root, column: column, kinds: names, values: values, inherited: .init()), from: nil)
    }
    let counts = EntityHierarchy.Counts(
      attributes: parent.attributes.count, relationships: parent.relationships.count,
      validations: parent.validations.count, uniqueness: parent.uniqueness.count,
      fetchedProperties: parent.fetchedProperties.count)
    return with(
      EntityHierarchy(root: root, column: column, kinds: names, values: values, inherited: counts), from: parent)
  }

  private func with(_ hierarchy: EntityHierarchy, from parent: Entity?) -> Entity {
    /// Lists without members of their own share the parent's memory.
    func joined<Element>(_ inherited: [Element]?, _ own: [Element]) -> [Element] {
      own.isEmpty ? inherited ?? own : (inherited ?? []) + own
    }
    return Entity(
      name: name, table: parent?.table ?? table, key: parent?.key ?? key,
      attributes: joined(parent?.attributes, attributes),
      relationships: joined(parent?.relationships, relationships), isReadOnly: parent?.isReadOnly ?? isReadOnly,
      validations: (parent?.validations ?? []) + validations, uniqueness: (parent?.uniqueness ?? []) + uniqueness,
      fetchedProperties: (parent?.fetchedProperties ?? []) + fetchedProperties, parent: self.parent,
      isAbstract: isAbstract, entityColumn: entityColumn, entityNumber: entityNumber, userInfo: userInfo,
      hierarchy: hierarchy)
  }

  /// The entity with other parts.
  package func changed(
    name: String? = nil, key: EntityKey? = nil, attributes: [Attribute]? = nil, relationships: [Relationship]? = nil,
    parent: String? = nil
  ) -> Entity {
    Entity(
      name: name ?? self.name, table: table, key: key ?? self.key, attributes: attributes ?? self.attributes,
      relationships: relationships ?? self.relationships, isReadOnly: isReadOnly, validations: validations,
      uniqueness: uniqueness, fetchedProperties: fetchedProperties, parent: parent ?? self.parent,
      isAbstract: isAbstract, entityColumn: entityColumn, entityNumber: entityNumber, userInfo: userInfo,
      hierarchy: hierarchy)
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
