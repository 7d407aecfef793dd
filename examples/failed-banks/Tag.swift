import PredicateObjects

/// A word that any number of banks have, and a bank any number of words.
final class Tag: StoredObject {
  @Stored(isUnique: true) var name: String
  @ToMany var banks: [BankDetails]
}
