import Foundation
import OpenPredicate

/// The element type of the tests: a struct without a table.
struct Film: Equatable, Sendable {
  enum Genre: String, Sendable, CaseIterable, QueryArgumentConvertible { case noir, drama }

  var title: String
  var year: Int
  var rating: Double?
  var genre: Genre
  var tags: [String] = []
  var addedOn = Date(timeIntervalSinceReferenceDate: 0)
  var site = URL(filePath: "/films")

  static let all = [
    Film(title: "Laura", year: 1944, rating: 7.9, genre: .noir, tags: ["classic"]),
    Film(title: "Heat", year: 1995, rating: 8.3, genre: .drama),
    Film(title: "Seven", year: 1995, genre: .noir, tags: ["dark", "rain"]),
    Film(title: "Her", year: 2013, rating: 8.0, genre: .drama, tags: ["classic"]),
  ]

  /// Whether the fields of a type without a table are known before the first element is read. README lists these platforms.
  static let fieldsAreKnown = (try? BoundQuery<Film>("yaer == 1")) == nil

  static func titles(_ films: [Film]) -> String { films.map(\.title).joined(separator: " ") }
}
