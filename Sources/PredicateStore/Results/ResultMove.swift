/// An object of observed results that stands elsewhere than before.
public struct ResultMove: Sendable, Hashable {
  /// Its place before the changes.
  public let from: ResultPlace
  /// Its place after them.
  public let to: ResultPlace
}
