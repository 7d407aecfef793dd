import PredicateModel
import PredicateValues

/// A column of what a translated fetch gives.
public struct SQLResultColumn: Sendable {
  /// What its values are.
  public enum Content: Sendable {
    /// The integer key of the object.
    case key
    /// A value as the attribute's column stores it.
    case attribute(Attribute)
    /// The integer key of an object of the named entity.
    case toOne(entity: String)
    /// A number of objects.
    case count
    /// A value that was computed: of the type, in the one form that the type has in SQL.
    case value(QueryType)
  }

  /// The name for people.
  public let name: String
  /// What its values are.
  public let content: Content
}
