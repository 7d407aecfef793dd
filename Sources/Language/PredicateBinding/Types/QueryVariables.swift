import PredicateValues

/// The values of a predicate's variables. Names are compared by Unicode scalars. If a name occurs twice, it has the last value.
///
/// ```swift
/// let minimum = 1990
/// let variables: QueryVariables = ["year": minimum, "genres": ["Noir", "Drama"]]
/// try movies.filter("year > $year AND genre IN $genres", variables: variables)
/// ```
///
/// A value cannot be an expression: a variable with an expression is left out. `QueryPredicate.substituting(_:)` replaces variables by expressions. A
/// range is a value for BETWEEN and for IN, which then means BETWEEN: `year IN $years` with `["years": 1990...1999]`.
public struct QueryVariables: Sendable, ExpressibleByDictionaryLiteral {
  private let values: QueryDictionary
  /// The names whose values are the two bounds of a range.
  private var ranges: Set<ScalarString> = []

  /// Whether there are no variables.
  public var isEmpty: Bool { values.values.isEmpty }

  /// Variables from pairs of a name (without `$`) and a value.
  public init(_ pairs: some Sequence<(String, QueryValue)> = []) {
    values = QueryDictionary(pairs)
  }

  /// Variables from values that can be arguments of a format: `QueryVariables(["year": year, "names": names])`.
  public init(_ arguments: [String: any QueryArgumentConvertible]) {
    self.init(named: arguments.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) })
  }

  /// Variables written as a dictionary.
  public init(dictionaryLiteral elements: (String, any QueryArgumentConvertible)...) {
    self.init(named: elements)
  }

  private init(named arguments: [(String, any QueryArgumentConvertible)]) {
    var pairs: [(String, QueryValue)] = []
    var ranges: Set<ScalarString> = []
    for (name, argument) in arguments {
      // A `QueryValue` is kept as it is. As an argument of a format, an object would need a key.
      let value = argument as? QueryValue
      let written = value == nil ? argument.queryArgument : .literal(.null)
      guard let value = value ?? Self.value(written) else { continue }
      pairs.append((name, value))
      // If a name occurs twice, its last value decides whether it is a range.
      if case .range = written { ranges.insert(ScalarString(name)) } else { ranges.remove(ScalarString(name)) }
    }
    values = QueryDictionary(pairs)
    self.ranges = ranges
  }

  /// Marks the value of a variable as the two bounds of a range.
  package mutating func markRange(_ name: String) { ranges.insert(ScalarString(name)) }

  /// Whether the value of a variable is the two bounds of a range.
  package func isRange(_ name: String) -> Bool { !ranges.isEmpty && ranges.contains(ScalarString(name)) }

  /// The variables of both. If a name occurs in both, the value of `other` is used.
  package func overridden(by other: QueryVariables) -> QueryVariables {
    if other.isEmpty { return self }
    var result = QueryVariables(pairs + other.pairs)
    let own = ranges.filter { other[$0.text] == nil }
    result.ranges = own.union(other.ranges)
    return result
  }

  /// All variables but one.
  package func without(_ name: String) -> QueryVariables {
    var result = QueryVariables(pairs.filter { !$0.0.hasSameScalars(as: name) })
    result.ranges = ranges
    result.ranges.remove(ScalarString(name))
    return result
  }

  private var pairs: [(String, QueryValue)] { Array(zip(values.keys, values.values)) }

  private static func value(_ argument: QueryArgument) -> QueryValue? {
    switch argument {
    case .literal(let literal): QueryValue(literal)
    case .array(let elements): values(elements).map { .array($0) }
    case .set(let elements): values(elements).map { .set($0.distinctValues()) }
    case .dictionary(let pairs):
      values(pairs.map(\.value)).map { .dictionary(QueryDictionary(zip(pairs.map(\.key), $0))) }
    case .range(let low, let high): values([low, high]).map { .array($0) }
    case .expression, .predicate, .unrepresentable: nil
    }
  }

  /// The values of arguments. Nil if an argument is not a value.
  private static func values(_ arguments: [QueryArgument]) -> [QueryValue]? {
    let values = arguments.compactMap { value($0) }
    return values.count == arguments.count ? values : nil
  }

  /// The value of a variable; nil if it has none. A variable that is bound to nil has the value `.null`.
  public subscript(name: String) -> QueryValue? { values[name] }

  /// The names, for suggestions.
  public var names: [String] { values.keys }

  /// Throws `surplus-variable` if a value has a name that no variable of the predicate has. One of the two names is probably misspelt.
  package func checkUse(by uses: @autoclosure () -> [VariableUse]) throws(PredicateIssue) {
    if isEmpty { return }
    let used = uses().map(\.name)
    for name in names where !used.contains(where: { $0.hasSameScalars(as: name) }) {
      throw .error(
        "surplus-variable", nil, "the predicate does not use the variable $\(name), for which a value is given",
        hint: NearestSpelling.of(name, among: used).map { "the nearest variable is $\($0)" }, kind: .argumentType)
    }
  }
}
