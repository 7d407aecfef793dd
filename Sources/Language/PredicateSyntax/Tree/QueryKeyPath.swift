/// The names behind one another in `a.b.@count`: at least one component.
///
/// ```swift
/// let path = QueryKeyPath(.key("tags"), [.collectionOperator("count")])
/// QueryExpression.keyPath(path).canonicalFormat  // tags.@count
/// ```
public struct QueryKeyPath: Sendable {
  /// The first component. Kept apart from the rest so that the common path of one key needs no array.
  public let first: Component
  /// The components behind the first.
  public let rest: [Component]
  /// Where each component stands in the text, or nothing: then each stands where the whole path does. A path of one key needs no array.
  private let places: [SourceRange]

  /// A path that stands in no text.
  public init(_ first: Component, _ rest: [Component] = []) {
    self.init(first, rest, places: [])
  }

  /// A path whose components stand at places of their own, one a component; an empty list where they are not known.
  package init(_ first: Component, _ rest: [Component], places: [SourceRange]) {
    self.first = first
    self.rest = rest
    self.places = places
  }

  /// A path of plain keys: `QueryKeyPath(keys: ["lentToFriend", "friendName"])`. An empty list has no path.
  public init?(keys: [String]) {
    guard let first = keys.first else { return nil }
    self.init(.key(first), keys.dropFirst().map { .key($0) })
  }

  /// All components in order.
  public var components: [Component] { [first] + rest }

  /// How many components there are.
  public var count: Int { 1 + rest.count }

  /// Where each component stands in the text of the expression that the path belongs to, from its first byte to its last: with the quotes of
  /// `"b c"`, the `#` of `#size` and the `@` of `@count`, without the dot. Where that is not known it is the place of the expression.
  ///
  /// - Parameter whole: the place of the expression.
  public func ranges(in whole: SourceRange) -> [SourceRange] {
    places.isEmpty ? [SourceRange](repeating: whole, count: count) : places
  }

  /// One step of a path.
  public enum Component: Sendable {
    /// A property's name: `title`, `#size` (without the `#`), `"b c"` (without the quotes).
    case key(String)
    /// A collection operator, without the `@`: `count` in `tags.@count`.
    case collectionOperator(String)
    /// A variable whose value is the name: `$a.$b`.
    case variable(String)
    /// A call as a step: `%@.uppercase("x")`.
    indirect case call(String, [QueryExpression])
    /// `%K` in a format that was read without arguments.
    indirect case placeholder(QueryPlaceholder)
  }

  /// Whether a collection operator stands in the path: what is behind it belongs to the operator.
  package var hasCollectionOperator: Bool {
    components.contains { if case .collectionOperator = $0 { true } else { false } }
  }

  /// The key that leads to what is there already: `{1, 2}.@max.self`. A dictionary may have a value under it all the same.
  package static let selfKey = "self"

  /// The path with further components behind, which stand in no text.
  public func appending(_ components: [Component]) -> QueryKeyPath {
    QueryKeyPath(first, rest + components, places: places.isEmpty ? [] : places + components.map { _ in .none })
  }

  /// The path with another behind it; the two stand in the texts of expressions at these places.
  func appending(_ path: QueryKeyPath, at own: SourceRange, _ other: SourceRange) -> QueryKeyPath {
    QueryKeyPath(first, rest + path.components, places: ranges(in: own) + path.ranges(in: other))
  }

  /// The first component alone.
  package var head: QueryKeyPath { QueryKeyPath(first, [], places: Array(places.prefix(1))) }

  /// What is left behind the first `count` components; nil where nothing is.
  package func dropFirst(_ count: Int = 1) -> QueryKeyPath? {
    let left = components.dropFirst(count)
    return left.first.map { QueryKeyPath($0, Array(left.dropFirst()), places: Array(places.dropFirst(count))) }
  }

  /// The path with other components in the places of these, as many.
  func replacing(_ first: Component, _ rest: [Component]) -> QueryKeyPath {
    QueryKeyPath(first, rest, places: places)
  }

  /// A path is a chain: each component behind the first, and each call, counts one level.
  var measure: TreeMeasure {
    var result = TreeMeasure.leaf
    if rest.isEmpty, case .key = first { return result }
    for component in components {
      guard case .call(_, let arguments) = component else { continue }
      for argument in arguments { result.add(argument.measure) }
      result.deepen(by: 1)
    }
    result.deepen(by: rest.count)
    return result
  }
}

extension QueryKeyPath: Hashable {
  /// Whether the components are equal; places do not count.
  public static func == (left: Self, right: Self) -> Bool { left.first == right.first && left.rest == right.rest }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(rest)
  }
}

extension QueryKeyPath.Component: Hashable {
  /// Names by their scalars.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.key(let a), .key(let b)): a.hasSameScalars(as: b)
    case (.collectionOperator(let a), .collectionOperator(let b)): a.hasSameScalars(as: b)
    case (.variable(let a), .variable(let b)): a.hasSameScalars(as: b)
    case (.call(let a, let x), .call(let b, let y)): a.hasSameScalars(as: b) && x == y
    case (.placeholder(let a), .placeholder(let b)): a == b
    default: false
    }
  }

  /// Hashes the case and the name's bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let name):
      hasher.combine(0)
      name.hashScalars(into: &hasher)
    case .collectionOperator(let name):
      hasher.combine(1)
      name.hashScalars(into: &hasher)
    case .variable(let name):
      hasher.combine(2)
      name.hashScalars(into: &hasher)
    case .call(let name, let arguments):
      hasher.combine(3)
      name.hashScalars(into: &hasher)
      hasher.combine(arguments)
    case .placeholder(let placeholder):
      hasher.combine(placeholder)
    }
  }
}
