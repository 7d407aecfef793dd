/// The names behind one another in `a.b.@count`: at least one component.
public struct QueryKeyPath: Sendable, Hashable {
  /// The first component. Kept apart from the rest so that the common path of one key needs no array.
  public let first: Component
  /// The components behind the first.
  public let rest: [Component]

  /// A path.
  public init(_ first: Component, _ rest: [Component] = []) {
    self.first = first
    self.rest = rest
  }

  /// A path of plain keys. An empty list has no path.
  public init?(keys: [String]) {
    guard let first = keys.first else { return nil }
    self.init(.key(first), keys.dropFirst().map { .key($0) })
  }

  /// All components in order.
  public var components: [Component] { [first] + rest }

  /// How many components there are.
  public var count: Int { 1 + rest.count }

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

  /// The path with further components behind.
  public func appending(_ components: [Component]) -> QueryKeyPath {
    QueryKeyPath(first, rest + components)
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
