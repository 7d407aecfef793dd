import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// A fetch in SQL.
public struct SQLTranslation: Sendable {
  /// What the database runs.
  public let statement: SQLStatement
  /// What its columns are.
  public let columns: [SQLResultColumn]
  /// What is worth knowing about how the predicate was read.
  public let notes: [PredicateIssue]
  /// What memory does with the rows; nil where they are the fetch's own.
  package let remainder: FetchRemainder?
}

/// What of a fetch may be left to memory.
package enum MemoryShare: Sendable {
  case nothing
  /// Columns of objects.
  case columns
  /// Conditions, columns, groups, order and bounds.
  case all
}

/// What memory does with the objects that a statement gives in place of a fetch's rows.
package struct FetchRemainder: Sendable {
  /// A fetch of the objects that the statement gives. Memory may be given fewer: those that meet the whole condition.
  package let objects: BoundFetch
  /// A fetch over those objects that gives the rows: the condition, columns, groups, order and bounds that the statement leaves.
  package let rest: BoundFetch
  /// The first form that the database lacks, with its place.
  package let reason: PredicateIssue

  /// Whether the rows come one by one in the order of the objects. Otherwise all objects that are left have to come before the first row.
  package var isStream: Bool {
    rest.grouping == nil && !rest.isDistinct && rest.order.isEmpty && rest.firstOfEach == nil && rest.windows.isEmpty
  }
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
