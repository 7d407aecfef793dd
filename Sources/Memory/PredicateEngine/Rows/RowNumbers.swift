import PredicateBinding
import PredicateReference
import PredicateValues

/// The type that the numbers of a value are calculated in.
enum NumberLane {
  case integers
  case doubles
}

/// A number of one row.
enum RowNumber: Sendable {
  case integers(RowLoad<Int64>)
  case doubles(RowLoad<Double>)

  /// The nearest double. An exact one leaves integers that no double equals to the reference.
  func doubles(areExact: Bool = false) -> RowLoad<Double> {
    switch self {
    case .doubles(let load): load
    case .integers(let load):
      RowLoad { (cursor) throws(PredicateIssue) in
        guard let number = try load(&cursor) else { return nil }
        if areExact && number.magnitude > Self.mostExact { throw .leftToReference }
        return Double(number)
      }
    }
  }

  /// The greatest integer up to which each integer has an equal double.
  private static let mostExact: UInt64 = 1 << 53

  func negated() -> RowNumber { mapped({ $0.negated }, { $0.negated }) }

  func withoutSign() -> RowNumber { mapped({ $0.withoutSign }, { $0.withoutSign }) }

  /// An operation whose result may exceed the type; then the reference goes on with doubles.
  private func mapped(
    _ integer: @escaping @Sendable (Int64) -> Int64?, _ double: @escaping @Sendable (Double) -> Double?
  ) -> RowNumber {
    func map<Number: Sendable>(
      _ load: RowLoad<Number>, _ change: @escaping @Sendable (Number) -> Number?
    ) -> RowLoad<Number> {
      RowLoad { (cursor) throws(PredicateIssue) in
        guard let number = try load(&cursor) else { return nil }
        guard let changed = change(number) else { throw .leftToReference }
        return changed
      }
    }
    return switch self {
    case .integers(let load): .integers(map(load, integer))
    case .doubles(let load): .doubles(map(load, double))
    }
  }

  /// The sum, difference, product, quotient or remainder.
  func calculated(_ operation: NumberOperation, _ other: RowNumber) -> RowNumber {
    if case .integers(let left) = self, case .integers(let right) = other {
      return .integers(Self.calculated(operation, left, right))
    }
    return .doubles(Self.calculated(operation, doubles(), other.doubles()))
  }

  private static func calculated<Number: CalculatedNumber>(
    _ operation: NumberOperation, _ left: RowLoad<Number>, _ right: RowLoad<Number>
  ) -> RowLoad<Number> {
    let divides = operation.divides
    return RowLoad { (cursor) throws(PredicateIssue) in
      guard let a = try left(&cursor), let b = try right(&cursor) else { return nil }
      if divides && b == .zero { return nil }
      guard let result = a.applying(operation, b) else { throw .leftToReference }
      return result.withoutNaN
    }
  }

  /// A function of one or two doubles. NaN is nil.
  static func function(
    _ left: RowLoad<Double>, _ right: RowLoad<Double> = RowLoad { _ in 0 },
    _ compute: @escaping @Sendable (Double, Double) -> Double
  ) -> RowNumber {
    .doubles(
      RowLoad { (cursor) throws(PredicateIssue) in
        guard let a = try left(&cursor), let b = try right(&cursor) else { return nil }
        return compute(a, b).withoutNaN
      })
  }

  /// One of two numbers of the same type.
  func chosen(by test: RowTest, else other: RowNumber) -> RowNumber? {
    func choose<Number>(_ first: RowLoad<Number>, _ second: RowLoad<Number>) -> RowLoad<Number> {
      RowLoad { (cursor) throws(PredicateIssue) in try test(&cursor) ? try first(&cursor) : try second(&cursor) }
    }
    return switch (self, other) {
    case (.integers(let first), .integers(let second)): .integers(choose(first, second))
    case (.doubles(let first), .doubles(let second)): .doubles(choose(first, second))
    default: nil
    }
  }

  func compared(_ comparison: CoreComparison, _ other: RowNumber) -> RowTest {
    if case .integers(let left) = self, case .integers(let right) = other {
      return RowTests.compare(comparison, left, right)
    }
    let areSame = isOfDoubles == other.isOfDoubles
    return RowTests.compare(comparison, doubles(areExact: !areSame), other.doubles(areExact: !areSame))
  }

  /// Whether the number is between two others. It is calculated once.
  func isBetween(_ low: RowNumber, _ high: RowNumber) -> RowTest {
    func test<Number: Comparable & Sendable>(
      _ number: RowLoad<Number>, _ low: RowLoad<Number>, _ high: RowLoad<Number>
    ) -> RowTest {
      RowTest { (cursor) throws(PredicateIssue) in
        guard let number = try number(&cursor), let least = try low(&cursor), let greatest = try high(&cursor) else {
          return false
        }
        return least <= number && number <= greatest
      }
    }
    if case .integers(let number) = self, case .integers(let low) = low, case .integers(let high) = high {
      return test(number, low, high)
    }
    return test(doubles(areExact: true), low.doubles(areExact: true), high.doubles(areExact: true))
  }

  private var isOfDoubles: Bool { if case .doubles = self { true } else { false } }
}

/// How numbers of a range become one.
enum NumberFoldKind {
  case sum
  case mean
  case least
  case greatest

  init?(_ op: CollectionOperator, of type: QueryType) {
    switch op {
    case .sum where type.family == .number: self = .sum
    case .avg where type.family == .number: self = .mean
    case .min: self = .least
    case .max: self = .greatest
    default: return nil
    }
  }

  /// The sum, the mean or an extreme of a number of each element; nil if the range is nil.
  func folded(_ range: RowRange, _ each: RowNumber) -> RowNumber {
    switch each {
    case .integers(let each):
      return self == .mean ? .doubles(fold(range, each) { $0.mean }) : .integers(fold(range, each, result))
    case .doubles(let each): return .doubles(self == .mean ? fold(range, each) { $0.mean } : fold(range, each, result))
    }
  }

  private func result<Number>(_ fold: NumberFold<Number>) -> Number? { self == .sum ? fold.sum : fold.extreme }

  private func fold<Number: CalculatedNumber, Result>(
    _ range: RowRange, _ each: RowLoad<Number>,
    _ result: @escaping @Sendable (NumberFold<Number>) -> Result?
  ) -> RowLoad<Result> {
    RowLoad { (cursor) throws(PredicateIssue) in
      var fold = NumberFold<Number>()
      let isThere = try range.forEach(&cursor) { (cursor: inout RowCursor) throws(PredicateIssue) in
        let number = try each(&cursor)
        if self == .mean { fold.countElement() }
        guard let number else { return true }
        switch self {
        case .sum, .mean: fold.add(number)
        case .least: fold.takeLeast(number)
        case .greatest: fold.takeGreatest(number)
        }
        return true
      }
      if fold.hasOverflowed { throw .leftToReference }
      return isThere ? result(fold) : nil
    }
  }
}

extension PredicateIssue {
  /// Ends the program of a row, which the reference then decides. It is never shown.
  static var leftToReference: PredicateIssue { .tooManyElements }
}
