import PredicateModel
import PredicateValues

/// A fetch in SQL.
public struct SQLTranslation: Sendable {
  /// What SQLite runs.
  public let statement: SQLStatement
  /// What its columns are.
  public let columns: [SQLResultColumn]
  /// What is worth knowing about how the predicate was read.
  public let notes: [PredicateIssue]
}

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

  /// A column of rows that no statement gives.
  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}

/// What a fetch gives of the objects that it finds.
public enum SQLFetchForm: Sendable, Hashable {
  /// Their integer keys. Groups have none.
  case keys
  /// The fetch's columns; where it names none, the objects' keys, attributes and to-one relationships.
  case rows
  /// All columns of the objects' table, as the table has them. Groups have none.
  case table
  /// How many rows there are.
  case count
}
