extension QueryType {
  /// The type of a value that is of one type or of the other: of the arms of TERNARY, of the elements of a list.
  ///
  /// Numbers join as arithmetic promotes them, collections by their elements. Types without a common form, of two families or of two
  /// entities, give `any`.
  ///
  /// ```swift
  /// QueryType.integer.joined(with: .double)                            // .double
  /// QueryType.collection(.integer).joined(with: .collection(.string))  // .collection(.any)
  /// QueryType.string.joined(with: .integer)                            // .any
  /// ```
  public func joined(with other: QueryType) -> QueryType {
    if self == other { return self }
    if case (.collection(let a), .collection(let b)) = (self, other) { return .collection(a.joined(with: b)) }
    return family == .number && other.family == .number ? ValueArithmetic.promoted([self, other]) : .any
  }
}
