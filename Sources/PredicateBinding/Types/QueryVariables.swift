import PredicateValues

/// The values of a predicate's variables. Names are compared by Unicode scalars; of two alike the last counts.
public struct QueryVariables: Sendable, ExpressibleByDictionaryLiteral {
  private let values: QueryDictionary

  /// Variables from pairs of name (without `$`) and value.
  public init(_ pairs: some Sequence<(String, QueryValue)> = []) {
    values = QueryDictionary(pairs)
  }

  /// Variables written as a dictionary.
  public init(dictionaryLiteral elements: (String, QueryValue)...) {
    self.init(elements)
  }

  /// The value of a variable; nil where it has none. A variable that is bound to nil has the value `.null`.
  public subscript(name: String) -> QueryValue? { values[name] }

  /// The names, for suggestions.
  public var names: [String] { values.keys }
}
