import Foundation
import OpenPredicate
import Testing

/// Properties of dates have the right values in structs, in dictionaries and for single dates, in UTC and in another zone.
@Suite("Properties of dates, evaluated")
struct DatePropertyEvaluationTests {
  struct Loan {
    var lentOn: Date
    var returnedOn: Date?
    /// A property with the same name as a property of dates.
    var year: Int
  }

  private static let loans: [Loan] = (0..<5_000).map { index in
    let lent = Double(index) * 40_000
    let returned = lent + Double(index) * 600
    return Loan(
      lentOn: Date(timeIntervalSinceReferenceDate: lent),
      returnedOn: index % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: returned), year: index)
  }

  private static let formats = [
    "lentOn.year == 2003", "lentOn.month IN {1, 2}", "lentOn.hour < 6", "lentOn.startOfDay == lentOn",
    "returnedOn.weekday == 0", "(returnedOn - lentOn).days > 20", "returnedOn - 86400 > lentOn + 3600", "year == 2003",
    "lentOn.year + year == 2010", "lentOn.year / 10 == 200",
  ]

  @Test("A chunk, dictionaries and one element at a time agree in every zone", arguments: ["UTC", "Asia/Kolkata"])
  func agree(zone: String) throws {
    let options = BindingOptions(timeZone: try #require(QueryTimeZone(zone) as QueryTimeZone?))
    for format in Self.formats {
      let predicate = try QueryPredicate(format: QueryFormat(raw: format))
      let query = try BoundQuery<Loan>(predicate, options: options)
      let found = try Self.loans.filterIndices(query)
      let dictionaries = Self.loans.map { loan -> [String: any Sendable] in
        var values: [String: any Sendable] = ["lentOn": loan.lentOn, "year": loan.year]
        if let returned = loan.returnedOn { values["returnedOn"] = returned }
        return values
      }
      let dynamic = try BoundQuery<[String: any Sendable]>(predicate, options: options)
      #expect(try dictionaries.filterIndices(dynamic) == found, "\(format)")
    }
  }

  @Test("A zone moves the hour")
  func zone() throws {
    let berlin = BindingOptions(timeZone: try #require(QueryTimeZone("Europe/Berlin") as QueryTimeZone?))
    let dates: QueryValue = .dictionary(QueryDictionary([("d", .date(0))]))
    let predicate = try QueryPredicate(format: "d.hour == 1")
    #expect(try predicate.evaluateByReference(with: dates, options: berlin))
    #expect(try !predicate.evaluateByReference(with: dates))
  }
}
