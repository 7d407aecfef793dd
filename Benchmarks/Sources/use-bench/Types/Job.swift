import BenchData
import Foundation
import OpenPredicate

/// A struct of single values.
struct Job: QueryableProperties {
  var id: Int
  var year: Int
  var rating: Double
  var isDone: Bool
  var isPinned: Bool
  var price: Double
  var quantity: Double
  var count: Int
  var title: String
  var genre: Genre
  var level: Level
  var uuid: UUID
  var date: Date
  var due: Date?

  enum Genre: String, CaseIterable { case noir, drama, comedy, western, musical }

  enum Level: Int, CaseIterable { case low, middle, high, highest }

  init(_ numbers: inout SeededNumbers) {
    id = numbers.next(below: 100_000)
    year = 1920 + numbers.next(below: 107)
    rating = Double(numbers.next(below: 101)) / 10
    isDone = numbers.next(below: 10) < 6
    isPinned = numbers.next(below: 10) < 1
    price = Double(numbers.next(below: 4000)) / 100
    quantity = Double(numbers.next(below: 20))
    count = numbers.next(below: 8)
    title = Samples.title(&numbers)
    genre = numbers.pick(Genre.allCases)
    level = numbers.pick(Level.allCases)
    uuid = Samples.uuid(numbers.next(below: 10_000))
    date = Samples.date(numbers.next(below: 10_000))
    due = numbers.optional(nilPercent: 40) { Samples.date($0.next(below: 10_000)) }
  }

  static let queryProperties: [QueryProperty<Job>] = [
    QueryProperty("id", \.id), QueryProperty("year", \.year), QueryProperty("rating", \.rating),
    QueryProperty("isDone", \.isDone), QueryProperty("isPinned", \.isPinned), QueryProperty("price", \.price),
    QueryProperty("quantity", \.quantity), QueryProperty("count", \.count), QueryProperty("title", \.title),
    QueryProperty("genre", \.genre), QueryProperty("level", \.level), QueryProperty("uuid", \.uuid),
    QueryProperty("date", \.date), QueryProperty("due", \.due),
  ]
}
