import PredicateValues

/// The values of a predicate's variables. Names are compared by Unicode scalars; of two alike the last counts.
///
/// ```swift
/// let minimum = 1990
/// let variables: QueryVariables = ["year": minimum, "genres": ["Noir", "Drama"]]
/// try movies.filter("year > $year AND genre IN $genres", variables: variables)
/// ```
///
/// An expression is no value, and a variable that is given one has none; `withSubstitutionVariables(_:)` puts expressions in the place of
/// variables. A range is its two bounds, for BETWEEN.
public struct QueryVariables: Sendable, ExpressibleByDictionaryLiteral {
  private let values: QueryDictionary

  /// Whether there are none.
  public var isEmpty: Bool { values.values.isEmpty }

  /// Variables from pairs of name (without `$`) and value.
  public init(_ pairs: some Sequence<(String, QueryValue)> = []) {
    values = QueryDictionary(pairs)
  }

  /// Variables from what arguments of a format are made from: `QueryVariables(["year": year, "names": names])`.
  public init(_ arguments: [String: any QueryArgumentConvertible]) {
    self.init(
      arguments.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.compactMap { name, argument in
        Self.value(argument).map { (name, $0) }
      })
  }

  /// Variables written as a dictionary.
  public init(dictionaryLiteral elements: (String, any QueryArgumentConvertible)...) {
    self.init(elements.compactMap { name, argument in Self.value(argument).map { (name, $0) } })
  }

  private static func value(_ argument: any QueryArgumentConvertible) -> QueryValue? {
    // An object stays one: only in a format it needs a key.
    if let value = argument as? QueryValue { return value }
    return value(argument.queryArgument)
  }

  private static func value(_ argument: QueryArgument) -> QueryValue? {
    switch argument {
    case .literal(let literal): QueryValue(literal)
    case .array(let elements): values(elements).map { .array($0) }
    case .set(let elements): values(elements).map { .set($0.distinctValues()) }
    case .dictionary(let pairs):
      values(pairs.map(\.value)).map { .dictionary(QueryDictionary(zip(pairs.map(\.key), $0))) }
    case .range(let low, let high): values([low, high]).map { .array($0) }
    case .expression, .unrepresentable: nil
    }
  }

  /// Nil where one is no value.
  private static func values(_ arguments: [QueryArgument]) -> [QueryValue]? {
    let values = arguments.compactMap { value($0) }
    return values.count == arguments.count ? values : nil
  }

  /// The value of a variable; nil where it has none. A variable that is bound to nil has the value `.null`.
  public subscript(name: String) -> QueryValue? { values[name] }

  /// The names, for suggestions.
  public var names: [String] { values.keys }
}
