import PredicateValues

/// A statement that can be prepared: its text, and what is bound to its numbered parameters.
///
/// The text is a function of the model and of the predicate's shape alone; constants are never part of it.
public struct SQLStatement: Sendable {
  /// The text. Parameters are numbered from 1.
  public let text: String
  /// The values of the parameters, in the order of their numbers: nil, integers, doubles, strings and data, as columns hold them.
  public let bindings: [QueryValue]

  /// A statement.
  public init(text: String, bindings: [QueryValue]) {
    self.text = text
    self.bindings = bindings
  }
}
