/// Whose behaviour the suite asks for.
///
/// ```swift
/// ConformanceDialect(rawValue: "apple")?.comparesKinds  // false
/// ```
public enum ConformanceDialect: String, Sendable, Hashable, CaseIterable {
  /// What Apple's systems do, as far as public evidence shows it.
  case apple
  /// What this project's rules say.
  case open

  /// Whether an error has to be of the expected kind. Apple's systems raise exceptions without a kind.
  public var comparesKinds: Bool { self == .open }

  /// Whether an integer, a double and a decimal of the same value differ. Apple's systems have `NSNumber` for all of them.
  public var comparesNumberTypes: Bool { self == .open }
}
