import PredicateModel

/// The named statements of the demo, for `.run` of the shell.
public enum DemoStatements {
  /// Lending a film and taking it back. The demo records both in the film and as a loan. A film that is lent cannot be lent again.
  public static let all: [(name: String, statement: String)] = [
    (
      "lend",
      """
      insert Loan movie = (Movie where title == $film AND lent == NO), friend = (Friend where friendName == $to), lentOn = now(); \
      update Movie set lent = YES, lentToFriend = (Friend where friendName == $to), lentOn = now() where title == $film
      """
    ),
    (
      "return",
      """
      update Loan set returnedOn = now() where movie.title == $film AND returnedOn == nil; \
      update Movie set lent = NO, lentToFriend = nil, lentOn = nil where title == $film
      """
    ),
  ]

  /// The statements if a model is the demo's; empty for any other.
  ///
  /// ```swift
  /// DemoStatements.statements(for: try PredicateDatabase.demo().model).map(\.name)  // ["lend", "return"]
  /// ```
  public static func statements(for model: DataModel) -> [(name: String, statement: String)] {
    let members = { (model: DataModel) in model.entities.map { [$0.name] + $0.memberNames } }
    return members(model) == members(DemoDatabase.model) ? all : []
  }
}
