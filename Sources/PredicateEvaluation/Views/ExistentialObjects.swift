import PredicateMemory
import PredicateValues

/// Finds the structs and instances that existentials hold, where they lie.
struct ExistentialObjects: Sendable {
  private let memory: ExistentialMemory
  private let reader: ValueReader
  /// The shapes of the types that turned up; nil of a type whose values are no objects of that type.
  private let shapes = Locked<[ObjectIdentifier: ObjectShape?]>([:])

  /// Nil of types that are no existentials, and where memory is not read.
  init?(_ type: any Any.Type, _ reader: ValueReader) {
    guard let memory = ExistentialMemory(type) else { return nil }
    self.memory = memory
    self.reader = reader
  }

  /// Fills rows of a column with the views of existentials: the values that are no objects are converted.
  func fill(_ column: ViewColumn, _ rows: some Sequence<Int>, _ existential: (Int) -> UnsafeRawPointer) {
    var known = RecentEntries<ObjectIdentifier, Unmanaged<ObjectShape>?>()
    for row in rows {
      let existential = existential(row)
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
  }

  /// The shape of a type, one of whose values an existential holds. What that value is converted to says whether it is an object.
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
