import PredicateBinding
import PredicateMemory
import PredicateReference

/// The path from the row of a variable to the row that has a member.
struct RowPath: Sendable {
  /// A step of the path that is more than a distance in memory.
  enum Step: Sendable {
    /// A reference to an instance, or to the storage of an array, at an offset in bytes; 0 is nil.
    case reference(Int)
    /// The result of client code for the object at the end of the path so far, or for a struct at an offset in bytes.
    case computed(Int, PropertyLoader)
    /// The payload of an optional struct at an offset in bytes.
    case payload(Int, OptionalPayload)
    /// An element of an array, from the address of the array's storage.
    case element(ArrayElement)

    /// The row after the step `payload` or `element`. Nil for the other steps, and without such a row.
    @inline(__always)
    func place(from row: UnsafeRawPointer, _ owners: inout [OwnedValue]) -> UnsafeRawPointer? {
      switch self {
      case .payload(let offset, let payload): payload.place(row + offset, &owners)
      case .element(let element): element.row(inStorage: row)
      case .reference, .computed: nil
      }
    }
  }

  let variable: Int
  /// The steps. Empty if the value is in the variable's row.
  var steps: [Step] = []
  /// The distance in bytes from the end of the last step to the value. Nested structs only increase it.
  var offset = 0

  /// Whether the path has no steps, so that each row of the variable has a row.
  var isDirect: Bool { steps.isEmpty }

  /// The path to the instance, or to the storage of an array, to which the reference at the end of this path refers.
  var followed: RowPath { RowPath(variable: variable, steps: steps + [.reference(offset)]) }
}

struct ValuePlace: Sendable {
  let path: RowPath
  /// The Swift type of the value; the raw type of a ``RawStruct``.
  let type: any Any.Type
  let reader: ValueReader
  /// Functions for the value that were compiled for its type; nil if there are none.
  var typeAccess: TypeAccess?

  /// The distance in bytes from the row at the end of the path to the value.
  var offset: Int { path.offset }

  /// Counts and visits the elements of the collection; nil if the value is not a collection.
  var collectionAccess: TypeAccess? {
    typeAccess?.count == nil ? (type as? any CountedElements.Type)?.typeAccess : typeAccess
  }
}

extension PlanCompiler {
  /// The path to a row, and the shape of its object. Nil if a step of the path cannot be compiled.
  mutating func path(of row: CoreRow) -> (RowPath, ObjectShape)? {
    switch row {
    case .variable(let variable):
      guard case .object(let shape)? = variables[variable] else { return nil }
      return (RowPath(variable: variable), shape)
    case .toOne(let base, let member, _): return object(member.name, of: path(of: base))
    }
  }

  /// The path to an object, and its shape, if the object is a row or is reached from a row by properties and indexes. Nil for every other object.
  mutating func path(toObject value: CoreValue) -> (RowPath, ObjectShape)? {
    switch value.node {
    case .object(let row): return path(of: row)
    case .property(let base, let name): return object(name, of: path(toObject: base))
    case .index(let base, let index):
      guard let (path, type, reader) = element(of: base, at: index), case .toOne(let target) = reader.kind,
        !reader.isOptional, type == target.type
      else { return nil }
      return (path, target.shape)
    default: return nil
    }
  }

  /// The path to an element of a stored array, the element's type, and its reader. Nil if the position is not a constant.
  private mutating func element(of base: CoreValue, at index: CoreIndex) -> (RowPath, any Any.Type, ValueReader)? {
    let position: Int?
    switch index {
    case .first: position = 0
    case .last: position = nil
    case .value(let value):
      guard case .integer(let number)? = value.constantValue else { return nil }
      position = Int(truncatingIfNeeded: number)
    case .size, .only: return nil
    }
    guard ArrayMemory.isTrusted, let place = wholePlace(of: base), let type = place.type as? any StoredElements.Type,
      type.isArray, let reader = ValueReaders.reader(of: type.elementType, place.reader.reading)
    else { return nil }
    var path = place.path.followed
    path.steps.append(.element(ArrayElement(at: position, of: type.elementType, stride: type.elementStride)))
    return (path, type.elementType, reader)
  }

  /// The place of a stored collection, if the value is all of its elements; otherwise nil.
  private mutating func wholePlace(of collection: CoreValue) -> ValuePlace? {
    guard case .collect(let range, let each) = collection.node else { return place(of: collection) }
    guard range.steps.count == 1, case .always(true) = range.filter.node else { return nil }
    let variable = range.steps[0].variable
    switch each.node {
    case .element(variable), .object(.variable(variable)): return collectionPlace(range.steps[0])
    default: return nil
    }
  }

  /// The path to the object of a to-one property, and its shape.
  private mutating func object(_ name: String, of owner: (RowPath, ObjectShape)?) -> (RowPath, ObjectShape)? {
    guard let (path, property) = property(name, of: owner), case .toOne(let target) = property.reader.kind,
      let way = continued(path, over: property, to: target.type)
    else { return nil }
    return (way, target.shape)
  }

  /// A property, and the path to its value. The path's offset includes the offset of the value.
  private mutating func property(_ name: String, of owner: (RowPath, ObjectShape)?) -> (RowPath, ObjectShape.Property)?
  {
    guard let (base, shape) = owner, let property = shape.property(named: name) else { return nil }
    var path = base
    switch property.access {
    case .stored(let offset):
      path.offset += offset
    case .computed(let gather):
      runsClientCode = true
      path.steps.append(.computed(path.offset, gather))
      path.offset = 0
    }
    return (path, property)
  }

  /// The path to the object of a property, which is the property's value or is referenced by it.
  private func continued(
    _ path: RowPath, over property: ObjectShape.Property, to target: any Any.Type
  ) -> RowPath? {
    var path = path
    let type = property.type
    let optional = (type as? any OptionalReference.Type).flatMap { $0.wrapped == target ? $0 : nil }
    if target is AnyClass {
      guard type is AnyClass || optional != nil else { return nil }
      path = path.followed
    } else if let optional {
      guard let payload = InPlaceReads.areOn ? optional.payload : property.typeAccess?.payload else { return nil }
      path.steps.append(.payload(path.offset, payload))
      path.offset = 0
    } else if ObjectIdentifier(type) != ObjectIdentifier(target) {
      // An optional of an optional is not followed.
      return nil
    }
    return path
  }

  /// The place of a stored value; nil for a computed value.
  mutating func place(of value: CoreValue) -> ValuePlace? {
    switch value.node {
    case .attribute(let row, let member): return place(of: member.name, in: row)
    case .property(let base, let name): return path(toObject: base).flatMap { place(of: name, of: $0) }
    case .element(let variable):
      guard case .value(let type, let reader)? = variables[variable] else { return nil }
      return ValuePlace(path: RowPath(variable: variable), type: RawStruct.stored(type), reader: reader)
    case .index(let base, let index):
      guard let (path, type, reader) = element(of: base, at: index), !(type is AnyClass) else { return nil }
      return ValuePlace(path: path, type: RawStruct.stored(type), reader: reader)
    default:
      return nil
    }
  }

  /// The place of the value of a row's property.
  mutating func place(of name: String, in row: CoreRow) -> ValuePlace? { place(of: name, of: path(of: row)) }

  private mutating func place(of name: String, of owner: (RowPath, ObjectShape)?) -> ValuePlace? {
    guard let (path, property) = property(name, of: owner) else { return nil }
    return ValuePlace(
      path: path, type: property.storedType, reader: property.reader, typeAccess: property.typeAccess)
  }

  /// The place of the collection that a step of a range visits.
  mutating func collectionPlace(_ step: CoreRange.Step) -> ValuePlace? {
    switch step.source {
    case .relationship(let row, let member, _): place(of: member.name, in: row)
    case .elements(let value): place(of: value)
    case .all: nil
    }
  }
}
