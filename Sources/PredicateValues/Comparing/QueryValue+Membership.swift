import PredicateSyntax

extension QueryValue {
  /// Lists of constants that are longer are ascending where their values have an order; see ``isMember(ofAscending:)``.
  package static let longestUnsortedList = 16

  /// Whether a list of constants has an equal value. A long list is ascending, where its values have an order: then half of what is left
  /// is looked at in each step.
  package func isMember(ofAscending constants: [QueryValue]) -> Bool {
    guard constants.count > Self.longestUnsortedList else { return constants.contains { equals($0) } }
    var low = 0
    var high = constants.count
    while low < high {
      let middle = low + (high - low) / 2
      switch order(constants[middle]) {
      case .equal: return true
      case .less: high = middle
      case .greater: low = middle + 1
      case nil: return constants.contains { equals($0) }
      }
    }
    return false
  }
}
