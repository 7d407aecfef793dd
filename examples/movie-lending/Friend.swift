import PredicateObjects

/// Somebody who borrows films.
final class Friend: StoredObject {
  @Stored var friendName: String
  @ToMany var lentMovies: [Movie]
  @ToMany var loans: [Loan]

  /// What a list of friends shows below the name.
  var borrowing: String {
    switch lentMovies.count {
    case 0: "Borrowing nothing."
    case 1: "Borrowing 1 movie."
    case let count: "Borrowing \(count) movies."
    }
  }
}
