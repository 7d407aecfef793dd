import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Conditions on values of unknown types.
extension QueryRun {
  /// The rows whose view satisfies a question.
  func evaluate(
    _ question: DynamicCondition, _ node: ViewNode, _ frame: ChunkFrame, _ mask: MaskWords
  ) throws(PredicateIssue) {
    let views = try views(node, frame, mask)
    switch question {
    case .isNull: mask.keep(frame.count) { views[$0].isNull }
    case .compare(let answers, let comparison):
      mask.forEachRow(frame.count) { position in
        if let answer = answers.answer(views[position]) {
          if !answer { mask.clear(position) }
        } else {
          decide(comparison, views[position], position, frame, mask)
        }
      }
    case .contains(let elements, let part, let comparison):
      mask.forEachRow(frame.count) { position in
        let view = views[position]
        let answer = view.isArray ? Self.contains(view, elements) : part.answer(view)
        if let answer {
          if !answer { mask.clear(position) }
        } else {
          decide(comparison, view, position, frame, mask)
        }
      }
    case .matches(let expression, let comparison):
      mask.forEachRow(frame.count) { position in
        let view = views[position]
        do throws(PredicateIssue) {
          let isMatch: Bool
          switch view.kind {
          case .string: isMatch = try expression.matches(StringMemory.string(view.address))
          case .text: isMatch = try expression.matches(view.textBytes)
          default: return decide(comparison, view, position, frame, mask)
          }
          if !isMatch { mask.clear(position) }
        } catch {
          leaveUndecided(position, frame, mask)
        }
      }
    case .hasElement(let value, let condition): try evaluate(value, among: views, condition, frame, mask)
    }
  }

  @inline(never)
  private func decide(
    _ comparison: ViewComparison, _ view: DynamicValue, _ position: Int, _ frame: ChunkFrame, _ mask: MaskWords
  ) {
    do throws(PredicateIssue) {
      if try !comparison.holds(of: view.queryValue(reading), evaluator) { mask.clear(position) }
    } catch {
      leaveUndecided(position, frame, mask)
    }
  }

  /// Whether an array has an element that passes; nil if an element must be compared in full.
  @inline(__always)
  private static func contains(_ array: DynamicValue, _ answers: DynamicComparison) -> Bool? {
    for position in 0..<array.elementCount {
      // Comparing elements with a constant for equality cannot fail, so their order does not matter.
      guard let element = array.element(position), let isEqual = answers.answer(element) else { return nil }
      if isEqual { return true }
    }
    return false
  }

  /// The rows whose value is among the elements of a collection. Consecutive rows often share the collection: the elements of a range read a
  /// collection of their row.
  private func evaluate(
    _ value: ValueNode, among collections: UnsafePointer<DynamicValue>, _ condition: CoreCondition, _ frame: ChunkFrame,
    _ mask: MaskWords
  ) throws(PredicateIssue) {
    var owners: [OwnedValue] = []
    let column = scratch.takeValues()
    defer {
      scratch.give(column, count: frame.count)
      withExtendedLifetime(owners) {}
    }
    try fill(column, value, frame, mask, &owners)
    var last = RepeatedCollection()
    mask.forEachRow(frame.count) { position in
      do throws(PredicateIssue) {
        last.move(to: collections[position], reading)
        let value = column[position]
        let isFound =
          if let answer = try last.contains(value) { answer } else {
            try evaluator.decide(condition, value, last.collection)
          }
        if !isFound { mask.clear(position) }
      } catch {
        leaveUndecided(position, frame, mask)
      }
    }
  }
}
