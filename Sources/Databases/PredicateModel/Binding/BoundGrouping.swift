import PredicateBinding
import PredicateValues

/// The groups of a fetch: what their objects have in common, what is computed of each, and which are wanted.
///
/// A group is an object of an entity that exists for the fetch alone: its properties are the keys (an object among them as a to-one
/// relationship, so that paths go on from it) and the aggregates. Everything behind the grouping is bound to that entity, so that all of
/// the language can be said of groups.
public struct BoundGrouping: Sendable {
  /// What the objects of a group have in common: values of an object. None: all objects are one group, even where there are none.
  public let keyExpressions: [BoundExpression]
  /// The keys that are collections, by their positions (`each tags.name`): an object is in the group of each of its elements, once.
  package let eachKeys: Set<Int>
  /// What is computed of a group.
  public let aggregates: [GroupAggregate]
  /// The groups' entity: an attribute, or a to-one relationship, for each key and then for each aggregate. The columns are called
  /// ``columnNames``.
  public let entity: Entity
  /// The model with the groups' entity in it.
  public let model: DataModel
  /// What must be true of a group; nil for all groups.
  public let predicate: BoundPredicate?

  /// The keys' values alone.
  public var keys: [CoreValue] { keyExpressions.map(\.value) }

  /// The condition alone; nil for all groups.
  public var condition: CoreCondition? { predicate?.condition }

  /// What the columns of the groups' entity are called, in the order of keys and aggregates.
  public var columnNames: [String] { (0..<(keyExpressions.count + aggregates.count)).map(Self.columnName) }

  /// What the groups have in common by a key: a value, or an element.
  package func keyType(_ position: Int) -> QueryType {
    let type = keyExpressions[position].value.type
    return eachKeys.contains(position) ? type.elementType : type
  }

  static func columnName(_ position: Int) -> String { "c\(position)" }
}

/// Something that is computed of all objects of a group.
public struct GroupAggregate: Sendable {
  /// What is computed.
  package enum Function: Sendable, Hashable {
    /// The number of objects.
    case count
    /// The number of objects that have the value.
    case countOfValues
    /// How many different values there are, nil left out.
    case countOfDistinctValues
    /// The sum, 0 of none.
    case sum
    /// The mean of the values that are there, nil of none.
    case average
    /// The mean with nil as 0, 0 of none.
    case averageWithNil
    /// The least.
    case minimum
    /// The greatest.
    case maximum
    /// Something else that the language's functions compute of collections: nil of none.
    case statistic(GroupStatistic)
  }

  /// What is computed.
  package let function: Function
  /// Of which value of each object; nil for the number of objects.
  public let expression: BoundExpression?

  /// The value alone; nil for the number of objects.
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

  /// Whether the result can be nil. Infinities of both signs have no sum.
  public var isOptional: Bool {
    switch function {
    case .count, .countOfValues, .countOfDistinctValues: false
    case .sum, .averageWithNil: value?.type == .double || value?.type == .any
    case .average, .minimum, .maximum, .statistic: true
    }
  }
}
