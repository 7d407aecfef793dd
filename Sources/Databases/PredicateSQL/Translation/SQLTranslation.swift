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
  /// Memory's part of the work; nil if the rows are the fetch's own.
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
  /// Conditions, columns, groups, order and bounds.
  case all
}

/// Memory's work on the objects that a statement returns in place of a fetch's rows.
package struct FetchRemainder: Sendable {
  /// A fetch of the objects that the statement returns, with the members that ``rest`` reads. Memory may be given fewer: those that meet the whole
  /// condition.
  package let objects: BoundFetch
  /// A fetch over those objects that returns the rows: the condition, columns, groups, order and bounds that the statement leaves.
  package let rest: BoundFetch
  /// The first form that the database lacks, with its place.
  package let reason: PredicateIssue

  /// Whether the rows come one by one in the order of the objects. Otherwise all objects have to come before the first row.
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
    /// A value that was computed: of the type, in the one form that the type has in SQL.
    case value(QueryType)
  }

  /// The name for people.
  public let name: String
  /// The content of the values.
  public let content: Content

  /// A column of rows that do not come from a statement.
  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}

/// The columns that the statement of a fetch selects: `try database.statement(for: fetch, form: .keys)`.
public enum SQLFetchForm: Sendable, Hashable {
  /// Their integer keys. Groups have none.
  case keys
  /// The fetch's columns. If it has none, the objects' keys, attributes and to-one relationships.
  case rows
  /// All columns of the objects' table, as the table has them. Groups have none.
  case table
  /// The number of rows.
  case count
}
