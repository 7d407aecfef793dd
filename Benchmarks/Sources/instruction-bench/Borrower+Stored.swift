import BenchData
import OpenPredicate

/// A class of another module: its stored properties are read in place.
extension Borrower: QueryableProperties {
  /// All that is stored.
  public static let queryProperties: [QueryProperty<Borrower>] = [.storedFields]
}
