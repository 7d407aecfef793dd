/// A step of how a database runs a statement, in its own words.
///
/// ```swift
/// PlanStep(id: 3, parent: 0, detail: "SEARCH t0 USING INDEX year (year>?)")
/// ```
public struct PlanStep: Sendable, Hashable {
  /// The number of the step.
  public let id: Int
  /// The step that this one is a part of; 0 for none.
  public let parent: Int
  /// What the database says of it.
  public let detail: String

  /// A step.
  public init(id: Int, parent: Int, detail: String) {
    self.id = id
    self.parent = parent
    self.detail = detail
  }
}
