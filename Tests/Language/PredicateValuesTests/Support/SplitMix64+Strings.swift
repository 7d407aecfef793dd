import PredicateTestSupport

extension SplitMix64 {
  /// A string of random scalars from an alphabet.
  mutating func string(of alphabet: [Unicode.Scalar], count: ClosedRange<Int>) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: count, using: &self) { scalars.append(pick(alphabet)) }
    return String(scalars)
  }
}
