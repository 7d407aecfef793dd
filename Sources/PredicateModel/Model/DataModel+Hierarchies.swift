import PredicateSyntax

/// What hierarchies of entities need.
extension DataModel {
  /// Why an entity cannot inherit; nil where it can, or has no parent.
  func problem(ofInheriting entity: Entity) -> String? {
    guard let name = entity.parent else {
      guard let hierarchy = entity.hierarchy, entity.key.integerColumn == nil || entity.isReadOnly else { return nil }
      let kinds = hierarchy.kinds.dropFirst().joined(separator: ", ")
      return
        "“\(entity.table)” would hold the objects of \(kinds) as well, and has no single integer as its primary key"
    }
    guard let parent = self.entity(named: name), parent.name.hasSameScalars(as: name) else {
      return "its parent “\(name)” is no entity of the model"
    }
    guard let hierarchy = entity.hierarchy else { return "its parents lead back to itself" }
    let own = entity.declared
    for (column, use) in uses(of: own) {
      if hierarchy.column.isSameSQLName(as: column)
        || entity.key.columns.contains(where: { $0.isSameSQLName(as: column) })
      {
        return "its column “\(column)” holds what tells the rows of “\(entity.table)” apart"
      }
      // Entities of which none inherits from the other may share a column that means the same for both.
      for other in entities where other.hierarchy?.root.hasSameScalars(as: hierarchy.root) == true {
        if other.name.hasSameScalars(as: entity.name) { continue }
        for (theirs, otherUse) in uses(of: other.declared) where theirs.isSameSQLName(as: column) {
          if use == otherUse, !other.includes(entity.name), !entity.includes(other.name) { continue }
          return "its column “\(column)” holds something else of “\(other.name)”"
        }
      }
    }
    return nil
  }

  /// The columns that an entity adds to its table, each with what it holds, in words that are equal where that is the same.
  private func uses(of entity: Entity) -> [(column: String, use: String)] {
    entity.attributes.map { ($0.column, "\($0.type.modelWord) \($0.storage.rawValue)") }
      + entity.relationships.compactMap { relationship in
        guard case .foreignKey(let columns) = relationship.storage, let column = columns.first else { return nil }
        return (column, "key of \(relationship.destination)")
      }
  }
}
