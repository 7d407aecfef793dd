import BenchData
import Foundation

/// A struct of single values: numbers, strings, Foundation's values, enums, and an optional of each.
struct Film<Table> {
  var year: Int
  var published: Int
  var copies: Int16
  var weight: Int32
  var stars: UInt8
  var hits: UInt64
  var rating: Double
  var height: Double
  var ratio: Float
  var lent: Bool
  var title: String
  var author: String
  var price: Decimal
  var bought: Date
  var shown: Date
  var key: UUID
  var page: URL
  var cover: Data
  var pages: Int?
  var discs: UInt8?
  var score: Double?
  var checked: Bool?
  var subtitle: String?
  var fee: Decimal?
  var returned: Date?
  var token: UUID?
  var link: URL?
  var back: Data?
  var genre: Genre
  var subgenre: Genre?
  var grade: Level
  var level: Level?
  var shelf: Shelf
  var oldShelf: Shelf?

  /// A film out of numbers that look random.
  init(_ numbers: inout SeededNumbers) {
    year = 1920 + numbers.next(below: 107)
    published = 1920 + numbers.next(below: 107)
    copies = Int16(numbers.next(below: 2000) - 100)
    weight = Int32(numbers.next(below: 5000))
    stars = UInt8(numbers.next(below: 6))
    hits = UInt64(numbers.next())
    rating = Double(numbers.next(below: 101)) / 10
    height = Double(numbers.next(below: 101)) / 10
    ratio = Float(numbers.next(below: 1000)) / 250
    lent = numbers.next(below: 10) < 3
    title = Samples.title(&numbers)
    author = Samples.name(&numbers)
    price = Samples.decimal(&numbers)
    bought = Samples.date(&numbers)
    shown = Samples.date(&numbers)
    key = Samples.uuid(&numbers)
    page = Samples.url(&numbers)
    cover = Samples.data(&numbers)
    pages = numbers.optional(nilPercent: 40) { $0.next(below: 1000) }
    discs = numbers.optional(nilPercent: 40) { UInt8($0.next(below: 10)) }
    score = numbers.optional(nilPercent: 40) { Double($0.next(below: 1000)) / 10 }
    checked = numbers.optional(nilPercent: 40) { $0.next(below: 2) == 0 }
    subtitle = numbers.optional(nilPercent: 40, Samples.title)
    fee = numbers.optional(nilPercent: 40, Samples.decimal)
    returned = numbers.optional(nilPercent: 40) { Samples.date(&$0) }
    token = numbers.optional(nilPercent: 40) { Samples.uuid(&$0) }
    link = numbers.optional(nilPercent: 40, Samples.url)
    back = numbers.optional(nilPercent: 40) { Samples.data(&$0) }
    genre = numbers.pick(Genre.allCases)
    subgenre = numbers.optional(nilPercent: 40) { $0.pick(Genre.allCases) }
    grade = numbers.pick(Level.allCases)
    level = numbers.optional(nilPercent: 40) { $0.pick(Level.allCases) }
    shelf = numbers.pick(Shelf.allCases)
    oldShelf = numbers.optional(nilPercent: 40) { $0.pick(Shelf.allCases) }
  }
}
