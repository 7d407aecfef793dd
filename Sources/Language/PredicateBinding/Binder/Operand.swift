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
