import PredicateValues

/// What a policy finds wrong. Hidden names are not among it: they are unknown names.
extension PredicateIssue {
  /// An operator, or a form of the language, that the policy excludes.
  static func notAllowed(_ construct: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "policy-construct", message: "\(construct) is not allowed here", range: range)
  }

  /// An object where its properties would be compared or shown.
  static func objectNotAllowed(_ entity: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "policy-object",
      message: "an object of \(entity) cannot stand here: the policy allows its properties only", range: range)
  }

  /// The estimate is above what the policy allows.
  static let estimatedTooDear = PredicateIssue(
    kind: .limit, code: "policy-cost", message: "the predicate would take too much work for each object",
    hint: "fewer to-many relationships inside one another cost less")

  /// The steps of a call are used up.
  package static let tooMuchWork = PredicateIssue(
    kind: .limit, code: "policy-work", message: "evaluating the predicate takes more steps than are allowed",
    hint: "a condition that fewer objects meet, or a simpler pattern, takes fewer steps")

  /// A policy needs to know what there is to read.
  package static func policyNeedsTable(_ type: String) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "policy-without-table",
      message: "a policy applies to declared properties, and \(type) declares none",
      hint: "QueryableProperties declares the properties of a type")
  }

  /// The policy's rule fails. The text is not to blame, and the words of the issue would show what the rule reads.
  package static func policyRule(_ issue: PredicateIssue) -> PredicateIssue {
    PredicateIssue(kind: issue.kind, code: "policy-rule", message: "the policy's rule cannot be applied")
  }

  /// A variable with an object that the policy cannot look into.
  static func objectInVariable(_ name: String) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "policy-variable",
      message: "the value of $\(name) has an object in a dictionary or a list, where no policy applies",
      hint: "a variable of its own for the object, a reference to it, or the values that are needed of it")
  }

  /// Some objects of an entity are of a kind of their own, of which the policy says more.
  package static func stricterKind(of entity: String) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "policy-kind",
      message:
        "some kind of \(entity) has a rule of its own or is hidden, so that all objects of \(entity) cannot be read",
      hint: "a policy that says it of \(entity), or a fetch of another kind")
  }

  /// The policy hides the very objects that are to be asked.
  static func entityNotAllowed(_ entity: String) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "policy-entity", message: "the policy allows nothing of \(entity) to be read")
  }
}
