import BenchData

/// A struct of what holds other values: structs, optional structs, references, arrays, sets, dictionaries.
struct Club<Table> {
  var year: Int
  var name: String
  var home: Place<Table>
  var owner: Person<Table>?
  var parent: Folder<Table>
  var next: Folder<Table>?
  var loans: [Loan<Table>]
  var friends: [Friend<Table>]
  var marks: [Int]
  var spare: [Int]?
  var prices: [Double]
  var names: [String]
  var tags: Set<String>
  var codes: Set<Int>
  var counts: [String: Int]
  var labels: [String: String]

  /// A club out of numbers that look random.
  init(_ numbers: inout SeededNumbers, _ world: World<Table>) {
    year = 1920 + numbers.next(below: 107)
    name = Samples.name(&numbers)
    home = Place(&numbers)
    owner = numbers.optional(nilPercent: 40) { Person(&$0) }
    parent = numbers.pick(world.folders)
    next = numbers.optional(nilPercent: 40) { $0.pick(world.folders) }
    loans = (0..<numbers.next(below: 5)).map { _ in Loan(&numbers) }
    friends = (0..<numbers.next(below: 5)).map { _ in numbers.pick(world.friends) }
    marks = (0..<numbers.next(below: 6)).map { _ in numbers.next(below: 100) }
    spare = numbers.optional(nilPercent: 40) { numbers in
      (0..<numbers.next(below: 4)).map { _ in numbers.next(below: 100) }
    }
    // Quarters, whose sums are exact in every order.
    prices = (0..<numbers.next(below: 6)).map { _ in Double(numbers.next(below: 400)) / 4 }
    names = (0..<numbers.next(below: 5)).map { _ in Samples.name(&numbers) }
    tags = Set((0..<numbers.next(below: 5)).map { _ in numbers.pick(Vocabulary.tags) })
    codes = Set((0..<numbers.next(below: 5)).map { _ in numbers.next(below: 100) })
    counts = Dictionary(
      ["red", "green", "blue", "black"].prefix(numbers.next(below: 5)).map { ($0, numbers.next(below: 100)) }
    ) { first, _ in first }
    labels = Dictionary(
      ["color", "size", "owner"].prefix(numbers.next(below: 4)).map { ($0, numbers.pick(Vocabulary.words)) }
    ) { first, _ in first }
  }
}
