import Foundation
import PredicateEngine
import PredicateMemory
import PredicateReference

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

  static let queryProperties: [QueryProperty<Loan>] =
    InPlaceReads.areOn
    ? [.storedFields]
    : [
      QueryProperty("lentOn", \.lentOn),
      QueryProperty("returnedOn", \.returnedOn),
      QueryProperty("note", \.note),
      QueryProperty("movie", \.movie),
      QueryProperty("friend", \.friend),
    ]
}
