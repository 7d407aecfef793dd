import PredicateValues

/// Many objects or values: the elements of one or more nested steps, flattened, and filtered by a condition.
///
/// A range is nil, not empty, if its first step starts at a missing row. Its count is then nil.
public struct CoreRange: Sendable {
  /// One step. For each element of the steps before it, it gives the elements of a to-many member or of a collection.
  public struct Step: Sendable {
    /// The origin of the step's elements.
    public enum Source: Sendable {
      /// The objects of a to-many member.
      case relationship(CoreRow, Member, entity: String)
      /// The elements of a collection value: `[String]`, `{1, 2}`, a dynamic value.
      case elements(CoreValue)
      /// All objects of an entity, independent of the evaluated row: `Order` in `Order.@count`.
      case all(entity: String)
    }

    /// The number of the variable that is the element in later steps and conditions.
    public let variable: Int
    /// The origin of the elements.
    public let source: Source

    /// Whether the elements are objects of a relationship or an entity.
    var isOfRows: Bool {
      switch source {
      case .relationship, .all: true
      case .elements: false
      }
    }

    /// A step that binds a variable to elements.
    public init(variable: Int, source: Source) {
      self.variable = variable
      self.source = source
    }
  }

  /// At least one step.
  public let steps: [Step]
  /// The condition on the elements.
  public let filter: CoreCondition
  /// Facts about visiting the elements that are known before the range is visited.
  package let facts: CoreFacts

  /// A range of the elements that meet a condition.
  public init(steps: [Step], filter: CoreCondition = .always(true)) {
    self.steps = steps
    self.filter = filter
    var facts = filter.facts
    for step in steps.reversed() {
      facts = facts.binding(step.variable)
      switch step.source {
      case .relationship(let row, _, _): facts = facts.union(.reading(row.variable))
      case .elements(let value): facts = facts.union(value.facts).adding(value.elementFailures)
      case .all: break
      }
    }
    self.facts = facts
  }

  /// Whether the range itself may be nil.
  public var isOptional: Bool {
    switch steps.first?.source {
    case .relationship(let row, let member, _): member.isOptional || row.isOptional
    case .elements(let value): value.isOptional
    case .all, nil: false
    }
  }

  /// The range with a further condition.
  public func filtered(by condition: CoreCondition) -> CoreRange {
    CoreRange(steps: steps, filter: .and([filter, condition], range: condition.range))
  }

  /// The elements of another range for each element of this range. The other range must start at an element of this one.
  public func followed(by inner: CoreRange) -> CoreRange {
    CoreRange(steps: steps + inner.steps, filter: .and([filter, inner.filter], range: filter.range))
  }
}
