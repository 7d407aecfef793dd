import PredicateMemory
import PredicateReference
import PredicateValues

/// Finds the structs and instances in existentials, without copies.
struct ExistentialObjects: Sendable {
  private let memory: ExistentialMemory
  private let reader: ValueReader
  /// The shapes of all types that occurred; nil for a type without one.
  private let shapes = Locked<[ObjectIdentifier: ObjectShape?]>([:])

  /// Nil for types that are not existentials, and if memory is not read in place.
  init?(_ type: any Any.Type, _ reader: ValueReader) {
    guard let memory = ExistentialMemory(type) else { return nil }
    self.memory = memory
    self.reader = reader
  }

  /// The shapes of the few types in a chunk.
  typealias KnownShapes = RecentEntries<ObjectIdentifier, Unmanaged<ObjectShape>?>

  /// Stores the view of an existential's object in a row of a column. A value that is not an object is converted.
  func keep(_ existential: UnsafeRawPointer, in column: ViewColumn, at row: Int, _ known: inout KnownShapes) {
    let contents = memory.contents(existential)
    let shape = known.value(of: ObjectIdentifier(contents.type)) {
      self.shape(of: contents.type, existential).map { .passUnretained($0) }
    }
    if let shape {
      column.keep(ObjectPlace(contents.address, shape), at: row)
    } else {
      column.keep(reader.value(at: existential, owner: nil), at: row)
    }
  }

  /// The shape of the type of an existential's value; nil for a type whose values do not convert to objects of that type.
  private func shape(of type: any Any.Type, _ existential: UnsafeRawPointer) -> ObjectShape? {
    if let known = shapes.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    var found: ObjectShape?
    if case .object(let object as any ShapedObject) = reader.value(at: existential, owner: nil),
      object.shape.type == type
    {
      found = object.shape
    }
    shapes.withLock { [found] in $0[ObjectIdentifier(type)] = .some(found) }
    return found
  }
}

/// The address and the shape of an object whose type is known only when a predicate runs. ``ShapeRegistry`` never frees a shape.
struct ObjectPlace: BitwiseCopyable {
  /// The first byte of a struct, or the instance of a class.
  let address: UnsafeRawPointer
  private let shapeReference: Unmanaged<ObjectShape>

  init(_ address: UnsafeRawPointer, _ shape: Unmanaged<ObjectShape>) {
    self.address = address
    shapeReference = shape
  }

  var shapeID: UnsafeMutableRawPointer { shapeReference.toOpaque() }

  var shape: ObjectShape { shapeReference.takeUnretainedValue() }

  /// The object. An instance may change later, so its properties are read on demand.
  var object: any QueryObject {
    let shape = shape
    return shape.isClass
      ? RetainedInstance(at: address, shape) : ReflectedObject(address: address, shape: shape, owner: nil)
  }
}

extension DynamicValue {
  /// The object of a view of the kind `object`.
  var objectPlace: ObjectPlace { address.load(as: ObjectPlace.self) }
}

/// Reads a property of objects, whose type is known only when a predicate runs, into a column of views.
///
/// A stored property of a struct is read in place: the elements of a query do not change while it runs. A property of an instance is copied,
/// because client code may change it.
final class ObjectProperty {
  /// How the property is read. The cases are small, so that switching over them copies no property.
  private enum Form {
    /// A value of a kind with a view, at an offset in bytes from the object's beginning. `copiedBytes` of its bytes are copied, none if it is read in
    /// place.
    case stored(DynamicValue.Kind, offset: Int, copiedBytes: Int)
    /// Any other property is read as a value of the language.
    case read
  }

  private let form: Form
  private let property: ObjectShape.Property
  private let isOfClass: Bool

  /// The property of a name; nil if objects of the shape do not have it.
  init?(_ name: String, of shape: ObjectShape) {
    guard let property = shape.property(named: name) else { return nil }
    self.property = property
    isOfClass = shape.isClass
    guard case .stored(let offset) = property.access, let kind = Self.kind(of: property.type) else {
      form = .read
      return
    }
    switch kind {
    case _ where !isOfClass: form = .stored(kind, offset: offset, copiedBytes: 0)
    case .integer, .double: form = .stored(kind, offset: offset, copiedBytes: 8)
    case .boolean: form = .stored(kind, offset: offset, copiedBytes: 1)
    default: form = .read
    }
  }

  /// The kind of views of a type, or nil.
  private static func kind(of type: any Any.Type) -> DynamicValue.Kind? {
    if type == Int.self || type == Int64.self { return .integer }
    if type == Double.self { return .double }
    if type == Bool.self { return .boolean }
    if type == String.self { return .string }
    return .swiftDictionary(type)
  }

  /// Fills a row of a column with the property of the object at an address.
  func fill(_ column: ViewColumn, at row: Int, of object: UnsafeRawPointer) {
    switch form {
    case .stored(let kind, let offset, let copiedBytes):
      var place = object + offset
      if copiedBytes > 0 {
        let cell = column.cell(row)
        cell.copyMemory(from: place, byteCount: copiedBytes)
        place = UnsafeRawPointer(cell)
      }
      column.views[row] = kind == .double ? DynamicValue(double: place) : DynamicValue(kind, place)
    case .read:
      let value = property.value(of: object, owner: nil)
      column.keep(isOfClass ? value.owned : value, at: row)
    }
  }
}

/// Values for the few keys that occur in the rows of a chunk, made once for each of them.
struct RecentEntries<Key: Equatable, Value> {
  private var entries: [(key: Key, value: Value)] = []
  /// The entry of the row before.
  private var last = 0
  /// The number of keys that are kept; after that the first ones are dropped.
  private static var capacity: Int { 16 }

  @inline(__always)
  mutating func value(of key: Key, _ make: () -> Value) -> Value {
    if last < entries.count, entries[last].key == key { return entries[last].value }
    return search(key, make)
  }

  @inline(never)
  private mutating func search(_ key: Key, _ make: () -> Value) -> Value {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      last = index
    } else {
      if entries.count == Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries.append((key, make()))
      last = entries.count - 1
    }
    return entries[last].value
  }
}
