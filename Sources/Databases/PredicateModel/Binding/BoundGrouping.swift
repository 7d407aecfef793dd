import PredicateBinding
import PredicateValues

/// The groups of a fetch: their keys, their aggregates, and the condition on groups.
///
/// A group is an object of an entity that exists only for the fetch. Its properties are the keys and the aggregates. A key that is an object is a
/// to-one relationship, so paths can continue from it. The parts after the grouping are bound to that entity, so the whole language applies to
/// groups.
public struct BoundGrouping: Sendable {
  /// The keys: values of an object. Without keys there is one group of all objects, also for an entity without objects.
  public let keyExpressions: [BoundExpression]
  /// The positions of the keys that are collections (`each tags.name`). An object belongs to the group of each element of the collection, once per group.
  package let eachKeys: Set<Int>
  /// The aggregates of a group.
  public let aggregates: [GroupAggregate]
  /// The groups' entity. It has an attribute or a to-one relationship for each key, then an attribute for each aggregate. ``columnNames`` has the
  /// names of its columns.
  public let entity: Entity
  /// The model with the groups' entity.
  public let model: DataModel
  /// The condition on groups as a predicate; nil for all groups.
  public let predicate: BoundPredicate?

  /// The values of the keys.
  public var keys: [CoreValue] { keyExpressions.map(\.value) }

  /// The core of the condition on groups; nil for all groups.
  public var condition: CoreCondition? { predicate?.condition }

  /// The names of the columns of the groups' entity: those of the keys in order, and after them those of the aggregates.
  public var columnNames: [String] { (0..<(keyExpressions.count + aggregates.count)).map(Self.columnName) }

  /// The type of a key in the groups: for `each tags.name` the type of an element, otherwise the type of the key's value.
  package func keyType(_ position: Int) -> QueryType {
    let type = keyExpressions[position].value.type
    return eachKeys.contains(position) ? type.elementType : type
  }

  static func columnName(_ position: Int) -> String { "c\(position)" }
}

/// A value that is computed from all objects of a group.
public struct GroupAggregate: Sendable {
  /// The functions of aggregates.
  package enum Function: Sendable, Hashable {
    /// The number of objects.
    case count
    /// The number of objects whose value is not nil.
    case countOfValues
    /// The number of distinct values that are not nil.
    case countOfDistinctValues
    /// The sum; 0 without values.
    case sum
    /// The mean of the values that are not nil; nil if there are none.
    case average
    /// The mean with nil as 0; 0 without objects.
    case averageWithNil
    /// The least value.
    case minimum
    /// The greatest value.
    case maximum
    /// Another function of the language over the values, such as the median. Nil if there are no values.
    case statistic(GroupStatistic)
  }

  /// The function of the aggregate.
  package let function: Function
  /// The value of each object; nil for the number of objects.
  public let expression: BoundExpression?

  /// The value in the core; nil for the number of objects.
  public var value: CoreValue? { expression?.value }

  /// The type of the result.
  public var type: QueryType {
    switch function {
    case .count, .countOfValues, .countOfDistinctValues: .integer
    case .sum: CollectionOperator.sum.resultType(of: value?.type ?? .integer)
    case .average, .averageWithNil: .double
    case .minimum, .maximum: value?.type ?? .any
    case .statistic(let statistic): statistic.resultType(of: value?.type ?? .any)
    }
  }

  /// Whether the result can be nil. The sum of infinities of both signs is NaN, and so nil.
  public var isOptional: Bool {
    switch function {
    case .count, .countOfValues, .countOfDistinctValues: false
    case .sum, .averageWithNil: value?.type == .double || value?.type == .any
    case .average, .minimum, .maximum, .statistic: true
    }
  }
}
