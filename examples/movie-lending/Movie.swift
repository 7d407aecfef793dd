import Foundation
import PredicateObjects

/// A film. The names of the properties are those of the model's entity.
final class Movie: StoredObject {
  @Stored var title: String
  @Stored var year: Int
  @Stored var genre: String
  @Stored var lent: Bool
  @Stored var lentOn: Date?
  @ToOne var lentToFriend: Friend?
  @ToMany var loans: [Loan]
}
