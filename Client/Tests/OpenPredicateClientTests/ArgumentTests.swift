import Foundation
import OpenPredicate
import PredicateFoundation
import Testing

#if SQLite || PostgreSQL
  import GRDB
#endif

/// The arguments that an application passes to predicates.
@Suite struct ArgumentTests {
  private enum Level: Int, QueryArgumentConvertible { case low = 1, high }
  private enum PlainLevel: Int { case low = 1, high }
  private enum Bare { case one(Int) }
  private final class Owner: Sendable {}

  private struct Money: QueryPropertyValue {
    var cents: Int
    static var queryType: QueryType { .integer }
    var queryValue: QueryValue { .integer(Int64(cents)) }
  }

  private func holds(_ format: String, _ arguments: any QueryArgumentConvertible...) throws -> Bool {
    try QueryPredicate(format: QueryFormat(raw: format), arguments: arguments).evaluate(with: 0)
  }

  @Test func numbersOfEveryType() throws {
    let numbers: [any QueryArgumentConvertible] = [
      3, Int8(3), Int16(3), Int32(3), Int64(3), UInt(3), UInt8(3), UInt16(3), UInt32(3), UInt64(3), Int128(3),
      UInt128(3),
      3.0, Float(3), Float16(3), CGFloat(3), Decimal(3), NSNumber(value: 3), NSNumber(value: 3.0),
      NSDecimalNumber(string: "3"), Level.high.rawValue + 1, Money(cents: 3), QueryValue.integer(3), Int?(3),
    ]
    for number in numbers {
      #expect(try holds("%@ == 3", number), "\(type(of: number))")
      #expect(try QueryPredicate("x == $n").evaluate(with: ["x": 3], variables: ["n": number]), "\(type(of: number))")
    }
    #expect(try holds("%@ == 2", Level.high))
    #expect(try holds("%@ == nil", NSNull()))
    #expect(try holds("%@ == nil", Int?.none))
  }

  @Test func textsAndFoundationsValues() throws {
    let character: Character = "x"
    #expect(try holds("%@ == 'x' AND %@ == 'x' AND %@ == 'x'", character, NSString(string: "x"), "x"[...]))
    let (date, id, site) = (Date(timeIntervalSinceReferenceDate: 60), UUID(), URL(filePath: "/films"))
    #expect(try holds("%@ == %@", date, NSDate(timeIntervalSinceReferenceDate: 60)))
    #expect(try holds("%@ == %@", id, NSUUID(uuidString: id.uuidString) ?? NSUUID()))
    #expect(try holds("%@ == %@", site, NSURL(string: site.absoluteString)))
    #expect(try holds("%@ == %@", Data([1, 2]), NSData(data: Data([1, 2]))))
  }

  @Test func collections() throws {
    #expect(try holds("2 IN %@ AND 2 IN %@ AND 2 IN %@", [1, 2], Set([1, 2]), [1, 2][...]))
    #expect(try holds("2 IN %@ AND 2 IN %@", NSArray(array: [1, 2]), NSSet(array: [1, 2])))
    #expect(try holds("2 IN %@", ContiguousArray([Level.low, .high])))
    #expect(try holds("%@.a == 1 AND %@.a == 1", ["a": 1], NSDictionary(dictionary: ["a": 1])))
    let minimum = 2
    let mixed: QueryArgument = [1, "x", minimum, [3.5]]
    #expect(try QueryPredicate("year IN \(mixed)").canonicalFormat == #"year IN {1, "x", 2, {3.5}}"#)
    #expect(
      try QueryPredicate(format: "year == %@ AND genre == %@", arguments: [minimum, "x"]).canonicalFormat
        == #"year == 2 AND genre == "x""#)
  }

  @Test func ranges() throws {
    #expect(try Film.titles(Film.all.filter("year BETWEEN \(1990...1999)")) == "Heat Seven")
    #expect(try Film.titles(Film.all.filter("year BETWEEN \(1944..<1995)")) == "Laura")
    #expect(try Film.all.filter("year BETWEEN \(1995..<1995)").isEmpty)
    #expect(try Film.titles(Film.all.filter("rating BETWEEN \(7.95...8.1)")) == "Her")
    #expect(try Film.titles(Film.all.filter("year BETWEEN $years", variables: ["years": 1990...1999])) == "Heat Seven")
    let years = QueryExpression(property: "year")
    #expect(try Film.titles(Film.all.filter(years.isIn(1990...1999))) == "Heat Seven")
    #expect(throws: PredicateIssue.self) { try Film.all.filter("year == \(1990...1999)") }
  }

  @Test func enumsAndValuesOfAnyType() throws {
    #expect(try Film.titles(Film.all.filter("genre == \(Film.Genre.noir)")) == "Laura Seven")
    #expect(try Film.titles(Film.all.filter("genre IN \([Film.Genre.drama])")) == "Heat Her")
    let anything: [Any] = [1995, Film.Genre.noir, PlainLevel.high, ["w", "x"], NSNull(), Int?.none as Any]
    let predicate = try QueryPredicate(
      format: "year == %@ AND genre == %@ AND 2 == %@ AND 'x' IN %@ AND nil == %@ AND nil == %@",
      argumentArray: anything)
    #expect(try Film.titles(Film.all.filter(predicate)) == "Seven")
    #expect(try QueryPredicate(format: "year == 1995", argumentArray: nil) == QueryPredicate("year == 1995"))
    #expect(try QueryExpression(format: "%@ + 1", argumentArray: [1]).canonicalFormat == "1 + 1")
    for odd in [Bare.one(1), { 1 } as () -> Int, Film.all[0]] as [Any] {
      for value in [odd, [1, odd], ["a": odd]] as [Any] {
        let issue = try #require(throws: PredicateIssue.self) {
          try QueryPredicate(format: "year == 1 AND genre == %@", argumentArray: [value])
        }
        #expect(issue.has(.argumentType) && issue.range != nil, "\(issue)")
      }
    }
    let owner = Owner()
    #expect(throws: Never.self) { try QueryPredicate(format: "owner == %@", argumentArray: [owner]) }
  }

  @Test func surplusArguments() throws {
    for read in [
      { try Film.all.filter(format: "year > %@", 1990, 2000).count },
      { try Film.all.filter(format: "year > 1", 1990).count },
      { try QueryPredicate(format: "year > %@", argumentArray: [1, 2]).canonicalFormat.count },
    ] as [() throws -> Int] {
      let issue = try #require(throws: PredicateIssue.self) { try read() }
      #expect(issue.has(.argumentSurplus) && issue.range != nil)
    }
  }

  @Test func variablesAreSwiftValues() throws {
    let minimum = 1990
    let genre = Film.Genre.noir
    #expect(try Film.titles(Film.all.filter("year > $minimum", variables: ["minimum": minimum])) == "Heat Seven Her")
    #expect(
      try Film.titles(Film.all.filter("year > \(minimum) AND genre == $genre", variables: ["genre": genre])) == "Seven")
    #expect(try Film.all.count(where: "ANY tags IN $tags", variables: ["tags": ["dark", "bright"]]) == 1)
    #expect(try Film.all.count(where: "rating == $none", variables: ["none": Int?.none]) == 1)
    let predicate = try QueryPredicate("year > $minimum")
    #expect(try predicate.evaluate(with: Film.all[1], substitutionVariables: ["minimum": minimum]))
    #expect(try predicate.evaluate(with: Film.all[1], variables: ["minimum": minimum]))
    #expect(predicate.withSubstitutionVariables(["minimum": minimum]).canonicalFormat == "year > 1990")
    let values: [String: Any] = ["minimum": 1990]
    #expect(try Film.all.count(where: "year > $minimum", variables: QueryVariables(dynamically: values)) == 3)
    #expect(
      try Film.titles(Film.all.sorted(by: "(year - $minimum) * -1", variables: ["minimum": minimum]))
        == "Her Heat Seven Laura")
  }
}
