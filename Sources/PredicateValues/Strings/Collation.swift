/// The order of strings by the Unicode root collation, the same for every locale. Canonically equivalent strings are equal.
///
/// Under `[l]` all differences count (tertiary strength), with `c` case does not, with `d` marks do not, with both only
/// letters count.
public struct Collation: Sendable {
  /// What counts.
  struct Form: Hashable {
    var ignoresCase = false
    var ignoresMarks = false
    /// Whether digits are compared by the number that they write.
    var comparesNumbers = false
  }

  private let engine: CollationEngine

  private static let engines = Locked<[Form: CollationEngine]>([:])

  /// The root collation under the letters c and d of some options. Throws `unsupported` where the platform has none.
  public static func root(_ options: StringOptions) throws(PredicateIssue) -> Collation {
    try collation(
      Form(
        ignoresCase: options.contains(.caseInsensitive), ignoresMarks: options.contains(.diacriticInsensitive)))
  }

  /// As people sort names and files: the root collation, digits by their number, so that “Part 9” stands before
  /// “Part 10”. Throws `unsupported` where the platform has none.
  public static func localizedStandard() throws(PredicateIssue) -> Collation {
    try collation(Form(comparesNumbers: true))
  }

  private static func collation(_ form: Form) throws(PredicateIssue) -> Collation {
    if let engine = engines.withLock({ $0[form] }) { return Collation(engine: engine) }
    guard let engine = CollationEngine(form) else {
      throw .notSupported("no-collation", "the order needs a collation, which this platform has not")
    }
    engines.withLock { $0[form] = engine }
    return Collation(engine: engine)
  }

  /// How two strings stand.
  public func order(_ left: String, _ right: String) -> ValueOrder { engine.order(left, right) }
}
