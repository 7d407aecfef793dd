import PredicateBinding
import PredicateModel
import PredicateStatements
import PredicateStore
import PredicateValues

/// A member that gets a value, and how the value is found for an object.
struct ChangeTarget {
  /// The value, bound.
  indirect enum Source {
    /// The same value for all objects.
    case value(QueryValue)
    /// What an expression yields for the object.
    case computed(BoundExpression)
    /// The same objects for all objects.
    case objects([StoredObject])
    /// The objects of several sources.
    case all([Source])
    /// Objects of two sources: `tags UNION {Tag[3]}`, `tags MINUS {Tag[3]}`, `tags INTERSECT {Tag[3]}`.
    case union(Source, Source)
    case minus(Source, Source)
    case intersection(Source, Source)
  }

  /// What a source yields for an object.
  enum Result {
    case value(QueryValue)
    case objects([StoredObject])
  }

  let assignment: ChangeAssignment
  let member: EntityMember
  let source: Source
}
