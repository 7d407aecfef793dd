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
  /// When it was first shown.
  public var year: Int
  /// From 0 to 10.
  public var rating: Double
  /// Whether somebody has it.
  public var lent: Bool
  /// One of twenty.
  public var genre: String
  /// Two words and a number, sometimes with an article or a café.
  public var title: String
  /// Up to four.
  public var tags: [String]
  /// Who has it.
  public var borrower: Borrower?
}
