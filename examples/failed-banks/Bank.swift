import PredicateObjects

/// A bank that was closed. The details of the closing are a separate object: one bank, one set of details.
final class Bank: StoredObject {
  @Stored var name: String
  @Stored var city: String
  @Stored var state: String
  @ToOne(inverse: \.bank, deleteRule: .cascade) var details: BankDetails?
}
