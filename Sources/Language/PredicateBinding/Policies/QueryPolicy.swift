import PredicateValues

/// What a predicate may read, use and cost when somebody else wrote its text. A policy is a value: each call takes its own, because roles
/// differ.
///
/// ```swift
/// let policy = QueryPolicy()
///   .allowing(.only("title", "author"), ofEntity: "Post")
///   .allowing(.except("passwordHash"), ofEntity: "User")
/// let found = try database.keys(EntityFetch("Post"), text: typed, policy: policy)
/// ```
///
/// - What a policy does not name does not exist: an issue about a hidden name is the issue about a name that no type has.
/// - A type of which ``allowing(_:ofEntity:)`` says `.none`, which is the default, hides every property that leads to it.
/// - What it says of a type holds for all that inherit from it: subclasses, entities with that parent. A subtype may have an entry of its own,
///   which can only be stricter: what the type above has, both entries must allow, and both rules must hold. An entry of a subtype also
///   limits what is read of the type above, whose objects may be of the subtype. Objects of a type cannot be read while a subtype alone has a
///   rule or is hidden. A subclass that no property leads to is found by its type (`of:`), not by its name.
/// - Structs are not compared with one another, because their hidden properties would take part. Instances and rows are compared by their
///   identity.
/// - Work is counted in steps, not by a clock. A step is a node that is evaluated for an object, an element that is visited, 16 bytes of a
///   text that are read, or a step of SQLite.
/// - It holds no code, so that it is Codable: a role's policy may lie in a file. What differs from call to call, the person of a rule for
///   instance, is given afterwards (``withVariables(_:)``).
public struct QueryPolicy: Sendable {
  /// Some of the names that there are.
  public enum Names: Sendable {
    /// All of them.
    case all
    /// None of them.
    case none
    /// Those of a list.
    case listed([String])
    /// All but those of a list.
    case unlisted([String])

    /// Those names: `.only("title", "year")`. Without names nothing can be read, but the type itself is not hidden.
    public static func only(_ names: String...) -> Names { .listed(names) }

    /// All but those names: `.except("passwordHash")`.
    public static func except(_ names: String...) -> Names { .unlisted(names) }

    /// Whether a name is one of them. Names are compared by Unicode scalars.
    public func contains(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .none: false
      case .listed(let names): names.contains { $0.hasSameScalars(as: name) }
      case .unlisted(let names): !names.contains { $0.hasSameScalars(as: name) }
      }
    }

    /// Whether this hides a type altogether.
    var isNone: Bool { if case .none = self { true } else { false } }
  }

  /// A condition that every object has to meet, and the values of its variables.
  struct Rule: Sendable {
    let predicate: QueryPredicate
    let variables: QueryVariables
  }

  /// What of the types that the policy does not name can be read. `.none` by default; `.all` stands for everything that property tables or
  /// a database's model list.
  public var otherTypes: Names
  /// The operators of comparisons. All by default: LIKE and MATCHES are bounded by ``work``.
  public var operators: Set<ComparisonOperator>
  /// The functions of calls by their names (`length:`), and the operators of collections (`@sum`). An added function that is hidden is
  /// unknown to the text.
  public var functions: Names
  /// How long and how large a text may be. A regular expression that runs by backtracking counts as ``PredicateLimits/regularExpressionSteps``
  /// steps of ``work`` for each text.
  public var limits: PredicateLimits
  /// The greatest estimate for one object, in half nanoseconds; a to-many relationship is taken to have eight elements.
  public var cost: Int
  /// How many steps a call may take, over all objects.
  public var work: Int
  private(set) var types: [ScalarString: Names] = [:]
  private(set) var rules: [ScalarString: Rule] = [:]

  /// A policy, each part with its default.
  public init(
    otherTypes: Names = .none, operators: Set<ComparisonOperator> = QueryPolicy.comparisons, functions: Names = .all,
    limits: PredicateLimits = QueryPolicy.standardLimits, cost: Int = 1_000_000, work: Int = 10_000_000
  ) {
    self.otherTypes = otherTypes
    self.operators = operators
    self.functions = functions
    self.limits = limits
    self.cost = cost
    self.work = work
  }

  /// All operators that are evaluated.
  public static let comparisons: Set<ComparisonOperator> = [
    .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .matches, .like, .beginsWith,
    .endsWith, .in, .contains, .between,
  ]

  /// 4,000 bytes, 500 nodes, 64 constructs inside one another, 10,000 steps of a regular expression.
  public static let standardLimits = PredicateLimits(
    nesting: 64, sourceLength: 4_000, nodes: 500, regularExpressionSteps: 10_000, visitedElements: 1_000_000)

  /// The policy with what can be read of an entity. Of a Swift type the entity has the type's name; `allowing(_:of:)` takes the type.
  public func allowing(_ names: Names, ofEntity entity: String) -> QueryPolicy {
    var policy = self
    policy.types[ScalarString(entity)] = names
    return policy
  }

  /// The policy with a condition that every object of an entity has to meet: the text reads only those.
  ///
  /// The rule may read everything, and its variables are its own. Properties that lead to an entity with a rule are hidden, so that the rule
  /// cannot be passed by a path.
  ///
  /// ```swift
  /// let rule = try QueryPredicate("owner == $user OR isPublic == YES")
  /// policy.requiring(rule, ofEntity: "Post", variables: ["user": .reference(user)])
  /// ```
  public func requiring(
    _ rule: QueryPredicate, ofEntity entity: String, variables: QueryVariables = [:]
  ) -> QueryPolicy {
    var policy = self
    policy.rules[ScalarString(entity)] = Rule(predicate: rule, variables: variables)
    return policy
  }

  /// The policy with values for the variables of its rules. A variable that has a value already keeps it.
  ///
  /// ```swift
  /// let policy = try JSONDecoder().decode(QueryPolicy.self, from: file)  // its rule: owner == $user
  /// posts.filter(text: typed, policy: policy.withVariables(["user": name]))
  /// ```
  public func withVariables(_ variables: QueryVariables) -> QueryPolicy {
    var policy = self
    policy.rules = rules.mapValues { Rule(predicate: $0.predicate, variables: variables.overridden(by: $0.variables)) }
    return policy
  }
}
