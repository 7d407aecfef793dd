/// The order of strings by the Unicode root collation, the same for every locale. Canonically equivalent strings are equal.
///
/// With `[l]` alone all differences count (tertiary strength). `[lc]` ignores case, `[ld]` ignores marks, and with `[lcd]` only letters count.
///
/// ```swift
/// try Collation.root([]).order("a", "B")                             // .less
/// try Collation.localizedStandard().order("Part 9", "Part 10")       // .less
/// ```
public struct Collation: Sendable {
  private let engine: CollationEngine

  /// The collations for ``localizedStandard()``, `[l]`, `[lc]`, `[ld]` and `[lcd]`, in this order; nil if the platform has none.
  private static let ofPeople = CollationEngine(CollationForm(comparesNumbers: true))
  private static let ofAll = CollationEngine(CollationForm())
  private static let ofMarks = CollationEngine(CollationForm(ignoresCase: true))
  private static let ofCase = CollationEngine(CollationForm(ignoresMarks: true))
  private static let ofLetters = CollationEngine(CollationForm(ignoresCase: true, ignoresMarks: true))

  /// The root collation for the letters `c` and `d` of the options. Throws an issue of kind `unsupported` if the platform has none.
  public static func root(_ options: StringOptions) throws(PredicateIssue) -> Collation {
    let ignoresMarks = options.contains(.diacriticInsensitive)
    if options.contains(.caseInsensitive) { return try collation(ignoresMarks ? ofLetters : ofMarks) }
    return try collation(ignoresMarks ? ofCase : ofAll)
  }

  /// Whether this platform can compare strings under these options. Only `[l]` needs a collation.
  package static func isAvailable(for options: StringOptions) -> Bool {
    !options.contains(.localeSensitive) || options.contains(.normalized) || ofAll != nil
  }

  /// The order in which people sort names and files. It is the root collation, but digits compare as numbers, so “Part 9” is before “Part 10”. Throws
  /// an issue of kind `unsupported` if the platform has no collation.
  public static func localizedStandard() throws(PredicateIssue) -> Collation {
    try collation(ofPeople)
  }

  private static func collation(_ engine: CollationEngine?) throws(PredicateIssue) -> Collation {
    guard let engine else {
      throw .notSupported(.noCollation, "alphabetical order needs a collation, which is not available on this platform")
    }
    return Collation(engine: engine)
  }

  /// Appends the sort key of a string. Sort keys compare byte by byte as their strings do. Nothing is appended if the platform has no sort keys.
  package func appendKey(of text: String, to keys: inout [UInt8]) { engine.appendKey(of: text, to: &keys) }

  /// The order of two strings.
  public func order(_ left: String, _ right: String) -> ValueOrder { engine.order(left, right) }
}
