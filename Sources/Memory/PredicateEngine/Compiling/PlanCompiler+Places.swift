import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

extension PlanCompiler {
  /// The path to a row, and the shape of its object; nil if a step is unknown here.
  func path(of row: CoreRow) -> (RowPath, ObjectShape)? {
    switch row {
    case .variable(let variable):
      guard case .object(let shape)? = variables[variable] else { return nil }
      return (RowPath(variable: variable), shape)
    case .toOne(let base, let member, _): return object(member.name, of: path(of: base))
    }
  }

  /// The path to an object, and its shape: the object of a row, the element of an array at a known index, or an object that such an element refers
  /// to. Nil for every other object.
  func path(toObject value: CoreValue) -> (RowPath, ObjectShape)? {
    switch value.node {
    case .object(let row): return path(of: row)
    case .property(let base, let name): return object(name, of: path(toObject: base))
    case .index(let base, let index):
      guard case .collect(let range, let each) = base.node, case .object(let row) = each.node,
        let (start, inside) = element(of: range, at: index), let (way, shape) = inside.path(of: row),
        way.variable == range.steps[0].variable
      else { return nil }
      return (start.followed(by: way), shape)
    default: return nil
    }
  }

  /// The path to the object of a to-one property.
  private func object(_ name: String, of owner: (RowPath, ObjectShape)?) -> (RowPath, ObjectShape)? {
    guard let (path, property) = property(name, of: owner), case .toOne(let target) = property.reader.kind,
      let way = continued(path, over: property, to: target.type)
    else { return nil }
    return (way, target.shape)
  }

  /// A property, and the path to its value, which is at the path's offset from its last step.
  private func property(_ name: String, of owner: (RowPath, ObjectShape)?) -> (RowPath, ObjectShape.Property)? {
    guard let (base, shape) = owner, let property = shape.property(named: name) else { return nil }
    var path = base
    switch property.access {
    case .stored(let offset):
      path.offset += offset
    case .computed(let gather):
      noteClientCode()
      path.steps.append(.computed(path.offset, gather, .values))
      path.offset = 0
    }
    return (path, property)
  }

  /// The path from the place of a property's value to the object that it is, or refers to.
  private func continued(
    _ path: RowPath, over property: ObjectShape.Property, to target: any Any.Type
  ) -> RowPath? {
    var path = path
    let type = property.type
    let isOptional = (type as? any OptionalReference.Type).map { $0.wrapped == target } ?? false
    if target is AnyClass {
      guard type is AnyClass || isOptional else { return nil }
      path.steps.append(.reference(path.offset))
      path.offset = 0
    } else if isOptional {
      if InPlaceReads.areOn {
        // The payload of an optional is at its beginning.
        path.steps.append(.optional(path.offset, isNil: NilMatcher(of: target)))
      } else if let payload = property.typeAccess?.payload {
        path.steps.append(.payload(path.offset, payload))
      } else {
        return nil
      }
      path.offset = 0
    } else if ObjectIdentifier(type) != ObjectIdentifier(target) {
      // An optional of an optional.
      return nil
    }
    return path
  }

  /// The place of a value; nil for a computed value.
  func place(of value: CoreValue) -> ValuePlace? {
    switch value.node {
    case .attribute(let row, let member): return place(of: member.name, in: row)
    case .property(let base, let name): return path(toObject: base).flatMap { place(of: name, of: $0) }
    case .element(let variable):
      guard case .value(let type, let reader)? = variables[variable] else { return nil }
      return ValuePlace(path: RowPath(variable: variable), offset: 0, type: RawStruct.stored(type), reader: reader)
    case .index(let base, let index):
      return elementPlace(base, index)
    default:
      return nil
    }
  }

  /// The place of a property's value.
  func place(of name: String, in row: CoreRow) -> ValuePlace? { place(of: name, of: path(of: row)) }

  private func place(of name: String, of owner: (RowPath, ObjectShape)?) -> ValuePlace? {
    guard let (way, property) = property(name, of: owner) else { return nil }
    var path = way
    if case .stored = property.access { path.readBytes(of: property.type) }
    return ValuePlace(
      path: path, offset: path.offset, type: property.storedType, reader: property.reader,
      typeAccess: property.typeAccess)
  }

  /// The same place with another request to the client code that supplies its value. Nil if no client code supplies it, or the code does not support
  /// the request.
  func place(_ place: ValuePlace, requesting request: LoadRequest) -> RowPath? {
    guard place.offset == 0, case .computed(let offset, let gather, .values)? = place.path.steps.last,
      gather.answers(request)
    else { return nil }
    var path = place.path
    path.steps[path.steps.count - 1] = .computed(offset, gather, request)
    return path
  }

  /// The place of an array's element at a known index, or of a value of such an element.
  private func elementPlace(_ base: CoreValue, _ index: CoreIndex) -> ValuePlace? {
    if case .collect(let range, let each) = base.node {
      guard let (start, inside) = element(of: range, at: index), let place = inside.place(of: each),
        place.path.variable == range.steps[0].variable
      else { return nil }
      let path = start.followed(by: place.path)
      return ValuePlace(path: path, offset: path.offset, type: place.type, reader: place.reader)
    }
    guard let position = Self.position(index), let array = place(of: base),
      case (var path, let type)? = element(position, of: array),
      let reader = ValueReaders.reader(of: type, array.reader.reading), case .attribute = reader.kind
    else { return nil }
    path.readBytes(of: type)
    return ValuePlace(path: path, offset: 0, type: RawStruct.stored(type), reader: reader)
  }

  /// The path to the row of a range's element at a known index, and a compiler whose variable of the range is that element. Nil for a range that does
  /// not take all elements of one array.
  private func element(of range: CoreRange, at index: CoreIndex) -> (RowPath, PlanCompiler)? {
    var inside = self
    guard range.steps.count == 1, case .always(true) = range.filter.node, let position = Self.position(index),
      let array = collectionPlace(range.steps[0]), case (var path, let type)? = element(position, of: array),
      inside.declare(range.steps[0], type)
    else { return nil }
    // The instances of the array are the rows, not its references.
    if inside.variables[range.steps[0].variable]?.isInstance ?? false { path.steps.append(.reference(0)) }
    return (path, inside)
  }

  /// The path to the element of an array at a position, and the element's type. The element is read in place or by public ways, which exclude
  /// optional elements.
  private func element(_ position: Int, of array: ValuePlace) -> (RowPath, any Any.Type)? {
    var path = array.path
    path.offset = 0
    if let (elements, type) = elements(of: array.type, at: array.offset) {
      path.steps.append(.element(elements, position))
      return (path, type)
    }
    guard let type = array.type as? any StoredElements.Type, type.isArray,
      !(type.elementType is any OptionalReference.Type),
      let (gather, payload) = (array.typeAccess ?? type.typeAccess).element?(position)
    else { return nil }
    path.steps += [.computed(array.offset, gather, .values), .payload(0, payload)]
    return (path, type.elementType)
  }

  /// The position for an index, -1 for the last one; nil for an unknown index.
  private static func position(_ index: CoreIndex) -> Int? {
    switch index {
    case .first, .only: return 0
    case .last: return -1
    case .size: return nil
    case .value(let value):
      guard case .integer(let number)? = value.constantValue, number >= 0 else { return nil }
      return Int(clamping: number)
    }
  }

  /// The place of a string that is read in place.
  func textPlace(_ value: CoreValue) -> ValuePlace? {
    guard StringMemory.isTrusted, let place = place(of: value), place.type == String.self || place.type == String?.self
    else { return nil }
    return place
  }

  /// The place of the array of a range's step: the path to the row that has the array, the array, and the type of its elements.
  func arrayPlace(_ step: CoreRange.Step) -> (RowPath, ElementPath, any Any.Type)? {
    guard let place = collectionPlace(step) else { return nil }
    return elements(of: place.type, at: place.offset).map { (place.path, $0, $1) }
  }

  /// The place of the collection of a range's step.
  func collectionPlace(_ step: CoreRange.Step) -> ValuePlace? {
    switch step.source {
    case .relationship(let row, let member, _): place(of: member.name, in: row)
    case .elements(let value): place(of: value)
    case .all: nil
    }
  }

  /// The path to the elements of an array type, and their type; nil for a type that is not an array or cannot be read in place.
  private func elements(of type: any Any.Type, at offset: Int) -> (ElementPath, any Any.Type)? {
    guard ArrayMemory.isTrusted, let array = type as? any StoredElements.Type, array.isArray else { return nil }
    let firstOffset = ArrayMemory.firstOffset(of: array.elementType)
    let path = ElementPath(
      offset: offset, firstOffset: firstOffset, stride: array.elementStride,
      isOptional: type is any OptionalReference.Type)
    return (path, array.elementType)
  }
}

extension RowPath {
  /// The concatenation with a path that starts at the end of this one.
  fileprivate func followed(by rest: RowPath) -> RowPath {
    RowPath(variable: variable, steps: steps + rest.steps, offset: rest.offset)
  }

  /// Requests only the bytes of a value if the path ends at a struct from client code and the value consists only of bytes: a copy of the struct
  /// would count references.
  fileprivate mutating func readBytes(of type: any Any.Type) {
    guard let size = PlainTypes.size(of: type) else { return }
    var steps = steps
    switch steps.last {
    case .payload(0, _)?, .optional(0, _)?: steps.removeLast()
    default: break
    }
    guard case .computed(let origin, let gather, .values)? = steps.last else { return }
    let request = LoadRequest.bytes(offset..<offset + size, stride: size <= 8 ? 8 : (size + 15) / 16 * 16)
    guard gather.answers(request) else { return }
    steps[steps.count - 1] = .computed(origin, gather, request)
    self.steps = steps
  }
}
