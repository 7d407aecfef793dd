import PredicateBinding
import PredicateValues

/// One step of a path by name, over values of every kind; as the plain evaluator takes it.
struct DynamicStep: Sendable {
  let name: DynamicName
  let site: Int
  let range: SourceRange

  /// The member of a value.
  @inline(__always)
  func view(of base: DynamicView, _ run: DynamicRun) throws(PredicateIssue) -> DynamicView {
    if base.kind == .null { return base }
    if base.kind == .dictionary || base.kind.isSwiftDictionary { return name.lookUp(in: base, run.sites + site) }
    return try other(base, run)
  }

  /// The member of what is no dictionary.
  @inline(never)
  private func other(_ base: DynamicView, _ run: DynamicRun) throws(PredicateIssue) -> DynamicView {
    switch base.kind {
    case .array, .strings, .anys:
      var values: [QueryValue] = []
      // The array may be the site's own value, which the elements' members replace.
      let array = base.kind == .array ? base.queryValue : .null
      defer { withExtendedLifetime(array) {} }
      try DynamicElements(base).forEach(run.sites + site) { (element: DynamicView) throws(PredicateIssue) -> Bool in
        switch try view(of: element, run).queryValue {
        case .array(let inner), .set(let inner): values += inner
        case let value: values.append(value)
        }
        return true
      }
      return run.keep(.array(values), site)
    default:
      return run.keep(try run.evaluator.property(name.name, of: base.queryValue, range: range), site)
    }
  }
}
