import PredicateBinding
import PredicateValues

/// Where values lie.
extension BatchCompiler {
  /// The way to a row, and what the row is; nil where some step is unknown here.
  func path(of row: CoreRow) -> (RowPath, ObjectShape)? {
    switch row {
    case .variable(let variable):
      guard case .object(let shape)? = variables[variable] else { return nil }
      return (RowPath(variable: variable), shape)
    case .toOne(let base, let member, _):
      guard let (path, property) = property(member.name, of: base), case .toOne(let target) = property.reader.kind,
        let way = continued(path, over: property.type, to: target)
      else { return nil }
      return (way, ShapeRegistry.shape(of: target))
    }
  }

  /// A property, and the way to where its value lies, which is the path's offset from its last step.
  private func property(_ name: String, of row: CoreRow) -> (RowPath, ObjectShape.Property)? {
    guard let (base, shape) = path(of: row), let property = shape.property(named: name) else { return nil }
    var path = base
    switch property.access {
    case .stored(let offset):
      path.offset += offset
    case .computed(let gather):
      path.steps.append(.computed(path.offset, gather))
      path.offset = 0
    }
    return (path, property)
  }

  /// From where a value of a type lies to the object that it is, or refers to.
  private func continued(_ path: RowPath, over type: any Any.Type, to target: any Any.Type) -> RowPath? {
    var path = path
    let isOptional = (type as? any OptionalReference.Type)?.wraps(target) ?? false
    if target is AnyClass {
      guard type is AnyClass || isOptional else { return nil }
      path.steps.append(.reference(path.offset))
      path.offset = 0
    } else if isOptional {
      path.steps.append(.optional(path.offset, isNil: RowPath.nilTest(of: target)))
      path.offset = 0
    } else if ObjectIdentifier(type) != ObjectIdentifier(target) {
      // An optional of an optional.
      return nil
    }
    return path
  }

  /// Where a value lies; nil for one that is made.
  func place(of value: CoreValue) -> ValuePlace? {
    switch value.node {
    case .attribute(let row, let member):
      guard let (path, property) = property(member.name, of: row) else { return nil }
      return ValuePlace(path: path, offset: path.offset, type: property.type, reader: property.reader)
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
      found = property(member.name, of: row).map { ($0, $0.offset, $1.type) }
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
      path,
      ElementPath(
        offset: offset, firstOffset: firstOffset, stride: array.elementStride,
        isOptional: type is any OptionalReference.Type), array.elementType
    )
  }
}

/// An optional, as the way to a row meets it.
protocol OptionalReference {
  /// Whether this is the optional of a type, and not an optional of an optional.
  static func wraps(_ type: any Any.Type) -> Bool

  /// Whether this is the optional of a class.
  static var isOfClass: Bool { get }
}

extension Optional: OptionalReference {
  static func wraps(_ type: any Any.Type) -> Bool { ObjectIdentifier(Wrapped.self) == ObjectIdentifier(type) }

  static var isOfClass: Bool { Wrapped.self is AnyClass }
}
