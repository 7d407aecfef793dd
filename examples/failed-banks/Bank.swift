import PredicateObjects

/// A bank that was closed. What is known about the closing is an object of its own: one bank, one set of details.
final class Bank: StoredObject {
  @Stored var name: String
  @Stored var city: String
  @Stored var state: String
  @ToOne(inverse: \.bank, deleteRule: .cascade) var details: BankDetails?
}
