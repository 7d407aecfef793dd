import Foundation
import PredicateReference

package enum FixtureGenre: String, Sendable {
  case drama = "Drama"
  case comedy = "Comedy"
  case noir = "Noir"
}

struct FixtureOptions: OptionSet, Sendable {
  let rawValue: Int
}

package enum FixtureMood: Sendable {
  case happy
  case sad(Int)
}

package final class FixtureFriend: QueryableProperties, Sendable {
  let friendName: String
  package let age: Int?

  package init(_ name: String, age: Int? = nil) {
    friendName = name
    self.age = age
  }

  package static let queryProperties: [QueryProperty<FixtureFriend>] = [.storedFields]
}

package struct FixturePlace: Sendable {
  var city: String
  var zip: Int

  package init(city: String, zip: Int) {
    self.city = city
    self.zip = zip
  }
}

struct FixtureLoan: Sendable {
  var days: Int
  var note: String?
}

package struct FixtureMovie: Sendable {
  package var title: String
  package var year: Int
  package var rating: Double?
  var genre: FixtureGenre
  var lent: Bool = false
  package var lentToFriend: FixtureFriend?
  var tags: [String] = []
  var loans: [FixtureLoan] = []
  var place: FixturePlace?
  var released = Date(timeIntervalSinceReferenceDate: 0)
  package var id = UUID()
  var marks: Set<Int> = []
  var extra: [String: Int] = [:]
  var flags = FixtureOptions(rawValue: 5)
  var price: Decimal = 1
  var size: UInt64 = .max
  var mood = FixtureMood.happy
  var weight: Float = 0.5
}

package let fixtureMovies: [FixtureMovie] = {
  let anna = FixtureFriend("Anna", age: 30)
  let bob = FixtureFriend("Bob")
  return [
    FixtureMovie(
      title: "The Third Man", year: 1949, rating: 8.1, genre: .noir, lent: true, lentToFriend: anna,
      tags: ["classic", "vienna"], loans: [FixtureLoan(days: 3), FixtureLoan(days: 20, note: "late")],
      place: FixturePlace(city: "Wien", zip: 1010), marks: [1, 2]),
    FixtureMovie(title: "Amélie", year: 2001, rating: 8.3, genre: .comedy, tags: ["paris"], extra: ["a": 1]),
    FixtureMovie(title: "Unrated", year: 1995, rating: nil, genre: .drama, lentToFriend: bob),
    FixtureMovie(
      title: "the end", year: 2010, rating: 5, genre: .drama, tags: ["Classic"],
      loans: [FixtureLoan(days: 1, note: "x")], released: Date(timeIntervalSinceReferenceDate: 1000)),
  ]
}()

package class FixtureAnimal: QueryableProperties {
  package let name: String
  private(set) var legs: Int
  weak var owner: FixtureFriend?
  unowned let keeper: FixtureFriend
  lazy var shout = name.uppercased()
  var parent: FixtureAnimal?

  package init(_ name: String, legs: Int, keeper: FixtureFriend, parent: FixtureAnimal? = nil) {
    self.name = name
    self.legs = legs
    self.keeper = keeper
    self.parent = parent
  }

  package typealias PropertyRoot = FixtureAnimal
  package static let queryProperties: [QueryProperty<FixtureAnimal>] = [.storedFields]
}

package final class FixtureDog: FixtureAnimal {
  package var tricks: [String] = []
  package var age: UInt8 = 3
}
