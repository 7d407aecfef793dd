import PredicateBinding
import PredicateValues

extension DataModel {
  /// Checks that names are distinct, that relationships have destinations and matching inverses, and that columns can hold the types of their attributes.
  ///
  /// - Throws: the first of ``issues()``.
  public func validate() throws(ModelIssue) {
    if let first = issues().first { throw first }
  }

  /// All errors in the model, in the order of the entities. Only the first error of each member is listed.
  ///
  ///     model.issues().map(\.description)  // ["“Movie.tags” leads to “Tga”, which is not an entity of the model"]
  public func issues() -> [ModelIssue] {
    var found: [ModelIssue] = []
    func check(_ body: () throws(ModelIssue) -> Void) {
      do throws(ModelIssue) { try body() } catch { found.append(error) }
    }
    if let repeated = firstUnusable(of: entityNames) { found.append(.entityName(repeated)) }
    for entity in entities {
      if let repeated = firstUnusable(of: entity.memberNames + entity.fetchedProperties.map(\.name)) {
        found.append(.memberName(entity: entity.name, member: repeated))
      }
      if let message = problem(ofInheriting: entity) {
        found.append(.inheritance(entity: entity.name, message: message))
      }
      // Inherited parts are checked for the entity that declares them.
      let own = entity.declared
      for attribute in own.attributes where !attribute.storage.fits(attribute.type) {
        found.append(.storage(entity: entity.name, attribute: attribute.name))
      }
      for relationship in own.relationships {
        check { () throws(ModelIssue) in try validate(relationship, of: entity) }
      }
      for property in own.fetchedProperties {
        check { () throws(ModelIssue) in try validate(property, of: entity) }
      }
      for attribute in own.attributes {
        check { () throws(ModelIssue) in try validateRules(of: attribute, entity.name) }
      }
      for condition in own.validations {
        check { () throws(ModelIssue) in
          try bind(condition, to: .entity(entity.name, self), entity: entity.name, attribute: nil)
        }
      }
      found += Self.userInfoIssues(of: own)
      for name in own.uniqueness.joined()
      where !entity.attributes.contains(where: { $0.name.hasSameScalars(as: name) }) {
        found.append(.unique(entity: entity.name, name: name))
      }
      for names in own.indexes where names.isEmpty || entity.columns(ofIndex: names) == nil {
        let name = names.first { entity.columns(ofIndex: [$0]) == nil } ?? ""
        found.append(.index(entity: entity.name, name: name))
      }
      for relationship in own.relationships {
        if let maximum = relationship.maximumCount, maximum < relationship.minimumCount {
          found.append(.counts(entity: entity.name, relationship: relationship.name))
        }
        if let message = problem(ofOrderOf: relationship, entity) {
          found.append(.order(entity: entity.name, relationship: relationship.name, message: message))
        }
      }
    }
    return found + templateIssues()
  }

  /// The reason why the order of a relationship cannot be stored; nil if it can, or if there is no order.
  private func problem(ofOrderOf relationship: Relationship, _ entity: Entity) -> String? {
    guard let column = relationship.orderColumn, let destination = destination(of: relationship) else { return nil }
    guard relationship.cardinality == .toMany else { return "it leads to one object" }
    func isTaken(_ columns: [String]) -> Bool { columns.contains { $0.isSameSQLName(as: column) } }
    let other = destination.relationships.first { other in
      guard let name = other.orderColumn, name.isSameSQLName(as: column) else { return false }
      return other.name.hasSameScalars(as: relationship.inverse ?? "")
    }
    switch relationship.storage {
    case .foreignKey: return "the relationship is stored in the table of its own entity"
    case .foreignKeyOfDestination(let columns):
      let keys = destination.relationships.flatMap { other -> [String] in
        if case .foreignKey(let names) = other.storage { names } else { [] }
      }
      if isTaken(columns + keys + destination.key.columns + destination.attributes.map(\.column)) {
        return "“\(destination.table).\(column)” holds something else"
      }
      if let rival = rival(of: relationship, in: destination, column, entity) {
        return "“\(destination.table).\(column)” keeps the order of “\(rival)”"
      }
    case .joinTable(let table):
      if isTaken(table.sourceColumns + table.destinationColumns) {
        return "“\(table.table).\(column)” holds something else"
      }
      let isItself = entity.name.hasSameScalars(as: destination.name)
      if let other, !(isItself && other.name.hasSameScalars(as: relationship.name)) {
        return "“\(table.table).\(column)” keeps the order of “\(destination.name).\(other.name)”"
      }
    }
    return nil
  }

  /// Another relationship with the same order column in the same table; nil if there is none.
  private func rival(
    of relationship: Relationship, in destination: Entity, _ column: String, _ entity: Entity
  ) -> String? {
    for owner in entities {
      for other in owner.declared.relationships {
        guard let name = other.orderColumn, name.isSameSQLName(as: column),
          case .foreignKeyOfDestination = other.storage,
          self.destination(of: other)?.table.isSameSQLName(as: destination.table) == true,
          !(owner.name.hasSameScalars(as: entity.name) && other.name.hasSameScalars(as: relationship.name))
        else { continue }
        return "\(owner.name).\(other.name)"
      }
    }
    return nil
  }

  /// Checks the default value and the conditions of an attribute.
  private func validateRules(of attribute: Attribute, _ entity: String) throws(ModelIssue) {
    if let value = attribute.defaultValue, value.isNull || attribute.accepting(value) == nil {
      throw .defaultValue(entity: entity, attribute: attribute.name)
    }
    for condition in attribute.validations {
      try bind(condition, to: .value(attribute.type), entity: entity, attribute: attribute.name)
    }
  }

  private func bind(
    _ condition: QueryPredicate, to root: RootType, entity: String, attribute: String?
  ) throws(ModelIssue) {
    do throws(PredicateIssue) {
      _ = try Binder.bind(condition, to: root)
    } catch {
      throw .validation(
        entity: entity, attribute: attribute, condition: condition.canonicalFormat, message: error.message)
    }
  }

  private func validate(_ relationship: Relationship, of entity: Entity) throws(ModelIssue) {
    guard let destination = destination(of: relationship) else {
      throw .destination(
        entity: entity.name, relationship: relationship.name, destination: relationship.destination)
    }
    let referenced = relationship.referencedColumns
    let isStorable =
      switch relationship.storage {
      case .foreignKey(let columns):
        relationship.cardinality == .toOne && !columns.isEmpty
          && columns.count == (referenced ?? destination.key.columns).count
      case .foreignKeyOfDestination(let columns):
        !columns.isEmpty && columns.count == (referenced ?? entity.key.columns).count
      case .joinTable(let table):
        relationship.cardinality == .toMany && referenced == nil
          && table.sourceColumns.count == entity.key.columns.count
          && table.destinationColumns.count == destination.key.columns.count
      }
    guard referenced != nil || !entity.key.columns.isEmpty || !relationship.storage.needsSourceKey,
      referenced != nil || !destination.key.columns.isEmpty || !relationship.storage.needsDestinationKey
    else { throw .missingKey(entity: entity.name, relationship: relationship.name) }
    guard isStorable else { throw .columns(entity: entity.name, relationship: relationship.name) }
    guard let name = relationship.inverse else { return }
    guard let inverse = destination.relationship(named: name), leads(inverse, backTo: relationship, of: entity) else {
      throw .inverse(entity: entity.name, relationship: relationship.name, inverse: name)
    }
  }

  /// Whether a relationship is the inverse of another one. A symmetric relationship is its own inverse: the join table has each pair in both directions.
  private func leads(_ inverse: Relationship, backTo relationship: Relationship, of entity: Entity) -> Bool {
    guard inverse.destination.hasSameScalars(as: entity.name),
      inverse.inverse?.hasSameScalars(as: relationship.name) == true
    else { return false }
    let isSymmetric =
      inverse.name.hasSameScalars(as: relationship.name) && entity.name.hasSameScalars(as: relationship.destination)
    if isSymmetric, case .joinTable = relationship.storage { return true }
    let referenced = (inverse.referencedColumns ?? [], relationship.referencedColumns ?? [])
    return inverse.storage.isSame(as: relationship.storage.reversed) && referenced.0.haveSameScalars(as: referenced.1)
  }

  /// The first name that is empty or a duplicate.
  private func firstUnusable(of names: [String]) -> String? {
    var seen: Set<[UInt8]> = [[]]
    return names.first { !seen.insert(Array($0.utf8)).inserted }
  }
}

extension RelationshipStorage {
  fileprivate var needsSourceKey: Bool {
    if case .foreignKey = self { false } else { true }
  }

  fileprivate var needsDestinationKey: Bool {
    if case .foreignKeyOfDestination = self { false } else { true }
  }
}

/// Rules for hierarchies of entities.
extension DataModel {
  /// The reason why an entity cannot inherit; nil if it can, or if it has no parent.
  func problem(ofInheriting entity: Entity) -> String? {
    guard let name = entity.parent else {
      guard let hierarchy = entity.hierarchy, entity.key.integerColumn == nil || entity.isReadOnly else { return nil }
      let kinds = hierarchy.kinds.dropFirst().joined(separator: ", ")
      return
        "the table “\(entity.table)” would also store the objects of \(kinds), so it must have a single integer as its primary key"
    }
    guard let parent = self.entity(named: name), parent.name.hasSameScalars(as: name) else {
      return "its parent “\(name)” is not an entity of the model"
    }
    guard let hierarchy = entity.hierarchy else { return "its parents lead back to itself" }
    let own = entity.declared
    for (column, use) in uses(of: own) {
      if hierarchy.column.isSameSQLName(as: column)
        || entity.key.columns.contains(where: { $0.isSameSQLName(as: column) })
      {
        return "its column “\(column)” already stores the entity of each row of “\(entity.table)”"
      }
      // Unrelated entities of a hierarchy may share a column if both use it in the same way.
      for other in entities where other.hierarchy?.root.hasSameScalars(as: hierarchy.root) == true {
        if other.name.hasSameScalars(as: entity.name) { continue }
        for (theirs, otherUse) in uses(of: other.declared) where theirs.isSameSQLName(as: column) {
          if use == otherUse, !other.includes(entity.name), !entity.includes(other.name) { continue }
          return "its column “\(column)” already stores another property of “\(other.name)”"
        }
      }
    }
    return nil
  }

  /// The columns that an entity adds to its table, each with a text for its use. The texts of equal uses are equal.
  private func uses(of entity: Entity) -> [(column: String, use: String)] {
    entity.attributes.map { ($0.column, "\($0.type.modelWord) \($0.storage.rawValue)") }
      + entity.relationships.compactMap { relationship in
        guard case .foreignKey(let columns) = relationship.storage, let column = columns.first else { return nil }
        return (column, "key of \(relationship.destination)")
      }
  }
}
