import Foundation
import OpenPredicate

/// The types of ``PlanDescriptionTests``. Offsets in printed plans are those of their properties.
enum PlanFixtures {
  /// A UUID that differs from others in its last byte.
  static func uuid(_ last: UInt8) -> UUID {
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, last))
  }

  enum Genre: String { case noir, drama, comedy }

  struct Place: QueryableProperties {
    var city: String
    var zip: Int

    static let queryProperties: [QueryProperty<Place>] = [.storedFields]
  }

  struct Loan {
    var days: Int
    var fee: Double
    var returned: Date?
  }

  final class Person: QueryableProperties, Sendable {
    let name: String
    let age: Int
    let next: Person?

    init(_ name: String, _ age: Int, _ next: Person? = nil) { (self.name, self.age, self.next) = (name, age, next) }

    static let queryProperties: [QueryProperty<Person>] = [.storedFields]
  }

  /// A struct that is read in place.
  struct Film {
    var year: Int
    var rating: Double
    var isLent: Bool
    var stars: UInt8
    var score: Double?
    var hits: UInt64
    var title: String
    var note: String?
    var genre: Genre
    var key: UUID
    var twin: UUID?
    var price: Decimal
    var fee: Decimal?
    var bought: Date
    var due: Date?
    var cover: Data
    var place: Place
    var home: Place?
    var owner: Person?
    var maker: Person
    var tags: [String]
    var marks: [Int]
    var spare: [Int]?
    var loans: [Loan]
    var gaps: [Loan?]
    var friends: [Person]
    var codes: Set<Int>
    var counts: [String: Int]
    var lines: [[String: Any]]
    var item: any PlanItem
    var items: [any PlanItem]
  }

  /// A class whose table has closures.
  final class Club: QueryableProperties {
    let people: [Person]
    let host: Place?

    init(_ people: [Person], _ host: Place?) { (self.people, self.host) = (people, host) }

    static let queryProperties: [QueryProperty<Club>] = [
      QueryProperty("size") { $0.people.count }, QueryProperty("host") { $0.host },
      QueryProperty("people") { $0.people },
    ]
  }
}

/// Elements of a known protocol and of unknown types.
protocol PlanItem {
  var year: Int { get }
}
