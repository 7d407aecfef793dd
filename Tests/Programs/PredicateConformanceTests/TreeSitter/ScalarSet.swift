/// A set of scalars: a class of a pattern, or one scalar.
struct ScalarSet {
  /// A property of Unicode that a class may name.
  enum Property: String {
    case nameStart = "XID_Start"
    case nameContinue = "XID_Continue"
  }

  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var properties: [Property] = []
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      ranges.contains { $0.contains(scalar) }
      || properties.contains {
        $0 == .nameStart ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue
      }
    return isListed != isNegated
  }
}
