import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// The SQL statement of a fetch, and the meaning of its columns.
public struct SQLTranslation: Sendable {
  /// The statement for the database.
  public let statement: SQLStatement
  /// The names and contents of the statement's columns.
  public let columns: [SQLResultColumn]
  /// Notes about how the predicate was read.
  public let notes: [PredicateIssue]
  /// The part of the fetch that memory runs; nil if the statement returns the fetch's own rows.
  package let remainder: FetchRemainder?
}

extension SQLTranslation: CustomStringConvertible {
  /// The text of the statement.
  public var description: String { statement.text }
}

/// The parts of a fetch that may be left to memory.
package enum MemoryShare: Sendable {
  case nothing
  /// Columns of objects.
  case columns
  /// Conditions, columns, groups, order, limit and offset.
  case all
}

/// The part of a fetch that memory runs over the objects that a statement returns.
package struct FetchRemainder: Sendable {
  /// A fetch of the objects that the statement returns, with the members that ``rest`` reads. The caller may pass only those objects to memory that
  /// meet the whole condition.
  package let objects: BoundFetch
  /// A fetch over those objects that returns the rows. It has everything that the statement does not do: the condition, columns, groups, order, limit
  /// and offset.
  package let rest: BoundFetch
  /// The first part of the fetch that the database has no SQL for, as an issue with its place.
  package let reason: PredicateIssue

  /// Whether each row can be returned as soon as its object arrives. Otherwise all objects must arrive before the first row.
  package var isStream: Bool {
    rest.grouping == nil && !rest.isDistinct && rest.order.isEmpty && rest.firstOfEach == nil && rest.windows.isEmpty
  }
}

/// A column of a translated fetch's result.
public struct SQLResultColumn: Sendable {
  /// The content of a column.
  public enum Content: Sendable {
    /// The integer key of the object.
    case key
    /// A value as the attribute's column stores it.
    case attribute(Attribute)
    /// The integer key of an object of the named entity.
    case toOne(entity: String)
    /// A number of objects.
    case count
    /// A computed value of this type, in the representation that the type has in SQL.
    case value(QueryType)
  }

  /// The name for people.
  public let name: String
  /// The kind of content.
  public let content: Content

  /// A column whose rows do not come from a statement.
  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}

/// The columns that the statement of a fetch selects: `try database.statement(for: fetch, form: .keys)`.
public enum SQLFetchForm: Sendable, Hashable {
  /// The objects' integer keys. Not for groups.
  case keys
  /// The fetch's columns. If it has none, the objects' keys, attributes and to-one relationships.
  case rows
  /// All columns of the objects' table, unchanged. Not for groups.
  case table
  /// The number of rows.
  case count
}
