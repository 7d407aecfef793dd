import BenchData
import Foundation

/// A class whose instances are the elements, with properties of most kinds that `Film` and `Club` have.
final class Entry<Table> {
  let year: Int
  let published: Int
  let stars: UInt8
  let rating: Double
  let lent: Bool
  let title: String
  let subtitle: String?
  let price: Decimal
  let bought: Date
  let pages: Int?
  let link: URL?
  let genre: Genre
  let level: Level?
  let home: Place<Table>
  let owner: Person<Table>?
  let parent: Folder<Table>
  let next: Folder<Table>?
  let loans: [Loan<Table>]
  let marks: [Int]
  let names: [String]

  /// An entry out of numbers that look random.
  init(_ numbers: inout SeededNumbers, _ world: World<Table>) {
    year = 1920 + numbers.next(below: 107)
    published = 1920 + numbers.next(below: 107)
    stars = UInt8(numbers.next(below: 6))
    rating = Double(numbers.next(below: 101)) / 10
    lent = numbers.next(below: 10) < 3
    title = Samples.title(&numbers)
    subtitle = numbers.optional(nilPercent: 40, Samples.title)
    price = Samples.decimal(&numbers)
    bought = Samples.date(&numbers)
    pages = numbers.optional(nilPercent: 40) { $0.next(below: 1000) }
    link = numbers.optional(nilPercent: 40, Samples.url)
    genre = numbers.pick(Genre.allCases)
    level = numbers.optional(nilPercent: 40) { $0.pick(Level.allCases) }
    home = Place(&numbers)
    owner = numbers.optional(nilPercent: 40) { Person(&$0) }
    parent = numbers.pick(world.folders)
    next = numbers.optional(nilPercent: 40) { $0.pick(world.folders) }
    loans = (0..<numbers.next(below: 5)).map { _ in Loan(&numbers) }
    marks = (0..<numbers.next(below: 6)).map { _ in numbers.next(below: 100) }
    names = (0..<numbers.next(below: 5)).map { _ in Samples.name(&numbers) }
  }
}
