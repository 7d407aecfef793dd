import Foundation
import OpenPredicate
import PredicateMemory
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Elements whose static type is a protocol give the right results: structs and instances that are read in place, and other values.
@Suite struct ExistentialObjectsTests {
  private protocol Item {
    var year: Int { get }
    var title: String { get }
  }

  private struct Home {
    var city: String
    var zip: Int
  }

  /// The value fits into the three words of an existential.
  private struct Slip: Item {
    var year: Int
    var title: String
  }

  private struct Book: Item {
    var year: Int
    var title: String
    var rating: Double
    var home: Home?
    var info: [String: Any]
    var marks: [Int]
  }

  private struct Wide: Item {
    var numbers = SIMD8<Double>(repeating: 1)
    var year: Int
    var title: String
  }

  private struct Weak: Item {
    var year: Int
    var title: String { "weak" }
    weak var owner: Disc?
  }

  private class Disc: Item, @unchecked Sendable {
    var year: Int
    var title: String
    let rating: Double
    let home: Home?

    init(_ year: Int, _ title: String) {
      (self.year, self.title) = (year, title)
      rating = year % 5 == 0 ? .nan : Double(year % 10)
      home = year % 2 == 0 ? nil : Home(city: title, zip: year)
    }
  }

  private final class Album: Disc, @unchecked Sendable {
    let tracks = ["a", "b"]
  }

  private struct Listed: Item, QueryableProperties {
    var number: Int
    var year: Int { number + 1900 }
    var title: String { "listed" }

    static let queryProperties = [
      QueryProperty<Listed>("year") { $0.year }, QueryProperty<Listed>("title") { $0.title },
    ]
  }

  private func items(_ count: Int) -> [any Item] {
    (0..<count).map { number in
      let year = 1900 + number * 7 % 120
      let title = number % 3 == 0 ? "t\(number)" : "a title that is stored elsewhere \(number)"
      return switch number % 7 {
      case 0: Slip(year: year, title: title)
      case 1:
        Book(
          year: year, title: title, rating: number % 4 == 0 ? .nan : Double(number % 9),
          home: number % 5 == 0 ? nil : Home(city: title, zip: number), info: ["n": number, "s": title],
          marks: [number, year])
      case 2: Wide(year: year, title: title)
      case 3: Weak(year: year, owner: nil)
      case 4: Disc(year, title)
      case 5: Album(year, title)
      default: Listed(number: year - 1900)
      }
    }
  }

  private func check<Element>(
    _ format: String, _ elements: [Element], _ closure: ((Element) -> Bool)? = nil
  ) throws {
    let options = BindingOptions(reading: .everything)
    let query = try BoundQuery<Element>(QueryPredicate(format: QueryFormat(raw: format)), options: options)
    let expected = try query.indicesByReference(elements)
    #expect(try elements.filterIndices(query) == expected, "\(format)")
    #expect(try elements.indices.filter { try query.matches(elements[$0]) } == expected, "\(format), one by one")
    if let closure { #expect(expected == elements.indices.filter { closure(elements[$0]) }, "\(format), by hand") }
  }

  @Test func propertiesOfAll() throws {
    let items = items(5_000)
    try check("year > 1990", items) { $0.year > 1990 }
    try check("year == 1950 OR year == 1957", items) { $0.year == 1950 || $0.year == 1957 }
    try check("year IN {1914, 1921, 1984}", items) { [1914, 1921, 1984].contains($0.year) }
    try check("modulus:by:(year, 2) == 0 AND year + 1 < 1950", items) {
      $0.year.isMultiple(of: 2) && $0.year + 1 < 1950
    }
    try check("SELF.year BETWEEN {1950, 1960}", items) { (1950...1960).contains($0.year) }
    try check("NOT (year < 1990)", items) { $0.year >= 1990 }
    let read = items.filter { !($0 is Weak) }
    try check("title BEGINSWITH 't'", read) { $0.title.hasPrefix("t") }
    try check("title CONTAINS[c] 'ELSEWHERE 1'", read) { $0.title.contains("elsewhere 1") }
    try check("title == 'listed' AND year > 1950", read) { $0.title == "listed" && $0.year > 1950 }
    try check("title MATCHES 't[0-9]+'", read) { $0.title.wholeMatch(of: /t[0-9]+/) != nil }
    try check("title.length > 5", read) { $0.title.utf16.count > 5 }
  }

  @Test func propertiesOfOneType() throws {
    let books = items(2_000).filter { $0 is Book }
    try check("rating > 4", books) { ($0 as? Book)?.rating ?? 0 > 4 }
    try check("rating == nil", books) { ($0 as? Book)?.rating.isNaN ?? true }
    try check("home.zip > 500", books) { ($0 as? Book)?.home?.zip ?? 0 > 500 }
    try check("home == nil", books) { ($0 as? Book)?.home == nil }
    try check("info.n > 1000", books) { ($0 as? Book)?.info["n"] as? Int ?? 0 > 1000 }
    try check("info.s BEGINSWITH 't'", books) { ($0 as? Book)?.title.hasPrefix("t") ?? false }
    try check("ANY marks > 1990", books) { ($0 as? Book)?.marks.contains { $0 > 1990 } ?? false }
    try check("marks.@count == 2", books) { _ in true }
    let discs = items(2_000).filter { $0 is Disc }
    try check("rating > 4", discs) { ($0 as? Disc)?.rating ?? 0 > 4 }
    try check("rating == nil", discs) { ($0 as? Disc)?.rating.isNaN ?? true }
    try check("home.city CONTAINS 'elsewhere'", discs) { ($0 as? Disc)?.home?.city.contains("elsewhere") ?? false }
  }

  @Test func anythingAtAll() throws {
    var mixed: [Any] = items(500).map { $0 }
    mixed += [["year": 1999], ["year": 1, "title": "x"]] as [[String: Any]]
    try check("year > 1990", mixed)
    try check("SELF.year == 1999 OR year < 1910", mixed)
    let discs: [AnyObject] = items(500).compactMap { $0 as? Disc }
    try check("year > 1990", discs) { ($0 as? Disc)?.year ?? 0 > 1990 }
    let values: [any Sendable & Hashable] = [1, "two", 3.5, [4], Set([5]), true, Date(timeIntervalSince1970: 0)]
    try check("SELF == 1 OR SELF == 'two'", values)
    try check("SELF == nil", values)
  }

  /// The reference reports an unknown property, at the first element without it.
  @Test func unknownNames() throws {
    let items = items(300)
    for format in ["rating > 3", "tracks.@count > 0", "year > 1990 AND home.zip > 4", "nothing == nil", "title != nil"]
    {
      let query = try BoundQuery<any Item>(
        QueryPredicate(format: QueryFormat(raw: format)), options: BindingOptions(reading: .everything))
      let expected = #expect(throws: PredicateIssue.self) { try query.indicesByReference(items) }
      let found = #expect(throws: PredicateIssue.self) { try items.filterIndices(query) }
      #expect(found == expected, "\(format)")
    }
  }

  /// An instance that was stored as one of its superclass has the properties of the superclass.
  @Test func heirs() throws {
    let album = Album(1950, "a")
    let upcast: Disc = album
    for items in [[album, upcast], [upcast, album], [Disc(1951, "b"), upcast, album]] as [[any Item]] {
      try check("year >= 1950", items) { $0.year >= 1950 }
      for format in ["tracks.@count == 2", "ANY tracks == 'a'"] {
        let query = try BoundQuery<any Item>(
          QueryPredicate(format: QueryFormat(raw: format)), options: BindingOptions(reading: .everything))
        for item in items {
          let expected = Result { () throws(PredicateIssue) in try query.matchesByReference(item) }
          #expect(Result { () throws(PredicateIssue) in try query.matches(item) } == expected, "\(format)")
        }
      }
    }
    let objects: [AnyObject] = [upcast, album]
    try check("tracks.@count == 2", objects) { _ in true }
  }

  /// The engine copies a text of an instance before the closure of another element changes it.
  @Test func closuresMayChangeInstances() throws {
    struct Meddler: Item, QueryableProperties {
      let disc: Disc
      let year = 2000
      let title = ""

      static let queryProperties = [
        QueryProperty<Meddler>("title") { meddler in
          meddler.disc.title = "another text that is stored elsewhere, of \(meddler.disc.year)"
          return "the title of a meddler, which is a long text"
        }
      ]
    }
    let discs = (0..<3_000).map { Disc(1900 + $0, "the title of a disc, which is a long text: \($0)") }
    let items: [any Item] = discs.reversed() + discs.map { Meddler(disc: $0) }
    let query = try BoundQuery<any Item>(
      QueryPredicate(format: "title BEGINSWITH 'the title'"), options: BindingOptions(reading: .everything))
    #expect(try items.count(where: query) == 6_000)
    #expect(try items.count(where: query) == 3_000)
  }
}
