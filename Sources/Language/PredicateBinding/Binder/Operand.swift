import PredicateValues

/// A bound expression: a value, an object, or many of them.
indirect enum Operand {
  /// One value, which may be nil.
  case value(CoreValue)
  /// One object, which may be missing.
  case row(CoreRow, entity: String)
  /// Many values or objects.
  case many(CoreRange, Element)

  /// The value or the object for an element of a range.
  indirect enum Element {
    case value(CoreValue)
    case row(CoreRow, entity: String)

    var operand: Operand {
      switch self {
      case .value(let value): .value(value)
      case .row(let row, let entity): .row(row, entity: entity)
      }
    }

    /// The element as a value. The value of an object is its identity.
    func value(range: SourceRange) -> CoreValue {
      switch self {
      case .value(let value): value
      case .row(let row, let entity):
        CoreValue(.object(row), type: .object(entity), isOptional: row.isOptional, range: range)
      }
    }
  }

  /// The operand as one value. The value of an object is its identity. Many values give an array, or the stored collection if they are exactly its
  /// elements.
  func value(range: SourceRange) -> CoreValue {
    switch self {
    case .value(let value):
      return value
    case .row(let row, let entity):
      return Element.row(row, entity: entity).value(range: range)
    case .many(let many, let element):
      if let storedCollection { return storedCollection }
      let each = element.value(range: range)
      return CoreValue(
        .collect(many, each), type: .collection(each.type), isOptional: many.isOptional, range: range)
    }
  }

  /// The stored collection, if the operand consists of exactly its elements: an array in its order, or a set. Nil for every other range, whose
  /// elements may be in any order.
  var storedCollection: CoreValue? {
    guard case .many(let range, .value(let each)) = self, range.steps.count == 1,
      case .always(true) = range.filter.node,
      case .elements(let collection) = range.steps[0].source, case .element(range.steps[0].variable) = each.node,
      case .attribute = collection.node
    else { return nil }
    return collection
  }

  /// The operand for all elements of an outer range, if it was resolved for one of its elements. A range inside a range is flattened.
  func nested(in outer: CoreRange) -> Operand {
    switch self {
    case .value(let value): .many(outer, .value(value))
    case .row(let row, let entity): .many(outer, .row(row, entity: entity))
    case .many(let inner, let each): .many(outer.followed(by: inner), each)
    }
  }

  var isNull: Bool {
    if case .value(let value) = self { value.isNull } else { false }
  }
}

/// The facts about a comparison in the tree that binding needs: operator, options and source ranges.
struct ComparisonSides {
  let `operator`: ComparisonOperator
  let options: StringOptions
  let range: SourceRange
  let operatorRange: SourceRange
  let leftRange: SourceRange
  let rightRange: SourceRange
  private let leftIsVariable: Bool
  private let rightIsVariable: Bool

  init(comparison: QueryComparison, range: SourceRange) {
    self.operator = comparison.operator
    options = comparison.options
    self.range = range
    operatorRange = comparison.operatorRange
    leftRange = comparison.left.range
    rightRange = comparison.right.range
    leftIsVariable = Self.isVariable(comparison.left)
    rightIsVariable = Self.isVariable(comparison.right)
  }

  /// Whether a side is a variable. An issue about the family of this side is then about the variable's value.
  var hasVariable: Bool { leftIsVariable || rightIsVariable }

  /// Whether the side with a source range is a variable.
  func isVariable(_ place: SourceRange) -> Bool {
    (leftIsVariable && place == leftRange) || (rightIsVariable && place == rightRange)
  }

  private static func isVariable(_ expression: QueryExpression) -> Bool {
    if case .variable = expression.node { true } else { false }
  }
}

/// The members and types of the key of an entity's objects, for issues about `Friend[3]`.
package struct KeyForm {
  package struct Part {
    package let member: Member
    package let type: QueryType
  }

  package let entity: String
  package let members: [Part]

  /// Nil if the objects have no key, or if a member of the key is not an attribute in the type source.
  package init?(of entity: String, in source: any TypeSource) {
    self.entity = entity
    let names = source.keyNames(of: entity)
    members = names.compactMap { name in
      guard let member = source.member(named: name, of: entity), case .attribute(let type) = member.kind else {
        return nil
      }
      return Part(member: member, type: type)
    }
    if names.isEmpty || members.count < names.count { return nil }
  }

  /// An example of an object by its key: `OrderLine[3, 7]`.
  package var text: String {
    let values = members.enumerated().map { place, part in
      let number = 3 + 4 * place
      return switch part.type {
      case .string, .url: "\"text\""
      case .double, .decimal: "\(number).5"
      case .date: "\"2024-01-31\""
      case .uuid: "\"8319E5AC-1B2E-4F11-9BBC-EA1B0B7E5D39\""
      case .integer, .any: "\(number)"
      default: "$\(part.member.name)"
      }
    }
    return ObjectReference.label(entity, values)
  }
}
