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
