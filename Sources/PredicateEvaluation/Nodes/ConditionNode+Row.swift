import PredicateBinding
import PredicateValues

/// Conditions on one row, answered without a run: columns for one row cost more than what is done with them.
extension ConditionNode {
  /// Whether matchers of a row's memory, stored numbers and the elements of its arrays decide the condition.
  ///
  /// - Parameter element: The variable of the elements in hand.
  func isOfRow(_ element: Int? = nil) -> Bool {
    switch self {
    case .always: true
    case .and(let parts), .or(let parts): parts.allSatisfy { $0.isOfRow(element) }
    case .not(let part): part.isOfRow(element)
    case .filter(let path, _, _): path.isOfRow(element)
    case .numbers(_, let left, let right): left.isOfRow(element) && right.isOfRow(element)
    case .exists(let range): element == nil && range.isOfRow
    case .pair, .expression, .byte, .among, .view, .values: false
    }
  }

  /// Whether a condition of which ``isOfRow(_:)`` is true holds of a row; nil where only a run knows.
  func holds(of rows: inout RowElement) -> Bool? {
    switch self {
    case .always(let value): return value
    case .and(let parts):
      for part in parts {
        guard let isHeld = part.holds(of: &rows) else { return nil }
        if !isHeld { return false }
      }
      return true
    case .or(let parts):
      for part in parts {
        guard let isHeld = part.holds(of: &rows) else { return nil }
        if isHeld { return true }
      }
      return false
    case .not(let part): return part.holds(of: &rows).map { !$0 }
    case .filter(let path, let filter, _):
      guard let place = rows.end(of: path) else { return false }
      var held: UInt64 = 1
      filter.narrow(.direct(place, stride: 0), &held, 1)
      return held != 0
    case .numbers(let comparison, let left, let right):
      guard let a = left.number(of: &rows), let b = right.number(of: &rows) else { return nil }
      guard let a = a.bits, let b = b.bits else { return comparison == .same && a.bits == nil && b.bits == nil }
      return left.isDouble
        ? comparison.holds(ValueOrder(Double(bitPattern: a), Double(bitPattern: b)))
        : comparison.holds(ValueOrder(Int64(bitPattern: a), Int64(bitPattern: b)))
    case .exists(let range): return range.elements(of: &rows, upTo: 1).map { ($0 ?? 0) > 0 }
    case .pair, .expression, .byte, .among, .view, .values: return nil
    }
  }
}

extension NumberNode {
  /// A number of one row: its bits, nil of a nil.
  struct OfRow {
    let bits: UInt64?
  }

  /// Whether the number is stored, a constant, or how many elements an array has for which a condition on the row holds.
  func isOfRow(_ element: Int?) -> Bool {
    switch kind {
    case .integer, .double: true
    case .column(let path, _): path.isOfRow(element)
    case .repeated(let number, _): number.isOfRow(nil)
    case .count(let range): element == nil && range.isOfRow
    case .moment, .arithmetic, .power, .bits, .negate, .magnitude, .choose, .promote, .map, .fold: false
    }
  }

  /// The number of a row; nil where only a run knows it.
  func number(of rows: inout RowElement) -> OfRow? {
    switch kind {
    case .integer(let value): return OfRow(bits: UInt64(bitPattern: value))
    case .double(let value): return OfRow(bits: value.bitPattern)
    case .repeated(let number, _):
      var outside = RowElement(row: rows.row)
      return number.number(of: &outside)
    case .count(let range):
      return range.elements(of: &rows, upTo: .max).map { OfRow(bits: $0.map { UInt64($0) }) }
    case .column(let path, let loader):
      guard let place = rows.end(of: path) else { return OfRow(bits: nil) }
      var present: UInt64 = 1
      var undecided: UInt64 = 0
      var bits: UInt64 = 0
      loader.load(.direct(place, stride: 0), &present, 1, &bits, &undecided)
      return undecided != 0 ? nil : OfRow(bits: present != 0 ? bits : nil)
    case .moment, .arithmetic, .power, .bits, .negate, .magnitude, .choose, .promote, .map, .fold: return nil
    }
  }
}

extension RangeNode {
  /// Whether it goes through an array of the row, and a condition on the elements alone and on stored numbers of the row decides.
  fileprivate var isOfRow: Bool {
    guard steps.count == 1, case .array(let path, _, _) = steps[0].source else { return false }
    return path.isOfRow(nil) && filter.isOfRow(steps[0].variable)
  }

  /// How many elements its filter holds of, counted until there are so many: nil where there is no array. Nil where only a run knows.
  fileprivate func elements(of rows: inout RowElement, upTo most: Int) -> Int?? {
    guard case .array(let path, let elements, let areInstances) = steps[0].source else { return nil }
    guard let owner = rows.end(of: path), var places = elements.places(of: owner) else { return .some(nil) }
    rows.budget -= places.count
    if rows.budget < 0 { return nil }
    var inside = RowElement(row: rows.row)
    var count = 0
    while count < most, let place = places.next() {
      let element = areInstances ? place.load(as: UnsafeRawPointer.self) : place
      inside.element = (steps[0].variable, element)
      guard let isHeld = filter.holds(of: &inside) else { return nil }
      if isHeld { count += 1 }
    }
    return count
  }
}

extension RowPath {
  /// Whether the path starts from the evaluated row, or from the element in hand, and nothing is made on it.
  fileprivate func isOfRow(_ element: Int?) -> Bool { !isComputed && (variable == 0 || variable == element) }
}
