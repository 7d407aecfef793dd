/// Random numbers that a seed repeats (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// A string of some of these scalars.
  mutating func string(of alphabet: [Unicode.Scalar], count: ClosedRange<Int>) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: count, using: &self) {
      scalars.append(alphabet[Int.random(in: alphabet.indices, using: &self)])
    }
    return String(scalars)
  }
}
