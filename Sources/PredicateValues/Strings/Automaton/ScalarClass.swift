/// What one place of a pattern takes: scalars that it takes for certain, scalars that only ICU can tell, and no other.
///
/// The second sort is how the automaton stays exact: a text that has such a scalar at such a place goes to ICU.
struct ScalarClass: Sendable, Hashable {
  /// What the place takes.
  private(set) var members: ScalarSet
  /// What it may take.
  private(set) var unsure: ScalarSet

  /// A class; what is in both sets counts as a member.
  init(_ members: ScalarSet, unsure: ScalarSet = .none) {
    self.members = members
    self.unsure = unsure.subtracting(members)
  }

  /// The class of one scalar.
  init(_ scalar: UInt32) { self.init(ScalarSet([scalar...scalar])) }

  /// What either takes.
  func union(_ other: ScalarClass) -> ScalarClass {
    ScalarClass(members.union(other.members), unsure: unsure.union(other.unsure))
  }

  /// What the class does not take.
  var inverted: ScalarClass { ScalarClass(members.union(unsure).inverted, unsure: unsure) }

  /// The class in upper and lower case, for a class whose members outside ASCII come with all of their cases.
  ///
  /// Of the scalars outside ASCII, those of ``foldingToASCII`` alone have to do with the letters of ASCII.
  var ignoringCase: ScalarClass {
    var ranges = members.ranges
    for range in members.ranges where range.lowerBound < 0x80 {
      for (letters, offset) in Self.letters {
        let low = max(range.lowerBound, letters.lowerBound)
        let high = min(range.upperBound, letters.upperBound)
        if low <= high { ranges.append((low ^ offset)...(high ^ offset)) }
      }
    }
    let cased = ScalarSet(ranges).subtracting(Self.foldingToASCII)
    return ScalarClass(cased, unsure: unsure.union(Self.foldingToASCII))
  }

  private static let letters: [(ClosedRange<UInt32>, UInt32)] = [(0x41...0x5A, 0x20), (0x61...0x7A, 0x20)]
}
