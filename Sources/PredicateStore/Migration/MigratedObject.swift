import PredicateValues

/// An object while a file's model changes: what it held, and what it will hold.
public struct MigratedObject {
  /// The entity in the new model.
  public let entity: String
  /// The key of its row, which stays.
  public let key: Int64
  /// What its attributes held, by their former names.
  public let former: [String: QueryValue]
  /// What its attributes will hold, by their new names.
  private(set) var values: [String: QueryValue]

  init(entity: String, key: Int64, former: [String: QueryValue], values: [String: QueryValue]) {
    self.entity = entity
    self.key = key
    self.former = former
    self.values = values
  }

  /// The value of an attribute of the new model; `.null` where it has none.
  public subscript(name: String) -> QueryValue {
    get { values[name] ?? .null }
    set { values[name] = newValue }
  }
}
