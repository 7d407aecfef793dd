import PredicateBinding
import PredicateValues

/// Where values lie.
extension BatchCompiler {
  /// The way to a row, and what the row is; nil where some step is not stored.
  func path(of row: CoreRow) -> (RowPath, ObjectShape)? {
    switch row {
    case .variable(let variable):
      guard case .object(let shape)? = variables[variable] else { return nil }
      return (RowPath(variable: variable), shape)
    case .toOne(let base, let member, _):
      guard var (path, shape) = path(of: base), let property = shape.property(named: member.name),
        case .stored(let offset) = property.access, case .toOne(let target) = property.reader.kind
      else { return nil }
      if target is AnyClass {
        let isOptional = (property.type as? any OptionalReference.Type)?.wraps(target) ?? false
        guard property.type is AnyClass || isOptional else { return nil }
        path.steps.append(.reference(path.offset + offset))
        path.offset = 0
      } else if ObjectIdentifier(property.type) == ObjectIdentifier(target) {
        path.offset += offset
      } else {
        // An optional struct; more layers of optionals are left to the plain evaluator.
        guard let optional = property.type as? any OptionalReference.Type, optional.wraps(target) else { return nil }
        path.steps.append(.optional(path.offset + offset, isNil: RowPath.nilTest(of: target)))
        path.offset = 0
      }
      shape = ShapeRegistry.shape(of: target)
      return (path, shape)
    }
  }

  /// Where a value lies; nil for one that is made.
  func place(of value: CoreValue) -> ValuePlace? {
    switch value.node {
    case .attribute(let row, let member):
      guard let (path, shape) = path(of: row), let property = shape.property(named: member.name),
        case .stored(let offset) = property.access
      else { return nil }
      return ValuePlace(path: path, offset: path.offset + offset, type: property.type, reader: property.reader)
    case .element(let variable):
      guard case .value(let type, let reader)? = variables[variable] else { return nil }
      return ValuePlace(path: RowPath(variable: variable), offset: 0, type: type, reader: reader)
    default:
      return nil
    }
  }

  /// Where a string lies.
  func textPlace(_ value: CoreValue) -> ValuePlace? {
    guard StringMemory.isTrusted, let place = place(of: value), place.type == String.self || place.type == String?.self
    else { return nil }
    return place
  }

  /// Where the array of a range's step lies: the way to the row that has it, the array, and the type of its elements.
  func arrayPlace(_ step: CoreRange.Step) -> (RowPath, ElementPath, any Any.Type)? {
    guard ArrayMemory.isTrusted else { return nil }
    let found: (RowPath, Int, any Any.Type)?
    switch step.source {
    case .relationship(let row, let member, _):
      guard let (path, shape) = path(of: row), let property = shape.property(named: member.name),
        case .stored(let offset) = property.access
      else { return nil }
      found = (path, path.offset + offset, property.type)
    case .elements(let value):
      found = place(of: value).map { ($0.path, $0.offset, $0.type) }
    }
    guard let (path, offset, type) = found, let array = type as? any ArrayInPlace.Type else { return nil }
    #if canImport(ObjectiveC)
      // Such arrays may be bridged, and then have no storage of this form.
      if array.elementType is AnyClass { return nil }
    #endif
    let firstOffset = ArrayMemory.firstOffset(of: array.elementType)
    return (
      path, ElementPath(offset: offset, firstOffset: firstOffset, stride: array.elementStride), array.elementType
    )
  }
}

/// An optional, as the way to a row meets it.
protocol OptionalReference {
  /// Whether this is the optional of a type, and not an optional of an optional.
  static func wraps(_ type: any Any.Type) -> Bool
}

extension Optional: OptionalReference {
  static func wraps(_ type: any Any.Type) -> Bool { ObjectIdentifier(Wrapped.self) == ObjectIdentifier(type) }
}
