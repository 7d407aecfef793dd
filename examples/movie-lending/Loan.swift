import Foundation
import PredicateObjects

/// One time that a film was lent.
final class Loan: StoredObject {
  @Stored var lentOn: Date
  @Stored var returnedOn: Date?
  @ToOne var movie: Movie?
  @ToOne var friend: Friend?
}
