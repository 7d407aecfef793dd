/// The version of the package, in `predicate --version` and the protocol's `hello`.
public enum ProjectVersion {
  /// Semantic versioning: `major.minor.patch`.
  public static let text = "0.1.0"
}
