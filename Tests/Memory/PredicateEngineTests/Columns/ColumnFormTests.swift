import Foundation
import OpenPredicate
import PredicateBinding
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The engine agrees with the reference about functions on columns, data, elements of sets, and instances.
@Suite struct ColumnFormTests {
  enum Genre: String, CaseIterable { case noir, drama, comedy }

  final class Person: QueryableProperties, Hashable, Sendable {
    let age: Int
    let height: Double?
    let name: String

    init(_ age: Int, _ height: Double?, _ name: String) { (self.age, self.height, self.name) = (age, height, name) }

    static func == (left: Person, right: Person) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    static let queryProperties: [QueryProperty<Person>] = [.storedFields]
  }

  struct Tag: Hashable {
    var label: String
    var weight: Int
  }

  struct Row {
    var year: Int
    var oyear: Int?
    var rating: Double
    var orating: Double?
    var bought: Date
    var obought: Date?
    var hits: UInt64
    var genre: Genre
    var ogenre: Genre?
    var cover: Data
    var back: Data?
    var author: String
    var oauthor: String?
    var codes: Set<Int>
    var ocodes: Set<Int>?
    var tags: Set<String>
    var doubles: Set<Double>
    var marks: [Int]
    var names: [String]
    var counts: [String: Int]
    var friends: [Person]
    var circle: Set<Person>
    var labels: Set<Tag>
    var owner: Person?
    var page: URL?
    var link: URL?
    var spare: [Int]?
  }

  private static let people = (0..<9).map { Person($0 * 7, $0 % 3 == 0 ? nil : Double($0) / 3, "n\($0)") }

  private static let rows: [Row] = (0..<300).map { number in
    let authors = [
      "", "A", "Aa", "Anna Be", "Anna Bel", "Anna Bell", "Anna Belle and a long end", "Z", "\u{E9}", "日本語の本", "A\0",
      "😀",
    ]
    let author = authors[number % authors.count]
    return Row(
      year: [Int.min, -7, 0, 5, 8, Int.max][number % 6] &+ number % 5, oyear: number % 4 == 0 ? nil : number,
      rating: [0, -0.0, 2.5, -2.5, .nan, .infinity, 9, -1][number % 8],
      orating: number % 3 == 0 ? nil : Double(number) / 4,
      bought: Date(timeIntervalSinceReferenceDate: Double(number) * 1000),
      obought: number % 5 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(number)),
      hits: [0, 1, UInt64.max, 1 << 63, 1000][number % 5], genre: Genre.allCases[number % 3],
      ogenre: number % 4 == 0 ? nil : Genre.allCases[number % 3], cover: Data([UInt8(number % 3), 2]),
      back: number % 3 == 0 ? nil : Data(repeating: UInt8(number % 2), count: number % 40), author: author,
      oauthor: number % 5 == 0 ? nil : author, codes: Set((0..<number % 23).map { $0 * 3 }),
      ocodes: number % 4 == 0 ? nil : [number, 3], tags: Set(authors.prefix(number % 9)),
      doubles: [.nan, Double(number), 0.5], marks: Array(0..<number % 50), names: Array(authors.prefix(number % 7)),
      counts: number % 3 == 0 ? [:] : ["red": number, "self": 3], friends: Array(people.prefix(number % 9)),
      circle: Set(people.suffix(number % 9)), labels: Set((0..<number % 4).map { Tag(label: "l\($0)", weight: $0) }),
      owner: number % 4 == 0 ? nil : people[number % 9],
      page: number % 3 == 0 ? nil : URL(string: "https://example.org/\(number % 5)"),
      link: number % 4 == 0 ? nil : URL(string: "https://example.org/\(number % 2)"),
      spare: number % 3 == 0 ? nil : Array(0..<number % 4))
  }

  @Test(arguments: [
    "lowercase:(author) == 'anna bell'", "uppercase:(oauthor) != 'A'", "lowercase:(oauthor) BEGINSWITH 'anna'",
    "uppercase:(author) ENDSWITH[c] 'l'", "canonical:(oauthor) CONTAINS 'e'", "lowercase:(author) LIKE 'a*b*'",
    "uppercase:(author) IN {'AA', '', 'Z'}", "lowercase:(oauthor) IN[c] {'AA', 'Z'}", "lowercase:(oauthor) == nil",
    "uppercase:(oauthor) < 'ANNA'", "uppercase:(author) BETWEEN {'A', 'M'}", "NOT lowercase:(oauthor) CONTAINS 'n'",
    "uppercase:(names[1]) == 'A'", "uppercase:(owner.name) == 'N3'", "ANY friends.name.uppercaseString == 'N3'",
    "SUBQUERY(names, $n, uppercase:($n) == 'AA').@count == 1", "lowercase:(author) CONTAINS ''",
  ])
  func functionsOfStrings(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test(arguments: [
    "page == link", "page != link", "page < link", "page >= link", "author == oauthor", "author < oauthor",
    "oauthor >= author", "owner == friends[0]", "owner != nil AND owner == friends[0]",
  ])
  func pairs(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test(arguments: [
    "spare == nil", "spare != nil", "spare.@count == nil", "spare.@count == 0", "owner == nil", "owner.name == nil",
    "circle == nil", "ocodes == nil", "ocodes.@count == nil", "friends.@count == nil", "page == nil",
  ])
  func nils(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test(arguments: [
    "modulus:by:(year, 4) == 0", "modulus:by:(year, -1) == 0", "modulus:by:(year, 0) == nil",
    "modulus:by:(rating, 2) == 0.5", "modulus:by:(oyear, 7) > 3", "modulus:by:(rating, 0) == nil",
    "floor:(rating) == 2", "ceiling:(rating) == 3", "trunc:(rating) == -2", "floor:(year) == 5", "floor:(oyear) > 10",
    "sqrt:(rating) > 1", "sqrt:(year) > 1", "sqrt:(rating) == nil", "ln:(rating) < 2", "log:(year) < 1",
    "exp:(rating) > 5",
    "abs:(year) > 6", "chs:(year) > 6", "chs:(rating) >= 0", "add:to:(year, 1) > 5", "from:subtract:(year, 1) < 5",
    "multiply:by:(year, 2) > 5", "divide:by:(rating, 2) > 1", "divide:by:(year, 0) == nil",
    "raise:toPower:(rating, 2) > 5", "FUNCTION(bought, 'dateByAddingTimeInterval:', 5000) > CAST(100000, 'NSDate')",
    "FUNCTION(obought, 'dateByAddingTimeInterval:', -5) < CAST(100, 'NSDate')",
    "FUNCTION(obought, 'dateByAddingTimeInterval:', year) == nil",
    "bought < now()", "obought > now()", "now() - obought > 700000000", "now() == nil",
    "FUNCTION(now(), 'dateByAddingTimeInterval:', -700000000) > bought", "TERNARY(year > 4, now(), obought) > bought",
    "SUBQUERY(friends, $f, $f.age > 7 AND bought < now()).@count > 1",
  ])
  func functions(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test(arguments: [
    "hits IN {1, 1000}", "hits IN {0}", "hits IN {18446744073709551615, 1}", "hits IN {-1, 1.5}",
    "length:(genre) > 4", "genre.length == 4", "uppercase:(ogenre) == 'NOIR'", "ogenre.length == nil",
    "genre BEGINSWITH 'n' AND uppercase(genre) ENDSWITH 'R'", "genre == ogenre",
    "cover == back", "back == nil", "back != cover", "counts['red'] == 50", "counts['self'] == 3", "counts['x'] == nil",
  ])
  func stored(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test func dataBesideConstants() throws {
    for data in [Data(), Data([0, 2]), Data([1, 1, 1, 1]), Data(repeating: 1, count: 39)] {
      for name in ["cover", "back"] {
        for op in ["==", "!="] { try check(QueryPredicate("\(raw: name) \(raw: op) \(data)")) }
        try check(QueryPredicate("\(raw: name) IN {\(data), \(Data([2, 2]))}"))
      }
    }
  }

  @Test(arguments: ["<", "<=", ">", ">=", "=="])
  func order(of op: String) throws {
    let constants = [
      "", "A", "Aa", "Anna Be", "Anna Bel", "Anna Bell", "Anna Belle", "Z", "\u{E9}", "日本", "A\0", "A\0\0",
    ]
    for constant in constants {
      for name in ["author", "oauthor"] { try check(QueryPredicate("\(raw: name) \(raw: op) \(constant)")) }
    }
  }

  @Test(arguments: [
    "author BETWEEN {'A', 'M'}", "NOT oauthor BETWEEN {'Anna', 'Anna Bel'}", "author BETWEEN {oauthor, 'Z'}",
    "oauthor BETWEEN {author, author}", "ANY names BETWEEN {'A', 'Anna Be'}", "ALL tags BETWEEN {'A', 'Anna'}",
    "owner.name BETWEEN {'n2', 'n5'}", "SUBQUERY(friends, $f, $f.name BETWEEN {'n1', 'n3'}).@count > 1",
    "page BETWEEN {link, link}", "orating BETWEEN {rating, 60}", "author BETWEEN {'M', 'A'}",
  ])
  func ranges(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test(arguments: [
    "ANY codes > 20", "ALL codes > 10", "NONE codes == 6", "SUBQUERY(codes, $c, $c > 10 AND $c < 50).@count > 1",
    "codes.@sum.self > 100", "codes.@max.self > 30", "codes.@min.self == 0", "codes.@avg.self > 12",
    "ANY ocodes > 20", "ALL ocodes > 2", "SUBQUERY(ocodes, $c, $c > 10).@count == 0", "ocodes.@sum.self > 100",
    "ocodes.@sum.self == nil", "ANY tags BEGINSWITH 'A'",
    "SUBQUERY(tags, $t, $t BEGINSWITH 'A' AND $t ENDSWITH 'l').@count > 0",
    "ALL tags != ''", "ANY doubles > 3", "ALL doubles > 0", "doubles.@sum.self > 30", "doubles.@count == 3",
    "ANY circle.age > 20", "ALL circle.age > 20", "SUBQUERY(circle, $p, $p.age > 20 AND $p.height != nil).@count > 1",
    "circle.@sum.age > 50", "circle.@max.height > 1", "ANY circle.name == owner.name",
    "SUBQUERY(circle, $p, $p == owner).@count == 1",
    "ANY labels.label == 'l2'", "SUBQUERY(labels, $l, $l.weight > 0 AND $l.label != 'l1').@count > 0",
    "labels.@sum.weight == 3", "SUBQUERY(circle, $p, ANY codes == $p.age).@count > 0",
    "SUBQUERY(friends, $p, ANY tags == $p.name).@count == 0",
  ])
  func sets(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test(arguments: [
    "sum:(marks) > 200", "max:(marks) == 20", "min:(marks) == nil", "sum:(friends.age) > 20",
    "max:(friends.height) > 1",
    "friends.@sum.age > 100", "friends.@avg.age > 10", "friends.@min.height < 1", "friends.@max.height == nil",
    "owner.age IN marks", "oyear IN marks", "author IN names", "oauthor IN names", "owner.age IN codes",
    "NOT (owner.age IN marks)", "owner.age IN friends.age",
  ])
  func elements(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  /// A set that fills several chunks, among smaller ones.
  @Test func largeSets() throws {
    struct Large { var codes: Set<Int>, limit: Int }
    let rows = (0..<40).map { Large(codes: Set(0..<($0 % 7 == 3 ? 5000 : $0)), limit: $0 * 100) }
    for format in [
      "ANY codes > 4990", "SUBQUERY(codes, $c, $c > 10).@count > limit", "codes.@sum.self > limit", "ALL codes < 40",
      "SUBQUERY(codes, $c, $c == limit).@count == 1",
    ] {
      let query = try BoundQuery<Large>(QueryPredicate(format: QueryFormat(raw: format)))
      let expected = try query.indicesByReference(rows)
      #expect(try rows.filterIndices(query) == expected, "\(format)")
    }
  }

  private func check(_ predicate: QueryPredicate) throws {
    let query = try BoundQuery<Row>(predicate)
    let expected = try query.indicesByReference(Self.rows)
    #expect(try Self.rows.filterIndices(query) == expected, "\(predicate)")
    for index in stride(from: 0, to: Self.rows.count, by: 17) {
      #expect(try query.matches(Self.rows[index]) == expected.contains(index), "\(predicate)")
    }
  }
}
