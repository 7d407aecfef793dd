/// How findings are written.
public enum FindingFormat: String, Sendable, Hashable, CaseIterable {
  /// For people: the place, the message, the line with a mark below the place.
  case text
  /// An array of JSON objects.
  case json
  /// SARIF 2.1.0, which code hosts and editors read.
  case sarif
  /// Workflow commands, which CI hosts show beside the lines: `::error file=…`.
  case annotations
  /// A report of GitLab's code quality, which it shows in merge requests.
  case gitlab
}
