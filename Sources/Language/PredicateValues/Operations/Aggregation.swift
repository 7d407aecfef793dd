/// Aggregates over the elements of a collection, for functions and collection operators.
enum Aggregation {
  /// The numbers among the elements, without nils. For any other element it throws the issue that `refusal` makes from the description of the
  /// element's type.
  static func numbers(
    _ elements: [QueryValue], refusal: (String) -> PredicateIssue
  ) throws(PredicateIssue) -> [NumberValue] {
    var numbers: [NumberValue] = []
    numbers.reserveCapacity(elements.count)
    for element in elements {
      let element = element.withoutNaN
      if element.isNull { continue }
      guard let number = NumberValue(element) else { throw refusal(element.typeDescription) }
      numbers.append(number)
    }
    return numbers
  }

  /// The sum; 0 if there are no numbers.
  static func sum(_ numbers: [NumberValue]) -> QueryValue {
    var sum = NumberSum()
    for number in numbers { sum.add(number) }
    return sum.value
  }

  /// The mean over `count` elements; `.null` if there are none.
  static func mean(_ numbers: [NumberValue], count: Int) -> QueryValue {
    if count == 0 { return .null }
    var sum = NumberSum()
    for number in numbers { sum.add(number) }
    return QueryValue(nilForNaN: sum.doubleValue / Double(count))
  }

  /// The least or the greatest element. Among equal elements it is the first one. Nils are ignored. The result is `.null` if there are no other
  /// elements. Throws an issue of kind `type` if two elements have no order.
  static func extreme(
    _ elements: [QueryValue], _ wanted: ValueOrder, for name: String
  ) throws(PredicateIssue) -> QueryValue {
    var best = QueryValue.null
    for element in elements {
      let element = element.withoutNaN
      if element.isNull { continue }
      guard let family = element.family, family.isOrdered else {
        throw .noOrder(element.typeDescription, for: name)
      }
      if best.isNull {
        best = element
        continue
      }
      guard let order = element.order(best) else {
        throw .valuesDiffer(best, element)
      }
      if order == wanted { best = element }
    }
    return best
  }

  /// The middle number, or the mean of the two middle ones; `.null` if there are no numbers.
  static func median(_ numbers: [NumberValue]) -> QueryValue {
    guard !numbers.isEmpty else { return .null }
    let sorted = numbers.sorted { NumberOrder.compare($0, $1) == .less }
    let upper = sorted[sorted.count / 2]
    if sorted.count % 2 == 1 { return .double(upper.double) }
    return mean([sorted[sorted.count / 2 - 1], upper], count: 2)
  }

  /// The most frequent elements, in the order of their first occurrence. Nils are ignored.
  static func modes(_ elements: [QueryValue]) -> [QueryValue] {
    let present = elements.filter { !$0.withoutNaN.isNull }
    var counts: [ValueKey: Int] = [:]
    for element in present { counts[ValueKey(element), default: 0] += 1 }
    let most = counts.values.max() ?? 0
    return present.distinctValues().filter { counts[ValueKey($0)] == most }
  }

  /// The variance of a whole population: the mean of the squared differences from the mean; `.null` if there are no numbers. The mean and the sum of
  /// the squares are each rounded once, so the result is the same in any order.
  static func variance(_ numbers: [NumberValue]) -> QueryValue {
    guard case .double(let mean) = mean(numbers, count: numbers.count) else { return .null }
    var squares = ExactSum()
    for number in numbers {
      let difference = number.double - mean
      squares.add(difference * difference)
    }
    return QueryValue(nilForNaN: squares.value / Double(numbers.count))
  }

  /// The standard deviation of a whole population: the root of the variance.
  static func standardDeviation(_ numbers: [NumberValue]) -> QueryValue {
    guard case .double(let variance) = variance(numbers) else { return .null }
    return .double(variance.squareRoot())
  }

  /// The number below which a fraction of the numbers is; `.null` if there are no numbers. The fraction is from 0 to 1. The result is interpolated
  /// between the two numbers around the position in sorted order.
  static func percentile(_ numbers: [NumberValue], at fraction: Double) -> QueryValue {
    guard !numbers.isEmpty else { return .null }
    let sorted = numbers.sorted { NumberOrder.compare($0, $1) == .less }
    let place = fraction * Double(sorted.count - 1)
    let below = Int(place)
    let low = sorted[below].double
    if place == Double(below) { return .double(low) }
    return QueryValue(nilForNaN: low + (sorted[below + 1].double - low) * (place - Double(below)))
  }
}
