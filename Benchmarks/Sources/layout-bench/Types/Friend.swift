import BenchData

/// A class whose instances arrays hold.
final class Friend<Table> {
  let name: String
  let age: Int
  let rank: Double

  /// A friend out of numbers that look random.
  init(_ numbers: inout SeededNumbers) {
    name = Samples.name(&numbers)
    age = 18 + numbers.next(below: 60)
    rank = Double(numbers.next(below: 1000)) / 10
  }
}
