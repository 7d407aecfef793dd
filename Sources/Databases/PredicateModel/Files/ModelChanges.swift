import PredicateSyntax

/// The changes that a model file makes to the model of a schema: other names, other storages, additional relationships, hidden entities and members.
///
/// ```swift
/// let dates = AttributeChange(column: "ordered_at", type: .date, storage: .iso8601Text)
/// let changes = ModelChanges(entities: [EntityChange(table: "orders", attributes: [dates])])
/// let database = try PredicateDatabase.open(path: "shop.sqlite", file: .changes(changes))
/// ```
public struct ModelChanges: Sendable {
  /// Whether relationships may be guessed from names of columns if no schema declares them.
  public let guesses: Bool
  /// The changes, entity by entity.
  public private(set) var entities: [EntityChange]

  /// Changes to the model of a schema, entity by entity.
  public init(guesses: Bool = true, entities: [EntityChange]) {
    self.guesses = guesses
    self.entities = entities
  }

  /// Adds a change of an attribute's type, by its column.
  mutating func add(_ change: AttributeChange, ofTable table: String) {
    if let position = entities.firstIndex(where: { $0.table.isSameSQLName(as: table) }) {
      entities[position].add(change)
    } else {
      entities.append(EntityChange(table: table, attributes: [change]))
    }
  }

  /// The model after the changes. Names and attributes are changed first, then relationships. Relationships may name entities by their old or new names.
  ///
  /// - Throws: ``ModelIssue`` `file` with the place of a change that does not fit, or an error of ``DataModel/validate()``.
  public func applied(to model: DataModel) throws(ModelIssue) -> DataModel {
    var draft = Draft(model)
    if let misfit = draft.apply(entities).first { throw misfit }
    let changed = draft.model
    try changed.validate()
    return changed
  }

  /// The model after the changes that fit it. A table or column of the other changes may have been removed from the schema. The result may not validate.
  package func appliedWherePossible(to model: DataModel) -> DataModel {
    var draft = Draft(model)
    _ = draft.apply(entities)
    return draft.model
  }
}

/// The model while changes are applied to it. The entities are identified by position, because their names change.
private struct Draft {
  private var entities: [Entity]
  private let fetchTemplates: [FetchTemplate]
  private var names: [String]
  private var hidden: Set<Int> = []

  init(_ model: DataModel) {
    entities = model.entities.map(\.declared)
    fetchTemplates = model.fetchTemplates
    names = model.entityNames
  }

  /// The position of an entity, by its name in the schema, its table or its new name.
  func position(of name: String) -> Int? {
    names.firstIndex { $0.hasSameScalars(as: name) } ?? entities.firstIndex { $0.table.isSameSQLName(as: name) }
      ?? entities.firstIndex { $0.name.hasSameScalars(as: name) }
  }

  /// The changed model. Relationships use the new names, and those to hidden entities are removed.
  var model: DataModel {
    let shown = entities.indices.filter { !hidden.contains($0) }
    return DataModel(
      entities: shown.map { index in
        let relationships = entities[index].relationships.compactMap { relationship -> Relationship? in
          guard let end = position(of: relationship.destination) else { return relationship }
          var renamed = relationship
          renamed.destination = names[end]
          return hidden.contains(end) ? nil : renamed
        }
        // An order column is not an attribute, so it is removed from the attributes.
        let attributes = entities[index].attributes.filter { !isOrder($0.column, at: index) }
        let parent = entities[index].parent.flatMap { position(of: $0) }.map { names[$0] }
        return entities[index].changed(
          name: names[index], attributes: attributes, relationships: relationships, parent: parent)
      }, fetchTemplates: fetchTemplates)
  }

  /// Whether a column of an entity's table is the order column of a relationship.
  private func isOrder(_ column: String, at index: Int) -> Bool {
    entities.contains { entity in
      entity.relationships.contains { relationship in
        guard let order = relationship.orderColumn, case .foreignKeyOfDestination = relationship.storage else {
          return false
        }
        return order.isSameSQLName(as: column) && position(of: relationship.destination) == index
      }
    }
  }

  /// Applies all changes that fit. Returns an issue for each of the others.
  mutating func apply(_ changes: [EntityChange]) -> [ModelIssue] {
    var issues: [ModelIssue] = []
    var positions: [Int?] = []
    for (number, change) in changes.enumerated() {
      let position = position(of: change.table)
      positions.append(position)
      if let position {
        issues += apply(change, at: position, place: "entities.\(number)")
      } else {
        issues.append(.file(place: "entities.\(number).table", message: "there is no table “\(change.table)”"))
      }
    }
    for (number, change) in changes.enumerated() {
      guard let position = positions[number] else { continue }
      for (index, relationship) in change.relationships.enumerated() {
        do throws(ModelIssue) {
          try apply(relationship, at: position, place: "entities.\(number).relationships.\(index)")
        } catch {
          issues.append(error)
        }
      }
    }
    return issues
  }

  // MARK: Entities

  /// Returns an issue for each change of an attribute that does not fit.
  private mutating func apply(_ change: EntityChange, at position: Int, place: String) -> [ModelIssue] {
    var issues: [ModelIssue] = []
    if change.isHidden { hidden.insert(position) }
    if let name = change.name { names[position] = name }
    for (number, attribute) in change.attributes.enumerated() {
      do throws(ModelIssue) {
        try apply(attribute, at: position, place: "\(place).attributes.\(number)")
      } catch {
        issues.append(error)
      }
    }
    entities[position] = entities[position].changed(key: change.key)
    return issues
  }

  /// Changes an attribute in the entity's table. It may belong to another entity of the hierarchy.
  private mutating func apply(_ change: AttributeChange, at position: Int, place: String) throws(ModelIssue) {
    func attribute(of entity: Entity) -> Int? {
      entity.attributes.firstIndex { $0.column.isSameSQLName(as: change.column) }
    }
    let kin = entities.indices.filter { entities[$0].table.isSameSQLName(as: entities[position].table) }
    guard let owner = ([position] + kin).first(where: { attribute(of: entities[$0]) != nil }),
      let index = attribute(of: entities[owner])
    else {
      throw .file(
        place: "\(place).column",
        message: "the table “\(entities[position].table)” has no column “\(change.column)”")
    }
    var attributes = entities[owner].attributes
    if change.type == .date, change.storage == nil, attributes[index].type != .date {
      throw .file(
        place: place,
        message:
          "a date needs a “storage”: "
          + AttributeStorage.allCases.filter { $0.type == .date }.map(\.rawValue).joined(separator: ", "))
    }
    let changed = change.applied(to: attributes[index])
    guard changed.storage.fits(changed.type) else {
      throw .file(
        place: "\(place).storage",
        message: "the storage “\(changed.storage.rawValue)” cannot hold values of type \(changed.type)")
    }
    if change.isHidden { attributes.remove(at: index) } else { attributes[index] = changed }
    entities[owner] = entities[owner].changed(attributes: attributes)
  }

  // MARK: Relationships

  private mutating func apply(_ change: RelationshipChange, at position: Int, place: String) throws(ModelIssue) {
    guard let old = change.was else { return try add(change, to: position, place: place) }
    guard let index = entities[position].relationships.firstIndex(where: { $0.name.hasSameScalars(as: old) }) else {
      let known = entities[position].relationships.map(\.name).joined(separator: ", ")
      throw .file(
        place: "\(place).was",
        message: "there is no relationship “\(old)” of “\(entities[position].table)”; the relationships are \(known)")
    }
    var relationships = entities[position].relationships
    let relationship = relationships[index]
    let name = change.isHidden ? nil : change.name ?? relationship.name
    if let name {
      relationships[index].name = name
      relationships[index].isOptional = change.isOptional ?? relationship.isOptional
      relationships[index].deleteRule = change.deleteRule ?? relationship.deleteRule
      relationships[index].isTrusted = change.isTrusted ?? relationship.isTrusted
      relationships[index].orderColumn = change.orderColumn ?? relationship.orderColumn
    } else {
      relationships.remove(at: index)
    }
    entities[position] = entities[position].changed(relationships: relationships)
    renameInverse(of: relationship, to: name)
  }

  /// Changes the `inverse` of the relationship at the other end to a new name; nil if this relationship is removed.
  private mutating func renameInverse(of relationship: Relationship, to name: String?) {
    guard let inverse = relationship.inverse, let end = self.position(of: relationship.destination) else { return }
    var relationships = entities[end].relationships
    for index in relationships.indices where relationships[index].name.hasSameScalars(as: inverse) {
      relationships[index].inverse = name
    }
    entities[end] = entities[end].changed(relationships: relationships)
  }

  private mutating func add(_ change: RelationshipChange, to position: Int, place: String) throws(ModelIssue) {
    guard let name = change.name, let wanted = change.destination, let storage = change.storage else { return }
    guard let end = self.position(of: wanted) else {
      throw .file(place: "\(place).destination", message: "there is no entity or table with the name “\(wanted)”")
    }
    // If the other end was added before, it has already made this relationship, so it is not added again.
    if let made = entities[position].relationship(named: name), made.inverse != nil, change.inverse == made.inverse,
      made.storage.isSame(as: storage)
    {
      return
    }
    var cardinality = change.cardinality ?? .toMany
    var back = Relationship.Cardinality.toMany
    if case .foreignKey = storage { cardinality = change.cardinality ?? .toOne }
    if case .foreignKeyOfDestination = storage { back = .toOne }
    entities[position] = entities[position].adding(
      Relationship(
        name: name, destination: entities[end].name, inverse: change.inverse, cardinality: cardinality,
        isOptional: change.isOptional ?? true, deleteRule: change.deleteRule ?? .noAction, storage: storage,
        isTrusted: change.isTrusted ?? false, referencedColumns: change.references, orderColumn: change.orderColumn))
    // The inverse is added only if the file does not add both ends itself, which it may do in any order.
    guard let inverse = change.inverse, entities[end].relationship(named: inverse) == nil else { return }
    entities[end] = entities[end].adding(
      Relationship(
        name: inverse, destination: entities[position].name, inverse: name, cardinality: back,
        deleteRule: .noAction, storage: storage.reversed, referencedColumns: change.references))
  }
}

extension Entity {
  fileprivate func adding(_ relationship: Relationship) -> Entity {
    changed(relationships: relationships + [relationship])
  }
}
