/// A value: something that a comparison takes.
///
/// A tree is always in normal form, whoever built it: calls of the functions that have an infix form are that form, a path on SELF
/// is a plain path, CAST of a literal that is the text of a typed constant is that constant. Equality and hashing ignore ranges.
///
/// ```swift
/// let age: QueryExpression = .binary(.subtract, .literal(.integer(2026)), .keyPath(QueryKeyPath(.key("year"))))
/// age.canonicalFormat                               // 2026 - year
/// try QueryExpression(format: "2026 - year") == age  // true
/// ```
public struct QueryExpression: Sendable {
  /// What the expression is.
  public let node: Node
  /// Where it stands in its text.
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
    /// `$x.name`, `SUBQUERY(…).@count`: a path from something else than the evaluated object.
    indirect case path(QueryExpression, QueryKeyPath)
    /// `a[0]`, `a[FIRST]`.
    indirect case index(QueryExpression, Index)
    /// `{a, b}`.
    case aggregate([QueryExpression])
    /// `sum:({1, 2})`: the selector with its colons; without arguments a bare name.
    indirect case call(String, [QueryExpression])
    /// `FUNCTION(receiver, "selector:", …)`.
    indirect case function(QueryExpression, selector: QueryExpression, [QueryExpression])
    /// `CAST(x, "NSDate")`.
    indirect case cast(QueryExpression, type: QueryExpression)
    /// `TERNARY(p, a, b)`.
    indirect case ternary(QueryPredicate, QueryExpression, QueryExpression)
    /// `SUBQUERY(collection, $variable, p)`; the variable's name without `$`.
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
    /// Stands where a tree past the limits would have been.
    case overLimit
    /// A text that was given for an expression and is none: every use of it reports why.
    case unreadable(String)
  }

  /// What stands between the brackets of an index.
  public enum Index: Sendable, Hashable {
    /// `[FIRST]`: nil of an empty collection.
    case first
    /// `[LAST]`: nil of an empty collection.
    case last
    /// `[SIZE]`: how many elements there are.
    case size
    /// `[0]`, `["key"]`: a place from 0, a key of a dictionary, or the key of an object of an entity. Several values are a list: a key of
    /// several parts.
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

  /// How deep the constructs stand inside one another; see ``PredicateLimits/nesting``.
  public var nesting: Int { Int(measure.nesting) }

  /// How many nodes the tree has.
  ///
  /// A long list that came as one argument counts fewer than it has.
  public var nodeCount: Int { Int(measure.nodes) }

  /// Whether something was left out of this tree because it passed the limits; see ``QueryPredicate/isOverLimit``.
  public var isOverLimit: Bool { measure.isOverLimit }

  /// The same expression at another place.
  public func at(_ range: SourceRange) -> QueryExpression {
    QueryExpression(node, measure: measure, range: range)
  }
}

extension QueryExpression {
  /// The name that the expression is, alone.
  package var bareName: String? {
    guard case .keyPath(let path) = node, path.count == 1, case .key(let name) = path.first else { return nil }
    return name
  }

  /// The parts of a key between the brackets of an index: those of a list, otherwise the value itself.
  package var keyParts: [QueryExpression] {
    if case .aggregate(let parts) = node, !parts.isEmpty { parts } else { [self] }
  }
}

extension QueryExpression: Hashable {
  /// Structural; ranges do not count.
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
  /// Which argument it takes, counted from 0 through the whole format.
  public let index: Int
  /// The specifier without its `%`: `@`, `K`, `ld`. ASCII.
  public let conversion: String

  /// A placeholder for the argument at an index.
  public init(index: Int, conversion: String) {
    self.index = index
    self.conversion = conversion
  }

  /// Two specifiers of one spelling are the same text, wherever they stand.
  public static func == (left: QueryPlaceholder, right: QueryPlaceholder) -> Bool {
    left.conversion.hasSameScalars(as: right.conversion)
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { conversion.hashScalars(into: &hasher) }
}
