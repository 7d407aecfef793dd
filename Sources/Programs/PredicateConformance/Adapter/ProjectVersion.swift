/// The version of the package, which `predicate --version` and the protocol's `hello` show.
public enum ProjectVersion {
  /// The version as `major.minor.patch`.
  public static let text = "0.1.0"
}
