/// Where an object stands among observed results.
public struct ResultPlace: Sendable, Hashable {
  /// Its index among all objects.
  public let index: Int
  /// The index of its section; 0 where the results have no sections.
  public let section: Int
  /// Its index within the section.
  public let item: Int
}
