import PredicateSyntax

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
