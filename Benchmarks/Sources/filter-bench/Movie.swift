/// A person who borrows films; the records share them.
final class Borrower: Sendable {
  let name: String
  let age: Int

  init(name: String, age: Int) {
    self.name = name
    self.age = age
  }
}

/// A record of the data set.
struct Movie: Sendable {
  var year: Int
  var rating: Double
  var lent: Bool
  var genre: String
  var title: String
  var tags: [String]
  var borrower: Borrower?
}
