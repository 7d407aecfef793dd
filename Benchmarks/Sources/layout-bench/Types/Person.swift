import BenchData

/// A struct that is an optional property of others.
struct Person<Table> {
  var name: String
  var age: Int
  var email: String?
  var home: Place<Table>

  /// A person out of numbers that look random.
  init(_ numbers: inout SeededNumbers) {
    name = Samples.name(&numbers)
    age = 18 + numbers.next(below: 60)
    email = numbers.optional(nilPercent: 40) { Samples.name(&$0) + "@example.com" }
    home = Place(&numbers)
  }
}
