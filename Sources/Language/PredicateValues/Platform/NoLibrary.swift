#if !canImport(Darwin) && !canImport(_FoundationICU)
  /// Stands in on platforms without ICU: there is no regular expression.
  final class RegularExpressionEngine: Sendable {
    /// Throws `unsupported`.
    init(_ pattern: String, ignoresCase: Bool) throws(PredicateIssue) {
      throw .notSupported(.noRegularExpressions, "MATCHES needs ICU, which is not available on this platform")
    }

    /// Never called.
    func matches(_ subject: String, stepLimit: Int) throws(PredicateIssue) -> Bool { false }
  }

  /// Stands in on platforms without ICU: there is no collation.
  final class CollationEngine: Sendable {
    /// Gives nil.
    init?(_ form: CollationForm) { nil }

    /// Never called.
    func appendKey(of text: String, to keys: inout [UInt8]) {}

    /// Never called.
    func order(_ left: String, _ right: String) -> ValueOrder { .equal }
  }

  /// Stands in on platforms without time zone data: there is only UTC.
  enum TimeZoneLibrary {
    /// Nil.
    static func changes(of identifier: String, until end: Int) -> [TimeZoneChange]? { nil }
  }
#endif
