import PredicateValues

/// Limits the names, the constructs and the cost of predicates from untrusted text. A policy is a value that is passed to each call, because callers
/// have different rights.
///
/// ```swift
/// let policy = QueryPolicy()
///   .allowing(.only("title", "author"), ofEntity: "Post")
///   .allowing(.except("passwordHash"), ofEntity: "User")
/// let found = try database.keys(EntityFetch("Post"), text: typed, policy: policy)
/// ```
///
/// - Names that a policy hides do not exist: an issue about a hidden name equals the issue about an unknown name.
/// - A type is hidden if its entry is `.none` (``allowing(_:ofEntity:)``). A type without an entry is hidden too, unless ``otherTypes`` is set. Properties
///   that hold objects of a hidden type are hidden.
/// - An entry applies to all types that inherit from its type: subclasses, child entities. An entry of a subtype can only be stricter. A name of the
///   supertype is allowed for the subtype if both entries allow it. An object of the subtype has to meet both rules. An entry of a subtype also
///   restricts reading the supertype, because an object of the supertype may be of the subtype. If only a subtype has a rule or is hidden, objects of
///   the supertype cannot be read. A subclass that is not the type of any property needs an entry by its type (`of:`); its name is not enough.
/// - Structs are not compared with one another, because that would use their hidden properties. Instances and rows are compared by identity.
/// - Work is counted in steps. A step is a node that is evaluated for an object, a visited element, 16 bytes of a text, or a step of SQLite. It takes
///   some tens of nanoseconds. An option such as `[cd]` takes four steps for each byte of a text that has to be normalised first.
/// - A name that does not exist is an issue (`policy-mistake`), so that a spelling mistake does not show a hidden name. The names of entities, functions
///   and properties are checked when a call binds the policy to a model or a type.
/// - A policy contains no code, so it is Codable and can be stored in a file. Values that differ between calls, such as the user in a rule, are given later
///   (``withVariables(_:)``).
/// - Two policies are equal if all their parts are equal. Names are compared by Unicode scalars, in any order. Values of variables are compared by
///   type and content. Objects without a key are compared by identity or, if they are structs, by their properties.
/// - `print(policy)` shows no names and no values.
public struct QueryPolicy: Sendable, Hashable {
  /// A choice of names: all, none, or those in or not in a list.
  public enum Names: Sendable {
    /// All names.
    case all
    /// No names.
    case none
    /// Only the names of a list.
    case listed([String])
    /// All names except those of a list.
    case unlisted([String])

    /// The given names: `.only("title", "year")`. An empty list allows no name, but does not hide the type.
    public static func only(_ names: String...) -> Names { .listed(names) }

    /// All names but the given ones: `.except("passwordHash")`.
    public static func except(_ names: String...) -> Names { .unlisted(names) }

    /// Whether a name is chosen. Names are compared by Unicode scalars.
    public func contains(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .none: false
      case .listed(let names): names.contains { $0.hasSameScalars(as: name) }
      case .unlisted(let names): !names.contains { $0.hasSameScalars(as: name) }
      }
    }

    /// Whether the choice hides the type.
    var isNone: Bool { if case .none = self { true } else { false } }

    /// The names in the list; empty for all and none.
    var list: [String] {
      switch self {
      case .all, .none: []
      case .listed(let names), .unlisted(let names): names
      }
    }
  }

  /// A condition on every object of a type, and the values of its variables.
  struct Rule: Sendable {
    /// The identity that the copies of a rule share.
    final class Mark: Sendable {}

    let predicate: QueryPredicate
    let variables: QueryVariables
    let mark = Mark()

    init(predicate: QueryPredicate, variables: QueryVariables) {
      self.predicate = predicate
      self.variables = variables
    }
  }

  /// The names that can be read of types without an entry. The default is `.none`. `.all` permits every name in property tables or in a database's
  /// model.
  public var otherTypes: Names
  /// The comparison operators that are permitted. All by default: ``work`` limits LIKE and MATCHES.
  public var operators: Set<ComparisonOperator>
  /// The functions (`length:`) and the collection operators (`@sum`) that are permitted, by their names. The last colon can be left out: `length` and
  /// `length:` are the same function. A text with another function gets the issue for an unknown function.
  public var functions: Names
  /// Limits on the length and the size of a text. If a regular expression with backtracking is used, each text that it tests counts
  /// ``PredicateLimits/regularExpressionSteps`` steps of ``work``.
  public var limits: PredicateLimits
  /// The highest estimated cost for one object, in half nanoseconds. The estimate assumes that each to-many relationship has eight elements.
  public var cost: Int
  /// The most steps that one call may take, for all objects together.
  public var work: Int
  private(set) var types: [ScalarString: Names] = [:]
  private(set) var rules: [ScalarString: [Rule]] = [:]
  /// The types with two different lists of names. A policy with such a type cannot be used.
  private(set) var repeated: Set<ScalarString> = []

  /// A policy. A part that is not given has its default.
  ///
  /// - Parameters:
  ///   - otherTypes: The names that can be read of types without an entry.
  ///   - operators: The operators of comparisons that the text may use.
  ///   - functions: The functions and collection operators that the text may call.
  ///   - limits: Limits on the length and the size of the text.
  ///   - cost: The highest estimated cost for one object, in half nanoseconds.
  ///   - work: The most steps of a call, for all objects together.
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

  /// All operators that can be evaluated.
  public static let comparisons: Set<ComparisonOperator> = [
    .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .equal, .notEqual, .matches, .like, .beginsWith,
    .endsWith, .in, .contains, .between,
  ]

  /// 4,000 bytes, 500 nodes, 64 nested constructs, 10,000 steps of a regular expression, 1,000,000 visited elements.
  public static let standardLimits = PredicateLimits(
    nesting: 64, sourceLength: 4_000, nodes: 500, regularExpressionSteps: 10_000, visitedElements: 1_000_000)

  /// The policy with an entry for an entity, or for Swift types by their name. The name `Note` applies to all types with this name; `Module.Note` and
  /// `Module.Shop.Note` apply to one type each. `allowing(_:of:)` applies to the type that it is given. If a type has entries with two names, the entry
  /// with the longer name applies. A second, different list for the same name is a mistake: every call with the policy throws `policy-mistake`.
  ///
  /// - Parameters:
  ///   - names: The names that a text may read.
  ///   - entity: The name of the entity.
  public func allowing(_ names: Names, ofEntity entity: String) -> QueryPolicy {
    var policy = self
    let name = ScalarString(entity)
    if let former = policy.types.updateValue(names, forKey: name), former != names { policy.repeated.insert(name) }
    return policy
  }

  /// The policy with a condition that every object of an entity must meet. The text can read only objects that meet it. If the entity already has a
  /// rule, an object must meet both.
  ///
  /// The rule may read all properties, and has its own variables. Properties whose type is an entity with a rule are hidden, so that no path
  /// circumvents the rule.
  ///
  /// ```swift
  /// let rule = try QueryPredicate("owner == $user OR isPublic == YES")
  /// policy.requiring(rule, ofEntity: "Post", variables: ["user": author])  // an ObjectReference
  /// ```
  ///
  /// - Parameters:
  ///   - rule: The condition that every object of the entity must meet.
  ///   - entity: The name of the entity.
  ///   - variables: Values for the `$variables` of the rule.
  public func requiring(
    _ rule: QueryPredicate, ofEntity entity: String, variables: QueryVariables = [:]
  ) -> QueryPolicy {
    var policy = self
    let added = Rule(predicate: rule, variables: variables)
    var all = policy.rules[ScalarString(entity)] ?? []
    if !all.contains(added) { all.append(added) }
    policy.rules[ScalarString(entity)] = all
    return policy
  }

  /// The policy with a condition that every object of an entity has to meet: `try policy.requiring("isPublic == YES", ofEntity: "Post")`.
  public func requiring(
    _ format: QueryFormat, ofEntity entity: String, variables: QueryVariables = [:]
  ) throws(PredicateIssue) -> QueryPolicy {
    requiring(try QueryPredicate(format), ofEntity: entity, variables: variables)
  }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable, message: "expected a string literal. For a rule from a trusted source, write QueryFormat(raw: text)"
  )
  @_disfavoredOverload
  public func requiring(_ text: String, ofEntity entity: String, variables: QueryVariables = [:]) -> QueryPolicy {
    self
  }

  /// The policy with values for the variables of its rules. Variables that already have values keep them.
  ///
  /// ```swift
  /// let policy = try JSONDecoder().decode(QueryPolicy.self, from: file)  // its rule: owner == $user
  /// try posts.filter(text: typed, policy: policy.withVariables(["user": name]))
  /// ```
  public func withVariables(_ variables: QueryVariables) -> QueryPolicy {
    mappingRules { ($0, variables.overridden(by: $1)) }
  }

  /// The policy with other rules, and other variables of them.
  package func mappingRules(
    _ change: (QueryPredicate, QueryVariables) -> (QueryPredicate, QueryVariables)
  ) -> QueryPolicy {
    var policy = self
    policy.rules = rules.mapValues { rules in
      rules.map { rule in
        let (predicate, variables) = change(rule.predicate, rule.variables)
        return Rule(predicate: predicate, variables: variables)
      }
    }
    return policy
  }
}
