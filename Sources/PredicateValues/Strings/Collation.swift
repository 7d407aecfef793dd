/// The order of strings under `[l]`: the Unicode root collation, the same for every locale.
///
/// Without other letters all differences count (tertiary strength), under `[c]` case does not, under `[d]` marks do
/// not, under both only letters count. Canonically equivalent strings are equal.
public struct Collation: Sendable {
  private let engine: CollationEngine

  private static let engines = Locked<[StringOptions: CollationEngine]>([:])

  /// The root collation under the letters c and d of some options. Throws `unsupported` where the platform has none.
  public static func root(_ options: StringOptions) throws(PredicateIssue) -> Collation {
    let letters = options.intersection([.caseInsensitive, .diacriticInsensitive])
    if let engine = engines.withLock({ $0[letters] }) { return Collation(engine: engine) }
    guard
      let engine = CollationEngine(
        ignoresCase: letters.contains(.caseInsensitive), ignoresMarks: letters.contains(.diacriticInsensitive))
    else {
      throw .notSupported("no-collation", "the option [l] needs a collation, which this platform has not")
    }
    engines.withLock { $0[letters] = engine }
    return Collation(engine: engine)
  }

  /// How two strings stand.
  public func order(_ left: String, _ right: String) -> ValueOrder { engine.order(left, right) }
}
