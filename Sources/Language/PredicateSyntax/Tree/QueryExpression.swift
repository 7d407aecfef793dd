/// An expression: a value, such as a side of a comparison.
///
/// A tree is always in normal form. If an operator has the same meaning as a function, a call of the function becomes the operator. A path from SELF
/// becomes a plain path. A CAST of a text that is a typed constant becomes this constant. Equality and hashing ignore ranges.
///
/// ```swift
/// let age: QueryExpression = .binary(.subtract, .literal(.integer(2026)), .keyPath(QueryKeyPath(.key("year"))))
/// age.canonicalFormat                               // 2026 - year
/// try QueryExpression(format: "2026 - year") == age  // true
/// ```
public struct QueryExpression: Sendable {
  /// The kind of the expression, and its parts.
  public let node: Node
  /// The range of the expression in the text.
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
    /// `a.b.@count`: a path from the evaluated object.
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
    /// Replaces a tree that would exceed the limits.
    case overLimit
    /// A text that could not be read as an expression. Every use of it throws the error of the text.
    case unreadable(String)
  }

  /// The text between the brackets of an index.
  public enum Index: Sendable, Hashable {
    /// `[FIRST]`: nil for an empty collection.
    case first
    /// `[LAST]`: nil for an empty collection.
    case last
    /// `[SIZE]`: the number of elements.
    case size
    /// `[0]`, `["key"]`: a position from 0, a key of a dictionary, or the key of an object of an entity. A list is a key with several values.
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

  /// The greatest depth of nested constructs; see ``PredicateLimits/nesting``.
  public var nesting: Int { Int(measure.nesting) }

  /// The number of nodes of the tree.
  ///
  /// If one argument is a list of more than 128 constants, it counts fewer nodes than constants.
  public var nodeCount: Int { Int(measure.nodes) }

  /// Whether a part of this tree was left out because it exceeded the limits; see ``QueryPredicate/isOverLimit``.
  public var isOverLimit: Bool { measure.isOverLimit }

  /// The same expression with another range.
  public func at(_ range: SourceRange) -> QueryExpression {
    QueryExpression(node, measure: measure, range: range)
  }
}

extension QueryExpression {
  /// The name, if the expression is a single key; otherwise nil.
  package var bareName: String? {
    guard case .keyPath(let path) = node, path.count == 1, case .key(let name) = path.first else { return nil }
    return name
  }

  /// The name of the entity before the key of an object: `Group[2]`. The name may be in quotes, `"Group"[2]`. Statements write quotes if the name is
  /// one of their words. Nil for any other base of an index.
  package var keyedEntityName: String? {
    if case .literal(.string(let name)) = node { name } else { bareName }
  }

  /// The values of a key in an index: the elements of a list, otherwise the single value.
  package var keyParts: [QueryExpression] {
    if case .aggregate(let parts) = node, !parts.isEmpty { parts } else { [self] }
  }
}

extension QueryExpression: Hashable {
  /// Compares the structure, and ignores ranges.
  @inline(never)
  public static func == (left: Self, right: Self) -> Bool { left.node == right.node }

  /// Hashes the parts that `==` compares.
  @inline(never)
  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

/// A `%` specifier in a format that was read without arguments. It is printed unchanged.
///
/// ```swift
/// try QueryPredicate(format: "year > %d").canonicalFormat  // year > %d
/// ```
public struct QueryPlaceholder: Sendable, Hashable {
  /// The index of the specifier's argument in the whole format, from 0.
  public let index: Int
  /// The specifier without its `%`: `@`, `K`, `ld`. ASCII.
  public let conversion: String

  /// A placeholder for the argument at an index.
  public init(index: Int, conversion: String) {
    self.index = index
    self.conversion = conversion
  }

  /// Two specifiers with the same spelling are equal, whatever their arguments are.
  public static func == (left: QueryPlaceholder, right: QueryPlaceholder) -> Bool {
    left.conversion.hasSameScalars(as: right.conversion)
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { conversion.hashScalars(into: &hasher) }
}
