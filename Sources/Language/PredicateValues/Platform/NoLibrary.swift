#if !canImport(Darwin) && !canImport(_FoundationICU)
  /// Replaces regular expressions on platforms without ICU.
  final class RegularExpressionEngine: Sendable {
    /// Throws an issue of kind `unsupported`.
    init(_ pattern: String, ignoresCase: Bool) throws(PredicateIssue) {
      throw .notSupported(
        .noRegularExpressions, "MATCHES needs the ICU library, which is not available on this platform")
    }

    /// Never called.
    func matches(_ subject: String, stepLimit: Int) throws(PredicateIssue) -> Bool { false }
  }

  /// Replaces the collation on platforms without ICU.
  final class CollationEngine: Sendable {
    /// Nil.
    init?(_ form: CollationForm) { nil }

    /// Never called.
    func appendKey(of text: String, to keys: inout [UInt8]) {}

    /// Never called.
    func order(_ left: String, _ right: String) -> ValueOrder { .equal }
  }

  /// Replaces time zones on platforms without their data, which have UTC only.
  enum TimeZoneLibrary {
    /// Nil.
    static func changes(of identifier: String, until end: Int) -> [TimeZoneChange]? { nil }
  }
#endif
