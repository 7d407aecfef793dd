/// A value, such as a side of a comparison.
///
/// A tree is always in normal form, however it was built. Calls of functions with an infix form have that form. A path on SELF is a plain path. A CAST of the
/// text of a typed constant is that constant. Equality and hashing ignore ranges.
///
/// ```swift
/// let age: QueryExpression = .binary(.subtract, .literal(.integer(2026)), .keyPath(QueryKeyPath(.key("year"))))
/// age.canonicalFormat                               // 2026 - year
/// try QueryExpression(format: "2026 - year") == age  // true
/// ```
public struct QueryExpression: Sendable {
  /// The kind of the expression, and its parts.
  public let node: Node
  /// The place in the text.
  public let range: SourceRange
  let measure: TreeMeasure

  /// The kinds of expression.
  public enum Node: Sendable {
    /// `42`, `"text"`, `nil`.
    case literal(QueryLiteral)
    /// `SELF`.
    case evaluatedObject
    /// `ANYKEY`.
    case anyKey
    /// `$name`.
    case variable(String)
    /// `a.b.@count`, from the evaluated object.
    case keyPath(QueryKeyPath)
    /// `$x.name`, `SUBQUERY(…).@count`: a path from another base than the evaluated object.
    indirect case path(QueryExpression, QueryKeyPath)
    /// `a[0]`, `a[FIRST]`.
    indirect case index(QueryExpression, Index)
    /// `{a, b}`.
    case aggregate([QueryExpression])
    /// `sum:({1, 2})`: the selector with its colons. Without arguments it is a bare name.
    indirect case call(String, [QueryExpression])
    /// `FUNCTION(receiver, "selector:", …)`.
    indirect case function(QueryExpression, selector: QueryExpression, [QueryExpression])
    /// `CAST(x, "NSDate")`.
    indirect case cast(QueryExpression, type: QueryExpression)
    /// `TERNARY(p, a, b)`.
    indirect case ternary(QueryPredicate, QueryExpression, QueryExpression)
    /// `SUBQUERY(collection, $variable, p)`. The variable's name has no `$`.
    indirect case subquery(QueryExpression, variable: String, QueryPredicate)
    /// `a + b`, `a UNION b`.
    indirect case binary(BinaryOperator, QueryExpression, QueryExpression)
    /// `-a`.
    indirect case negate(QueryExpression)
    /// `$x := a`.
    indirect case assignment(variable: String, QueryExpression)
    /// `FETCH(request, context, countOnly)`.
    indirect case fetch(QueryExpression, QueryExpression, QueryExpression)
    /// `%@` in a format that was read without arguments.
    indirect case placeholder(QueryPlaceholder)
    /// Replaces a tree that would pass the limits.
    case overLimit
    /// A text that was given for an expression but cannot be read. Every use of it throws the error.
    case unreadable(String)
  }

  /// The text between the brackets of an index.
  public enum Index: Sendable, Hashable {
    /// `[FIRST]`: nil of an empty collection.
    case first
    /// `[LAST]`: nil of an empty collection.
    case last
    /// `[SIZE]`: how many elements there are.
    case size
    /// `[0]`, `["key"]`: a position from 0, a key of a dictionary, or the key of an object of an entity. A list is a key of several parts.
    case expression(QueryExpression)
  }

  init(_ node: consuming Node, measure: TreeMeasure, range: SourceRange) {
    if measure.fits {
      self.node = node
      self.measure = measure
    } else {
      self.node = .overLimit
      self.measure = .overLimit
    }
    self.range = range
  }

  /// How deep the constructs are nested; see ``PredicateLimits/nesting``.
  public var nesting: Int { Int(measure.nesting) }

  /// How many nodes the tree has.
  ///
  /// A list of more than 128 constants that came as one argument counts fewer than it has.
  public var nodeCount: Int { Int(measure.nodes) }

  /// Whether a part of this tree was left out because it passed the limits; see ``QueryPredicate/isOverLimit``.
  public var isOverLimit: Bool { measure.isOverLimit }

  /// The same expression at another place.
  public func at(_ range: SourceRange) -> QueryExpression {
    QueryExpression(node, measure: measure, range: range)
  }
}

extension QueryExpression {
  /// The name, if the expression is one key alone.
  package var bareName: String? {
    guard case .keyPath(let path) = node, path.count == 1, case .key(let name) = path.first else { return nil }
    return name
  }

  /// The name before the key of an object: `Group[2]`, or in quotes, as statements write the name of an entity that is one of their words: `"Group"[2]`. Nil
  /// for any other base of an index.
  package var keyedEntityName: String? {
    if case .literal(.string(let name)) = node { name } else { bareName }
  }

  /// The parts of a key in an index: the elements of a list, otherwise the value itself.
  package var keyParts: [QueryExpression] {
    if case .aggregate(let parts) = node, !parts.isEmpty { parts } else { [self] }
  }
}

extension QueryExpression: Hashable {
  /// Compares the structure, and ignores ranges.
  public static func == (left: Self, right: Self) -> Bool { left.node == right.node }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

/// A `%` specifier in a format that was read without arguments. It prints as itself.
///
/// ```swift
/// try QueryPredicate(format: "year > %d").canonicalFormat  // year > %d
/// ```
public struct QueryPlaceholder: Sendable, Hashable {
  /// The argument that it takes, counted from 0 through the whole format.
  public let index: Int
  /// The specifier without its `%`: `@`, `K`, `ld`. ASCII.
  public let conversion: String

  /// A placeholder for the argument at an index.
  public init(index: Int, conversion: String) {
    self.index = index
    self.conversion = conversion
  }

  /// Two specifiers of one spelling are equal, whatever their arguments.
  public static func == (left: QueryPlaceholder, right: QueryPlaceholder) -> Bool {
    left.conversion.hasSameScalars(as: right.conversion)
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { conversion.hashScalars(into: &hasher) }
}
