import PredicateModel
import PredicateValues

/// An attribute whose column is declared as texts or whole numbers, and whose values look like dates or booleans.
///
/// ```swift
/// for each in database.suggestions { database = try database.retyped(each.attribute, of: each.entity, to: each.type) }
/// ```
public struct TypeSuggestion: Sendable, Hashable {
  /// The entity's name.
  public let entity: String
  /// The attribute's name.
  public let attribute: String
  /// The type of the column's declaration.
  public let declared: QueryType
  /// The type that the values suggest.
  public let type: QueryType
}

/// What the values of a column look like, before its entity has a name.
struct ColumnSuggestion {
  let table: String
  let column: String
  let declared: QueryType
  let type: QueryType

  /// The suggestion by the names of a model; nil where its attribute has another type already, or is left out.
  func named(in model: DataModel) -> TypeSuggestion? {
    guard let entity = model.entities.first(where: { $0.table.isSameSQLName(as: table) }),
      let attribute = entity.attributes.first(where: { $0.column.isSameSQLName(as: column) }),
      attribute.type == declared
    else { return nil }
    return TypeSuggestion(entity: entity.name, attribute: attribute.name, declared: declared, type: type)
  }
}
