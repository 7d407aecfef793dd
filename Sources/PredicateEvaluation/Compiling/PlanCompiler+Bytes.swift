import PredicateBinding

/// Which bytes of an element a range reads: a copy of those is enough where they hold numbers, and cheaper than one of the whole element.
extension PlanCompiler {
  /// The bytes that a range, and a value of each element, read of the elements of one of its steps; nil where they read more than plain values
  /// at known places, and of what is no array.
  ///
  /// Of instances the bytes are the references. The arrays keep the instances, where Swift made the arrays: one of Objective-C's may make its
  /// elements when they are asked for.
  func bytesRead(
    ofElementsOf step: CoreRange.Step, in type: any Any.Type, _ range: CoreRange, _ each: CoreValue?
  ) -> Range<Int>? {
    guard let array = type as? any StoredElements.Type, array.isArray else { return nil }
    if variables[step.variable]?.isInstance ?? false {
      #if canImport(ObjectiveC)
        return nil
      #else
        return 0..<MemoryLayout<AnyObject>.size
      #endif
    }
    var bytes = 0..<0
    var areKnown = true
    func note(_ place: ValuePlace?) {
      guard let place, place.path.isDirect, let size = PlainTypes.size(of: place.type) else {
        areKnown = false
        return
      }
      let end = place.offset + size
      bytes = bytes.isEmpty ? place.offset..<end : min(bytes.lowerBound, place.offset)..<max(bytes.upperBound, end)
    }
    func look(at part: CorePart) {
      switch part {
      case .value(let value):
        switch value.node {
        case .attribute(let row, let member) where row.variable == step.variable:
          note(place(of: member.name, in: row))
        case .element(step.variable): note(place(of: value))
        case .object(let row) where row.variable == step.variable: areKnown = false
        default: break
        }
      case .range(let inner):
        for other in inner.steps {
          if case .relationship(let row, _, _) = other.source, row.variable == step.variable { areKnown = false }
        }
      case .condition: break
      }
      part.forEachPart(look)
    }
    look(at: .range(range))
    if let each { look(at: .value(each)) }
    return areKnown ? bytes : nil
  }
}
