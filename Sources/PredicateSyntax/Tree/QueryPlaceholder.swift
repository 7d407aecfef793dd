/// A `%` specifier in a format that was read without arguments. It prints as itself.
///
/// ```swift
/// try QueryPredicate(format: "year > %d").canonicalFormat  // year > %d
/// ```
public struct QueryPlaceholder: Sendable, Hashable {
  /// Which argument it takes, counted from 0 through the whole format.
  public let index: Int
  /// The specifier without its `%`: `@`, `K`, `ld`. ASCII.
  public let conversion: String

  /// A placeholder for the argument at an index.
  public init(index: Int, conversion: String) {
    self.index = index
    self.conversion = conversion
  }

  /// Two specifiers of one spelling are the same text, wherever they stand.
  public static func == (left: QueryPlaceholder, right: QueryPlaceholder) -> Bool {
    left.conversion.hasSameScalars(as: right.conversion)
  }

  /// Hashes the spelling.
  public func hash(into hasher: inout Hasher) { conversion.hashScalars(into: &hasher) }
}
