import Foundation
import PredicateEvaluation

/// A loan of the fixture.
final class Loan: QueryableProperties {
  let lentOn: Date
  let returnedOn: Date?
  let note: String?
  var movie: Movie?
  var friend: Friend?

  init(_ row: FixtureRow) {
    lentOn = row.date("lentOn") ?? .distantPast
    returnedOn = row.date("returnedOn")
    note = row.text("note")
  }

  static let queryProperties: [QueryProperty<Loan>] = [.storedFields]
}
