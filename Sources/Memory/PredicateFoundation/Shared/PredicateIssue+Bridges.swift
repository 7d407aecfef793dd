import PredicateReference
import PredicateSyntax

/// Issues of the translations to and from other kinds of predicates.
extension PredicateIssue {
  /// An expression of Foundation that the language does not have. The issue contains the name of its type.
  static func withoutEqual(_ expression: Any, because reason: String? = nil) -> PredicateIssue {
    let name = String(describing: Swift.type(of: expression)).prefix { $0 != "<" }
    return .error(
      "no-equal", nil,
      "the expression “\(name)” of Foundation.Predicate has no equivalent in this library"
        + (reason.map { ": \($0)" } ?? ""),
      kind: .unsupported)
  }

  /// A range that is not before `contains`.
  static func misplacedRange(_ expression: Any) -> PredicateIssue {
    .withoutEqual(expression, because: "a range can be used only before “contains”")
  }

  /// A part of a predicate that Foundation does not have.
  static func withoutFoundationEqual(_ part: String, _ range: SourceRange, hint: String? = nil) -> PredicateIssue {
    .error("no-equal", range, "Foundation.Predicate has no counterpart of \(part)", hint: hint, kind: .unsupported)
  }

  /// A part of a predicate that NSPredicate does not have or cannot take.
  static func withoutNSPredicate(_ part: String, _ range: SourceRange) -> PredicateIssue {
    .error("no-equal", range, "NSPredicate cannot take \(part)", kind: .unsupported)
  }

  /// A key path that is not in any property table.
  static func unnamedKeyPath(_ keyPath: AnyKeyPath) -> PredicateIssue {
    if let steps = KeyPathSteps.all(of: keyPath), steps.count > 1 || KeyPathSteps.isCompound(steps[0]) {
      let names = steps.map { String($0.filter { !"?!".contains($0) }) }
      let text = names.allSatisfy(KeyPathSteps.isName) ? names.joined(separator: ".") : "director.name"
      return .error(
        "unnamed-key-path", nil, "a key path of \(type(of: keyPath).rootType) has several steps",
        hint: "write the path as a text, such as \"\(text)\"", kind: .unsupported)
    }
    return .error(
      "unnamed-key-path", nil,
      "a computed property of \(type(of: keyPath).rootType), which a key path reads, has no name in a property table",
      hint: "add the property to the property table (QueryableProperties) of \(type(of: keyPath).rootType)",
      kind: .unsupported)
  }
}
