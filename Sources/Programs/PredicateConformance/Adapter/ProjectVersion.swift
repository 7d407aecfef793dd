/// The version of the package, as `predicate --version` and the protocol's `hello` tell it.
public enum ProjectVersion {
  /// Semantic versioning: `major.minor.patch`.
  public static let text = "0.1.0"
}
