import Foundation
import PredicateObjects

/// The date and place of a bank's closing, and its tags. Details without a bank are not saved.
final class BankDetails: StoredObject {
  @Stored var zip: String
  @Stored var closedOn: Date
  @Stored var updatedOn: Date
  @ToOne(isRequired: true) var bank: Bank?
  @ToMany(inverse: \.banks) var tags: [Tag]
}
