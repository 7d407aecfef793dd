/// A question about two values that a row has: a struct, so that the loop around it is compiled with it inside.
protocol PairMatcher: Sendable {
  /// Whether the row passes, by the addresses of its values, where no address is a nil; nil where that is left to the reference.
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool?
}
