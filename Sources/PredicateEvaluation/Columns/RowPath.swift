import PredicateMemory

/// The way from the row of a variable to the row that a member is read from.
struct RowPath: Sendable {
  /// One step that is more than a distance.
  enum Step: Sendable {
    /// A reference to an instance, so many bytes from here; 0 is nil.
    case reference(Int)
    /// An optional struct, so many bytes from here: nil where the matcher finds one.
    case optional(Int, isNil: NilMatcher)
    /// What client code gives for the object here; for a struct so many bytes from here.
    case computed(Int, PropertyGather, GatherRequest)
    /// What an optional so many bytes from here wraps, reached by public ways.
    case payload(Int, OptionalPayload)
    /// An element of an array, by its index; -1 is the last one.
    case element(ElementPath, Int)
  }

  /// The variable.
  let variable: Int
  /// Empty where the row lies in the variable's own row.
  var steps: [Step] = []
  /// From where the last step leads to what is read: structs within structs are only a distance.
  var offset = 0

  /// Whether there is a row for every row of the variable.
  var isDirect: Bool { steps.isEmpty }

  /// Whether something on the way is made: such a path is only taken by many rows at a time.
  var isComputed: Bool {
    steps.contains { step in
      switch step {
      case .computed, .payload: true
      case .reference, .optional, .element: false
      }
    }
  }

  /// The row for a row of the variable; nil where a step leads nowhere. Not for computed paths.
  @inline(__always)
  func row(from start: UnsafeRawPointer) -> UnsafeRawPointer? {
    var place = start
    for step in steps {
      switch step {
      case .reference(let offset):
        guard let instance = place.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
        place = instance
      case .optional(let offset, let isNil):
        place += offset
        if isNil.isNil(place) { return nil }
      case .computed, .payload:
        return nil
      case .element(let elements, let index):
        guard let element = elements.element(index, of: place) else { return nil }
        place = element
      }
    }
    return place
  }
}
