import BenchData

/// A struct inside of another.
struct Place<Table> {
  var city: String
  var zip: Int
  var floor: Int?
  var note: String?
  var spot: Spot<Table>

  /// A place out of numbers that look random.
  init(_ numbers: inout SeededNumbers) {
    city = numbers.pick(Vocabulary.words)
    zip = numbers.next(below: 100_000)
    floor = numbers.optional(nilPercent: 40) { $0.next(below: 30) }
    note = numbers.optional(nilPercent: 40, Samples.title)
    spot = Spot(east: Double(numbers.next(below: 3600)) / 10, north: Double(numbers.next(below: 1800)) / 10)
  }
}
