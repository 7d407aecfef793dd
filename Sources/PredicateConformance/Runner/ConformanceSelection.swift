/// Which cases of a suite are run.
///
/// ```swift
/// var selection = ConformanceSelection()
/// selection.capabilities = ["core", "print"]
/// suite.cases(selection)  // no case that needs decimals or a fixture
/// ```
public struct ConformanceSelection: Sendable {
  /// Whose behaviour is asked for. Cases of the other dialect alone are left out.
  public var dialect = ConformanceDialect.open
  /// Only cases whose `topic/id rule` has this text in it.
  public var filter = ""
  /// Only cases with these ids; empty for all.
  public var ids: Set<String> = []
  /// Only cases that need nothing but these capabilities; nil for all.
  public var capabilities: Set<String>?

  /// All cases of this project's dialect.
  public init() {}

  /// Whether a case is run.
  public func contains(_ item: ConformanceCase) -> Bool {
    item.dialects.contains(dialect)
      && (filter.isEmpty || "\(item.topic)/\(item.id) \(item.rule)".contains(filter))
      && (ids.isEmpty || ids.contains(item.id))
      && (capabilities.map { $0.isSuperset(of: item.capabilities) } ?? true)
  }
}
