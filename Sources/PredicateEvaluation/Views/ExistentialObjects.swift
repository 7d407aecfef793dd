import PredicateMemory
import PredicateValues

/// Finds the structs and instances in existentials, without copies.
struct ExistentialObjects: Sendable {
  private let memory: ExistentialMemory
  private let reader: ValueReader
  /// The shapes of all types that the query met; nil of a type without one.
  private let shapes = Locked<[ObjectIdentifier: ObjectShape?]>([:])

  /// Nil of types that are no existentials, and where memory is not read.
  init?(_ type: any Any.Type, _ reader: ValueReader) {
    guard let memory = ExistentialMemory(type) else { return nil }
    self.memory = memory
    self.reader = reader
  }

  /// The shapes of the few types in a chunk.
  typealias KnownShapes = RecentEntries<ObjectIdentifier, Unmanaged<ObjectShape>?>

  /// Stores the view of an existential's object in a row of a column. A value that is no object is converted.
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

  /// The shape of the type of an existential's value; nil of a type whose values do not convert to objects of that type.
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
