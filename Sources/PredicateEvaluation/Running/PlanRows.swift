import PredicateBinding
import PredicateValues

/// What the rows of a plan are: elements of a collection, or rows of which a loader gives the members.
struct PlanRows {
  let kind: PlanCompiler.VariableKind
  /// Reads a row.
  let reader: ValueReader
  /// The type that lies in memory.
  let type: any Any.Type
  /// From one row to the next.
  let stride: Int

  private init<Row>(_ kind: PlanCompiler.VariableKind, _ reader: ValueReader, _ type: Row.Type) {
    self.kind = kind
    self.reader = reader
    self.type = type
    stride = MemoryLayout<Row>.stride
  }

  /// Elements that were bound as a root, by what reads them.
  init<Element>(of type: Element.Type, _ root: RootType, _ reader: ValueReader) {
    switch (root, reader.kind) {
    case (.entity, .toOne(let object)): self.init(.object(object.shape), reader, type)
    case (.value, _): self.init(.value(type, reader), reader, type)
    default: self.init(.view, reader, type)
    }
  }

  /// Rows of which a loader gives the members. In memory lie their numbers.
  static var loaded: PlanRows { PlanRows(.loaded, ValueReaders.scalar(QueryValue.self), Int.self) }
}
