import PredicateBinding
import PredicateValues

/// Decides a condition on one row without a run: columns for one row would cost more than the condition. Nil if only a run can decide.
///
/// Closures, which are made once: taking a node apart for each row would count references.
typealias RowProgram = @Sendable (inout RowCursor) -> Bool?

/// Loads a number of one row; nil where only a run knows it.
private typealias RowNumber = @Sendable (inout RowCursor) -> NumberOfRow?

/// The bits of a number of one row, or nil.
private struct NumberOfRow {
  let bits: UInt64?
}

extension ConditionNode {
  /// The answer for one row, if matchers of the row's memory, stored numbers and the elements of its arrays decide; nil if a run is needed.
  ///
  /// - Parameter element: The variable of the current elements.
  func rowProgram(_ element: Int? = nil) -> RowProgram? {
    switch self {
    case .always(let value): return { _ in value }
    case .and(let parts): return Self.rowProgram(element, of: parts, until: false)
    case .or(let parts): return Self.rowProgram(element, of: parts, until: true)
    case .not(let part):
      guard let answer = part.rowProgram(element) else { return nil }
      return { answer(&$0).map { !$0 } }
    case .filter(let path, let filter, _):
      // Only a run counts the visited elements of elements.
      guard path.isOfRow(element), element == nil || filter.walked == nil else { return nil }
      let select = filter.select
      return { row in
        guard let place = path.end(in: row) else { return false }
        var held: UInt64 = 1
        select(.direct(place, stride: 0), &held, 1)
        return held != 0
      }
    case .numbers(let comparison, let left, let right):
      let areDoubles = left.isDouble
      guard let left = left.rowNumber(element), let right = right.rowNumber(element) else { return nil }
      return { row in
        guard let a = left(&row), let b = right(&row) else { return nil }
        guard let a = a.bits, let b = b.bits else { return comparison == .same && a.bits == nil && b.bits == nil }
        return areDoubles
          ? comparison.holds(ValueOrder(Double(bitPattern: a), Double(bitPattern: b)))
          : comparison.holds(ValueOrder(Int64(bitPattern: a), Int64(bitPattern: b)))
      }
    case .exists(let range):
      guard element == nil, let count = range.rowCount(upTo: 1) else { return nil }
      return { count(&$0).map { ($0.bits ?? 0) > 0 } }
    case .pair, .expression, .byte, .among, .view, .values: return nil
    }
  }

  /// The first answer of the parts that is `last`; the opposite if there is none.
  private static func rowProgram(_ element: Int?, of parts: [ConditionNode], until last: Bool) -> RowProgram? {
    var answers: [RowProgram] = []
    for part in parts {
      guard let answer = part.rowProgram(element) else { return nil }
      answers.append(answer)
    }
    return { [answers] row in
      for answer in answers {
        guard let isHeld = answer(&row) else { return nil }
        if isHeld == last { return last }
      }
      return !last
    }
  }
}

extension NumberNode {
  /// Loads the number if it is stored, a constant, or the count of the elements of an array that satisfy a condition on the row.
  fileprivate func rowNumber(_ element: Int?) -> RowNumber? {
    switch kind {
    case .integer(let value): return { _ in NumberOfRow(bits: UInt64(bitPattern: value)) }
    case .double(let value): return { _ in NumberOfRow(bits: value.bitPattern) }
    case .repeated(let number, _): return number.rowNumber(nil)
    case .count(let range): return element == nil ? range.rowCount(upTo: .max) : nil
    case .column(let path, let loader):
      guard path.isOfRow(element) else { return nil }
      let load = loader.load
      return { row in
        guard let place = path.end(in: row) else { return NumberOfRow(bits: nil) }
        var present: UInt64 = 1
        var undecided: UInt64 = 0
        var bits: UInt64 = 0
        load(.direct(place, stride: 0), &present, 1, &bits, &undecided)
        return undecided != 0 ? nil : NumberOfRow(bits: present != 0 ? bits : nil)
      }
    case .moment, .arithmetic, .power, .bits, .negate, .magnitude, .choose, .promote, .map, .fold: return nil
    }
  }
}

extension RangeNode {
  /// Counts the elements that pass the filter, up to `most`. This needs an array of the row, and a filter on the elements alone and on stored numbers
  /// of the row. The count is nil for a nil array.
  fileprivate func rowCount(upTo most: Int) -> RowNumber? {
    guard steps.count == 1, case .array(let path, let elements, let areInstances) = steps[0].source, path.isOfRow(nil),
      let answer = filter.rowProgram(steps[0].variable)
    else { return nil }
    return { row in
      guard let owner = path.end(in: row), var places = elements.places(of: owner) else {
        return NumberOfRow(bits: nil)
      }
      row.budget -= places.count
      if row.budget < 0 { return nil }
      var count: UInt64 = 0
      while count < most, let place = places.next() {
        row.element = areInstances ? place.load(as: UnsafeRawPointer.self) : place
        guard let isHeld = answer(&row) else { return nil }
        if isHeld { count += 1 }
      }
      return NumberOfRow(bits: count)
    }
  }
}

extension RowPath {
  /// Whether the path starts from the evaluated row, or from the current element, and nothing is made on it.
  fileprivate func isOfRow(_ element: Int?) -> Bool { !isComputed && (variable == 0 || variable == element) }

  /// The address at the end of the path; nil if a step is nil.
  @inline(__always)
  fileprivate func end(in rows: RowCursor) -> UnsafeRawPointer? {
    let start = variable == 0 ? rows.row : rows.element
    return steps.isEmpty ? start : row(from: start)
  }
}

/// An evaluated row, and an element of one of its arrays while conditions on the element are decided.
struct RowCursor {
  let row: UnsafeRawPointer
  /// The address of the current element; the row itself outside of ranges.
  var element: UnsafeRawPointer
  /// The number of elements of arrays that may still be visited.
  var budget: Int

  init(_ row: UnsafeRawPointer, budget: Int) { (self.row, element, self.budget) = (row, row, budget) }
}
