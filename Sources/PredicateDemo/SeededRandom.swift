/// Numbers that look random and are the same in every run, on every platform and with every version of the standard library.
struct SeededRandom {
  private var state: UInt64

  /// The sequence of a seed.
  init(seed: UInt64) { state = seed }

  /// The next 64 bits: a counter in steps of an odd constant, well mixed.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to one below the bound, which is at least 1.
  mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }

  /// True once in so many times.
  mutating func oneIn(_ count: Int) -> Bool { next(below: count) == 0 }

  /// One of the elements, which are some.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(below: elements.count)] }
}
