import PredicateValues

/// Issues about policies. A hidden name has no issue of its own kind: it is reported as an unknown name.
extension PredicateIssue {
  /// An operator or construct of the language that the policy excludes.
  static func notAllowed(_ construct: String, range: SourceRange) -> PredicateIssue {
    .error("policy-construct", range, "\(construct) is not allowed here", kind: .unsupported)
  }

  /// An object is used in a way that compares or shows its properties.
  static func objectNotAllowed(_ entity: String, range: SourceRange) -> PredicateIssue {
    .error(
      "policy-object", range, "an object of \(entity) is not allowed here: the policy allows its properties only",
      kind: .unsupported)
  }

  /// The estimated cost is higher than the policy allows.
  static func estimatedTooDear(_ range: SourceRange) -> PredicateIssue {
    .error(
      "policy-cost", range, "the predicate would take too much work for each object",
      hint: "fewer to-many relationships inside one another cost less", kind: .limit)
  }

  /// The steps that the policy permits for one call are used up.
  package static let tooMuchWork = PredicateIssue.error(
    "policy-work", nil, "evaluating the predicate takes more steps than are allowed",
    hint: "a condition that fewer objects meet, or a simpler pattern, takes fewer steps", kind: .limit)

  /// A policy was used for a type that does not declare its properties.
  package static func policyNeedsTable(_ type: String) -> PredicateIssue {
    .error(
      "policy-without-table", nil, "a policy applies to declared properties, and \(type) declares none",
      hint: "QueryableProperties declares the properties of a type", kind: .unsupported)
  }

  /// The policy's rule cannot be applied. The details are left out, because the text did not cause them and they would reveal what the rule reads.
  package static func policyRule(_ issue: PredicateIssue) -> PredicateIssue {
    .error("policy-rule", nil, "the policy's rule cannot be applied", kind: issue.kind)
  }

  /// The value of a variable contains an object that the policy cannot check.
  static func objectInVariable(_ name: String) -> PredicateIssue {
    .error(
      "policy-variable", nil,
      "the value of $\(name) has an object in a dictionary or a list, to which no policy applies",
      hint: "a separate variable for the object, a reference to it, or the values that are needed from it",
      kind: .unsupported)
  }

  /// Some objects of an entity belong to a subtype with stricter rules.
  package static func stricterKind(of entity: String) -> PredicateIssue {
    .error(
      "policy-kind", nil,
      "some kind of \(entity) has another rule or is hidden, so that all objects of \(entity) cannot be read",
      hint: "a policy for \(entity), or a fetch of another kind", kind: .unsupported)
  }

  /// The policy hides the entity of the query itself.
  ///
  /// - Parameter similar: A name in the policy that differs from the entity's name only in case; nil if there is none.
  static func entityNotAllowed(_ entity: String, similar: String?) -> PredicateIssue {
    .error(
      "policy-entity", nil, "the policy allows nothing of \(entity) to be read",
      hint: similar.map { "the policy names “\($0)”, and the entity is “\(entity)”" }, kind: .unsupported)
  }
}
