import PredicateValues

/// Policies print without names and values, because a log must not show what a policy hides.
extension QueryPolicy: CustomStringConvertible, CustomReflectable {
  /// The size of the policy: `QueryPolicy(2 types, 1 rule, 10000000 steps)`. It contains no name and no value of the policy.
  public var description: String {
    let count = rules.values.reduce(0) { $0 + $1.count }
    return "QueryPolicy(\(Self.counted(typeNames.count, "type")), \(Self.counted(count, "rule")), \(work) steps)"
  }

  /// A mirror without parts, so that `dump` shows no name and no value either.
  public var customMirror: Mirror { Mirror(self, children: []) }

  fileprivate static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension QueryPolicy.Names: CustomStringConvertible, CustomReflectable {
  /// The kind of the choice and the number of names: `except 1 name`.
  public var description: String {
    switch self {
    case .all: "all"
    case .none: "none"
    case .listed(let names): "only \(QueryPolicy.counted(names.count, "name"))"
    case .unlisted(let names): "except \(QueryPolicy.counted(names.count, "name"))"
    }
  }

  /// A mirror without parts, so that `dump` shows no name either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
