import PredicateValues

/// The values of a predicate's variables. Names are compared by Unicode scalars; of two alike the last counts.
///
/// ```swift
/// let variables: QueryVariables = ["year": 1990, "genres": ["Noir", "Drama"]]
/// variables["year"]  // .integer(1990)
/// variables["x"]     // nil
/// ```
public struct QueryVariables: Sendable, ExpressibleByDictionaryLiteral {
  private let values: QueryDictionary

  /// Whether there are none.
  public var isEmpty: Bool { values.values.isEmpty }

  /// Variables from pairs of name (without `$`) and value.
  public init(_ pairs: some Sequence<(String, QueryValue)> = []) {
    values = QueryDictionary(pairs)
  }

  /// Variables from what arguments of a format are made from: `QueryVariables(["year": year, "names": names])`.
  ///
  /// An expression is no value, and a variable that is given one has none; `withSubstitutionVariables(_:)` puts expressions in the place of
  /// variables.
  public init(_ arguments: [String: any QueryArgumentConvertible]) {
    self.init(
      arguments.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.compactMap { name, argument in
        Self.value(argument.queryArgument).map { (name, $0) }
      })
  }

  private static func value(_ argument: QueryArgument) -> QueryValue? {
    switch argument {
    case .literal(let literal): QueryValue(literal)
    case .array(let elements): values(elements).map { .array($0) }
    case .set(let elements): values(elements).map { .set($0.distinctValues()) }
    case .dictionary(let pairs):
      values(pairs.map(\.value)).map { .dictionary(QueryDictionary(zip(pairs.map(\.key), $0))) }
    case .expression: nil
    }
  }

  /// Nil where one is no value.
  private static func values(_ arguments: [QueryArgument]) -> [QueryValue]? {
    let values = arguments.compactMap(value)
    return values.count == arguments.count ? values : nil
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
