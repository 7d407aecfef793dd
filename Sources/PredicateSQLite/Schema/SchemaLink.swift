import PredicateModel

/// A foreign key that is a relationship.
struct SchemaLink {
  /// The entity whose table holds the key, by its position.
  let source: Int
  /// The entity that it leads to.
  let destination: Int
  /// The columns that hold the key, in the order of what they refer to.
  let columns: [String]
  /// What they refer to, where that is not the destination's key.
  let referenced: [String]?
  let onDelete: String
  let isGuess: Bool
  /// Whether at most one row has a key, so that the other way leads to one object too.
  let isUnique: Bool
  /// What the relationship is called once it has a name.
  var name = ""

  /// What the other end does when its row is deleted.
  var deleteRule: DeleteRule {
    switch onDelete.uppercased() {
    case "CASCADE": .cascade
    case "SET NULL", "SET DEFAULT": .nullify
    default: isGuess ? .noAction : .deny
    }
  }
}
