import PredicateModel

extension DataModel {
  /// The model that classes declare: an entity a class, with the properties as attributes, relationships and fetched properties.
  ///
  ///     final class Customer: StoredObject {
  ///       @Stored(isUnique: true) var name: String
  ///       @ToMany(inverse: \.customer, deleteRule: .cascade) var products: [Product]
  ///     }
  ///     final class Product: StoredObject {
  ///       @Stored var code: String
  ///       @ToOne(isRequired: true) var customer: Customer?
  ///     }
  ///     let model = try DataModel(classes: [Customer.self, Product.self])
  ///
  /// Tables are named after the classes and columns after the properties. A relationship to one object is a column `customer_id`; of two ends
  /// to one object the required one has it, else the one that does not name its inverse. A relationship to many objects at both ends is a
  /// table of pairs.
  ///
  /// - Parameters:
  ///   - types: The classes.
  ///   - fetchTemplates: Fetches under names: see ``FetchTemplate/init(_:_:_:sortedBy:limit:)``.
  /// - Throws: ``StoreIssue``: `unknown-entity` for a class that is not in the list, `class-mismatch` for an inverse that is none; a
  ///   `PredicateIssue` for a condition that cannot be read, a `ModelIssue` for one that cannot be asked.
  public init(classes types: [StoredObject.Type], fetchTemplates: [FetchTemplate] = []) throws {
    self = try ClassModel(types).model(fetchTemplates)
    try validate()
  }
}
