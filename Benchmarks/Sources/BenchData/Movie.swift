/// A person who borrows films; the records share them.
public final class Borrower: Sendable {
  /// The person's name.
  public let name: String
  /// In years.
  public let age: Int

  /// A person.
  public init(name: String, age: Int) {
    self.name = name
    self.age = age
  }
}

/// A record of the data set.
public struct Movie: Sendable {
  public var year: Int
  public var rating: Double
  public var lent: Bool
  public var genre: String
  public var title: String
  public var tags: [String]
  public var borrower: Borrower?
}
