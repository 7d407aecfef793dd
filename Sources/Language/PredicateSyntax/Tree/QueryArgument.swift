/// An argument for a `%` specifier of a format. It becomes a node of the tree, never a part of the text, so it cannot change the meaning of the
/// format.
///
/// ```swift
/// let mixed: QueryArgument = [1990, "unknown"]
/// try QueryPredicate("year IN \(mixed)")  // year IN {1990, "unknown"}
/// ```
public indirect enum QueryArgument: Sendable {
  /// A constant.
  case literal(QueryLiteral)
  /// An expression, which becomes a part of the tree unchanged.
  case expression(QueryExpression)
  /// A condition, which becomes a part of the tree unchanged: `"\(isRecent) AND rating > 7"`. It stands where a condition may stand.
  case predicate(QueryPredicate)
  /// A list: `{1, 2}`.
  case array([QueryArgument])
  /// A set: `CAST({1, 2}, "NSSet")`.
  case set([QueryArgument])
  /// A dictionary: `CAST({"key", value, …}, "NSDictionary")`.
  case dictionary([(key: String, value: QueryArgument)])
  /// The two bounds of BETWEEN: `{1990, 1999}`. IN before a range means BETWEEN. Other operators do not take a range.
  case range(QueryArgument, QueryArgument)
  /// A value that a predicate cannot hold, with its description: `a function`. Using it is an issue of kind `argument-type`.
  case unrepresentable(String)

  /// The expression for the argument in a tree. `range` is the range of the specifier, for an argument of a format. Builders such as
  /// `QueryExpression("id").isIn(ids)` have no range.
  ///
  /// A list of more than 128 constants counts one node for each 128 constants. Arguments nested deeper than ``PredicateLimits/maximumNesting`` give a
  /// tree that is over the limit.
  package func expression(at range: SourceRange = .none, depth: Int = 0) -> QueryExpression {
    switch self {
    case .literal(let value): return .literal(value, range: range)
    case .expression(let expression): return expression.at(range)
    case .array(let elements):
      return .constants(Self.expressions(elements, range, depth), range: range)
    case .set(let elements):
      return .cast(
        .constants(Self.expressions(elements, range, depth), range: range),
        type: .literal(.string("NSSet"), range: range), range: range)
    case .dictionary(let pairs):
      let flat = pairs.flatMap { [QueryArgument.literal(.string($0.key)), $0.value] }
      return .cast(
        .constants(Self.expressions(flat, range, depth), range: range),
        type: .literal(.string("NSDictionary"), range: range), range: range)
    case .range(let low, let high):
      return .constants(Self.expressions([low, high], range, depth), range: range)
    case .unrepresentable(let what): return .unreadable(what)
    case .predicate: return .unreadable(kindName)
    }
  }

  private static func expressions(
    _ arguments: [QueryArgument], _ range: SourceRange, _ depth: Int
  ) -> [QueryExpression] {
    // One level too many is enough to make the tree over the limit, so deeper levels are left out.
    if depth > PredicateLimits.maximumNesting { return [] }
    return arguments.map { $0.expression(at: range, depth: depth + 1) }
  }

  /// The kind of the argument in a few words, for messages.
  var kindName: String {
    switch self {
    case .expression: "an expression"
    case .predicate: "a condition"
    case .array: "an array"
    case .set: "a set"
    case .dictionary: "a dictionary"
    case .range: "a range"
    case .unrepresentable(let what): what
    case .literal(let value):
      switch value {
      case .null: "nil"
      case .boolean: "a boolean"
      case .integer: "an integer"
      case .double: "a double"
      case .decimal: "a decimal"
      case .string: "a string"
      case .date: "a date"
      case .data: "data"
      case .uuid: "a UUID"
      case .url: "a URL"
      case .object: "an object"
      }
    }
  }
}

extension QueryArgument {
  /// The description of the argument, or of a part of it, if a predicate cannot contain it; otherwise nil.
  var unrepresentablePart: String? {
    switch self {
    case .unrepresentable(let what): what
    case .predicate: kindName
    case .array(let elements), .set(let elements): elements.lazy.compactMap(\.unrepresentablePart).first
    case .dictionary(let pairs): pairs.lazy.compactMap(\.value.unrepresentablePart).first
    case .literal, .expression, .range: nil
    }
  }
}

extension QueryArgument: ExpressibleByArrayLiteral {
  /// A list of values of several types: `[1990, "unknown", minimum]`.
  public init(arrayLiteral elements: any QueryArgumentConvertible...) {
    self = .array(elements.map { $0.queryArgument })
  }
}
