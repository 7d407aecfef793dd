/// Chooses the columns and tables of relationships that are declared without them, by classes or by another tool's model.
///
/// A relationship to one object is a foreign key. If both ends are to one object, the foreign key belongs to the required end, otherwise to the end
/// that does not name its inverse, otherwise to the later end. Relationships to many objects at both ends are a join table, named after the earlier
/// end.
package struct RelationshipLayout {
  package struct End {
    package let entity: String
    /// The name of the end in its entity.
    package let name: String
    package let destination: String
    /// Whether the end refers to many objects.
    package let isToMany: Bool
    /// Whether the end must have an object.
    package let isRequired: Bool
    package let namesInverse: Bool
    /// The column of the foreign key, if this end has it.
    package let column: String
    /// The position of the other end; nil if there is none. A relationship may be its own inverse.
    package var inverse: Int?

    package init(
      entity: String, name: String, destination: String, isToMany: Bool, isRequired: Bool, namesInverse: Bool,
      column: String, inverse: Int?
    ) {
      self.entity = entity
      self.name = name
      self.destination = destination
      self.isToMany = isToMany
      self.isRequired = isRequired
      self.namesInverse = namesInverse
      self.column = column
      self.inverse = inverse
    }
  }

  private let ends: [End]

  /// Chooses the columns and tables of a model's relationships.
  package init(_ ends: [End]) { self.ends = ends }

  package func storage(of index: Int) -> RelationshipStorage {
    let end = ends[index]
    let isOtherToMany = end.inverse.map { ends[$0].isToMany } ?? true
    switch (end.isToMany, isOtherToMany) {
    case (false, true): return .foreignKey(end.column)
    case (true, false): return .foreignKeyOfDestination(end.inverse.map { ends[$0].column } ?? end.column)
    case (false, false):
      guard let inverse = end.inverse, !hasKey(index, beside: inverse) else { return .foreignKey(end.column) }
      return .foreignKeyOfDestination(ends[inverse].column)
    case (true, true):
      guard let inverse = end.inverse, inverse < index else { return pairs(of: end) }
      return pairs(of: ends[inverse]).reversed
    }
  }

  /// Whether the foreign key belongs to the first of two to-one ends.
  private func hasKey(_ index: Int, beside other: Int) -> Bool {
    let (end, inverse) = (ends[index], ends[other])
    if end.isRequired != inverse.isRequired { return end.isRequired }
    if end.namesInverse != inverse.namesInverse { return !end.namesInverse }
    return index > other
  }

  private func pairs(of end: End) -> RelationshipStorage {
    let other = end.entity == end.destination ? "other_id" : "\(end.destination.startingLower)_id"
    return .joinTable("\(end.entity)_\(end.name)", from: "\(end.entity.startingLower)_id", to: other)
  }
}

extension String {
  /// The text with a small first letter: `bankDetails` for `BankDetails`.
  fileprivate var startingLower: String { prefix(1).lowercased() + dropFirst() }
}
