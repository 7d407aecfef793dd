/// How much a case counts.
public enum ConformanceLevel: String, Sendable, Hashable, CaseIterable {
  /// Part of conformance.
  case required
  /// An implementation may leave it out.
  case optional
  /// Apple leaves it open; what the case expects is what this project does.
  case choice
}
