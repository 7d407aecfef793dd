import Foundation
import PredicateFoundation
import PredicateTestSupport

/// A friend that a ``BridgedFilm`` may be lent to.
struct BridgedFriend: Codable, Equatable, Sendable, QueryableProperties {
  var name: String
  var age: Int?

  static let queryProperties: [QueryProperty<BridgedFriend>] = [
    QueryProperty("name", \.name), QueryProperty("age", \.age),
  ]
}

/// A studio, which is a class.
final class BridgedStudio: Sendable, QueryableProperties {
  let name: String
  let founded: Int?

  init(name: String, founded: Int?) {
    self.name = name
    self.founded = founded
  }

  static let queryProperties: [QueryProperty<BridgedStudio>] = [
    QueryProperty("name", \.name) { $0.name }, QueryProperty("founded", \.founded) { $0.founded },
  ]
}

/// The objects that predicates of both kinds are evaluated with.
struct BridgedFilm: Sendable, QueryableProperties {
  enum Genre: String, Codable, CaseIterable, Sendable { case noir, drama }

  var title: String
  var subtitle: String?
  var year: Int
  var remade: Int?
  var rating: Double?
  var length: Double
  var lent: Bool
  var genre: Genre
  var added: Date
  var id: UUID
  var tags: [String]
  var marks: Set<Int>
  var borrower: BridgedFriend?
  var owner: BridgedFriend
  var studio: BridgedStudio?

  var decade: Int { year / 10 * 10 }

  static let queryProperties: [QueryProperty<BridgedFilm>] = [
    QueryProperty("name", \.title), QueryProperty("subtitle", \.subtitle), QueryProperty("year", \.year),
    QueryProperty("remade", \.remade), QueryProperty("rating", \.rating), QueryProperty("length", \.length),
    QueryProperty("lent", \.lent), QueryProperty("genre", \.genre), QueryProperty("added", \.added),
    QueryProperty("id", \.id), QueryProperty("tags", \.tags), QueryProperty("marks", \.marks),
    QueryProperty("borrower", \.borrower), QueryProperty("owner", \.owner), QueryProperty("studio", \.studio),
    QueryProperty("decade", \.decade), QueryProperty("ownerName", \.owner.name),
    QueryProperty("title") { $0.title.uppercased() },
  ]

  static let names = ["", "a", "ab", "b", "Ba", "zoé"]
  static let years = [1989, 1990, 1991, 2000, -7]
  static let ratings = [0, 7.5, 8, -1.25]

  init(_ random: inout SplitMix64) {
    func optional<T>(_ value: T) -> T? { random.oneIn(3) ? nil : value }
    title = random.pick(Self.names)
    subtitle = optional(random.pick(Self.names))
    year = random.pick(Self.years)
    remade = optional(random.pick(Self.years))
    rating = optional(random.pick(Self.ratings))
    length = random.pick(Self.ratings)
    lent = random.oneIn(2)
    genre = random.pick(Genre.allCases)
    added = Date(timeIntervalSinceReferenceDate: random.pick(Self.ratings))
    id = random.pick(Self.ids)
    tags = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.pick(Self.names) }
    marks = Set((0..<Int.random(in: 0...2, using: &random)).map { _ in random.pick(Self.years) })
    borrower = optional(BridgedFriend(name: random.pick(Self.names), age: optional(random.pick(Self.years))))
    owner = BridgedFriend(name: random.pick(Self.names), age: optional(random.pick(Self.years)))
    studio = optional(BridgedStudio(name: random.pick(Self.names), founded: optional(random.pick(Self.years))))
  }

  static let ids = [UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID(), UUID()]

  static func many(_ count: Int, seed: UInt64) -> [BridgedFilm] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in BridgedFilm(&random) }
  }
}
