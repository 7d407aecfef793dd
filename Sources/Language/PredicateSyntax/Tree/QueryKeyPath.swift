/// The components of a path such as `a.b.@count`, at least one.
///
/// ```swift
/// let path = QueryKeyPath(.key("tags"), [.collectionOperator("count")])
/// QueryExpression.keyPath(path).canonicalFormat  // tags.@count
/// ```
public struct QueryKeyPath: Sendable {
  /// The first component. It is separate, so that a path of one key, the most common one, needs no array.
  public let first: Component
  /// The components after the first.
  public let rest: [Component]
  /// The range of each component in the text. Empty if only the range of the whole path is known. A path of one key has no ranges, so it needs no
  /// array.
  private let places: [SourceRange]

  /// A path without source ranges.
  public init(_ first: Component, _ rest: [Component] = []) {
    self.init(first, rest, places: [])
  }

  /// A path with the source range of each component. The list is empty if the ranges are not known.
  package init(_ first: Component, _ rest: [Component], places: [SourceRange]) {
    self.first = first
    self.rest = rest
    self.places = places
  }

  /// A path of plain keys: `QueryKeyPath(keys: ["lentToFriend", "friendName"])`. Nil for an empty list.
  public init?(keys: [String]) {
    guard let first = keys.first else { return nil }
    self.init(.key(first), keys.dropFirst().map { .key($0) })
  }

  /// All components in order.
  public var components: [Component] { [first] + rest }

  /// The number of components.
  public var count: Int { 1 + rest.count }

  /// The range of each component in the text of the expression, without the dot. It includes the quotes of `"b c"`, the `#` of `#size` and the `@` of
  /// `@count`. A component whose range is not known has the range of the expression.
  ///
  /// - Parameter whole: The range of the expression.
  public func ranges(in whole: SourceRange) -> [SourceRange] {
    places.isEmpty ? [SourceRange](repeating: whole, count: count) : places
  }

  /// One component of a path.
  public enum Component: Sendable {
    /// A property's name: `title`, `#size` (without the `#`), `"b c"` (without the quotes).
    case key(String)
    /// A collection operator, without the `@`: `count` in `tags.@count`.
    case collectionOperator(String)
    /// A variable whose value is the name of the component: `$a.$b`.
    case variable(String)
    /// A call as a component: `%@.uppercase("x")`.
    indirect case call(String, [QueryExpression])
    /// `%K` in a format that was read without arguments.
    indirect case placeholder(QueryPlaceholder)
  }

  /// Whether the path contains a collection operator. The components after the operator belong to it.
  package var hasCollectionOperator: Bool {
    components.contains { if case .collectionOperator = $0 { true } else { false } }
  }

  /// The key for the value itself: `{1, 2}.@max.self`. A dictionary may nevertheless have a value for this key.
  package static let selfKey = "self"

  /// The key for all levels of a relationship: `reports*` for `reports`.
  package static func levels(of name: String) -> String { name + "*" }

  /// The relationship in a key for all its levels: `reports` for `reports*`. Nil for other keys, and for `reports**`, because levels have no levels.
  package static func relationship(ofLevels key: String) -> String? {
    let star = UInt8(ascii: "*")
    guard key.utf8.last == star, let name = String(key.utf8.dropLast()), let last = name.utf8.last, last != star else {
      return nil
    }
    return name
  }

  /// Whether the last component is a key for all levels of a relationship.
  var endsWithLevels: Bool {
    if case .key(let name) = rest.last ?? first { Self.relationship(ofLevels: name) != nil } else { false }
  }

  /// The path with further components at its end. The new components have no source ranges.
  public func appending(_ components: [Component]) -> QueryKeyPath {
    QueryKeyPath(first, rest + components, places: places.isEmpty ? [] : places + components.map { _ in .none })
  }

  /// The path with another path at its end. `own` and `other` are the ranges of the two expressions.
  func appending(_ path: QueryKeyPath, at own: SourceRange, _ other: SourceRange) -> QueryKeyPath {
    QueryKeyPath(first, rest + path.components, places: ranges(in: own) + path.ranges(in: other))
  }

  package var head: QueryKeyPath { QueryKeyPath(first, [], places: Array(places.prefix(1))) }

  /// The path without its first `count` components; nil if none remain.
  package func dropFirst(_ count: Int = 1) -> QueryKeyPath? {
    let left = components.dropFirst(count)
    return left.first.map { QueryKeyPath($0, Array(left.dropFirst()), places: Array(places.dropFirst(count))) }
  }

  /// The path with other components, as many as before, with the same source ranges.
  func replacing(_ first: Component, _ rest: [Component]) -> QueryKeyPath {
    QueryKeyPath(first, rest, places: places)
  }

  /// The nesting of a path: each component after the first, and each call, adds one level.
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
  /// Whether the components are equal. Ranges are ignored.
  public static func == (left: Self, right: Self) -> Bool { left.first == right.first && left.rest == right.rest }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(rest)
  }
}

extension QueryKeyPath.Component: Hashable {
  /// Compares the names by their scalars.
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
