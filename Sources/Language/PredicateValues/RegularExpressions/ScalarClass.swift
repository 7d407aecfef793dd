/// The scalars that a position of a pattern takes. ``members`` match certainly; only ICU can decide about ``unsure``.
///
/// The second set keeps the automaton exact: ICU matches a text that has such a scalar at such a position.
struct ScalarClass: Sendable, Hashable {
  /// The scalars that match.
  private(set) var members: ScalarSet
  /// The scalars that may match; only ICU can decide.
  private(set) var unsure: ScalarSet

  /// A class. A scalar in both sets counts as a member.
  init(_ members: ScalarSet, unsure: ScalarSet = .none) {
    self.members = members
    self.unsure = unsure.subtracting(members)
  }

  init(_ scalar: UInt32) { self.init(ScalarSet([scalar...scalar])) }

  func union(_ other: ScalarClass) -> ScalarClass {
    ScalarClass(members.union(other.members), unsure: unsure.union(other.unsure))
  }

  /// The scalars that the class does not take.
  var inverted: ScalarClass { ScalarClass(members.union(unsure).inverted, unsure: unsure) }

  /// The class in upper and lower case. Members outside ASCII must already include all of their cases.
  ///
  /// Outside ASCII, only the scalars in ``foldingToASCII`` are equal to ASCII letters when case is ignored.
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

/// The named classes of patterns, as ICU defines them. A block of scalars is unsure if a later version of Unicode may add members, or if its members
/// are too many to list.
extension ScalarClass {
  /// The scalars that end a line in ICU. The dot takes none of them. `$` matches at the end of the text, and also before a line break at the end.
  static let lineBreaks = ScalarClass(ScalarSet([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029]))

  /// `.`
  static let dot = lineBreaks.inverted

  /// `.` after `(?s)`. A carriage return is unsure, because ICU takes a carriage return with a line feed as one character.
  static let anything = ScalarClass(
    ScalarSet([0...0x0C, 0x0E...ScalarSet.last]), unsure: ScalarSet([0x0D...0x0D]))

  /// `\s`: White_Space.
  static let spaces = ScalarClass(
    ScalarSet([
      0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
      0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
    ]))

  /// `\d`: Nd.
  static let digits = ScalarClass(
    members: [0x30...0x39, 0x660...0x669, 0x6F0...0x6F9, 0x966...0x96F, 0xFF10...0xFF19],
    others: [
      0...0x65F, 0x2000...0xA61F, 0xAC00...0xFF0F, 0xFF1A...0xFFFF, 0x1F000...0x1FAFF, 0x2_0000...0x3_FFFF,
    ])

  /// `\w`: alphabetic scalars, marks, Nd, connecting punctuation and the two joiners.
  static let wordScalars = ScalarClass(
    members: [
      0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA, 0xC0...0xD6,
      0xD8...0xF6, 0xF8...0x2C1, 0x300...0x36F, 0x388...0x38A, 0x38E...0x3A1, 0x3A3...0x3F5, 0x400...0x481,
      0x483...0x487, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x669, 0x1E00...0x1EFF, 0x200C...0x200D, 0x3041...0x3096,
      0x30A1...0x30FA, 0x3400...0x4DB5, 0x4E00...0x9FA5, 0xAC00...0xD7A3, 0x2_0000...0x2_A6D6,
    ],
    others: [
      0...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...0xA9, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF,
      0xD7...0xD7, 0xF7...0xF7, 0x2010...0x203E, 0x20A0...0x20CF, 0x2190...0x23FF, 0x2500...0x2BFF, 0x3001...0x3004,
      0x3008...0x3020, 0xFF01...0xFF0F, 0x1_F300...0x1_FAFF,
    ])

  /// The scalars outside ASCII whose folding contains an ASCII letter, and the dotless i.
  static let foldingToASCII = ScalarSet([
    0xDF...0xDF, 0x130...0x131, 0x149...0x149, 0x17F...0x17F, 0x1F0...0x1F0, 0x1E96...0x1E9A, 0x1E9E...0x1E9E,
    0x212A...0x212A, 0xFB00...0xFB06,
  ])

  /// A class with members, and with scalars that are certainly not members (`others`). All remaining scalars are unsure.
  private init(members: [ClosedRange<UInt32>], others: [ClosedRange<UInt32>]) {
    self.init(ScalarSet(members), unsure: ScalarSet(members + others).inverted)
  }
}

/// A set of Unicode scalar values: ranges in ascending order, with a gap between any two.
struct ScalarSet: Sendable, Hashable {
  static let last: UInt32 = 0x10_FFFF
  static let none = ScalarSet([])

  private(set) var ranges: [ClosedRange<UInt32>]

  /// The union of ranges in any order.
  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let before = self.ranges.last, range.lowerBound <= before.upperBound + 1 {
        self.ranges[self.ranges.count - 1] = before.lowerBound...max(before.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  var isEmpty: Bool { ranges.isEmpty }

  func union(_ other: ScalarSet) -> ScalarSet {
    isEmpty ? other : other.isEmpty ? self : ScalarSet(ranges + other.ranges)
  }

  /// The scalars that are not in the set.
  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { result.append(next...Self.last) }
    return ScalarSet(result)
  }

  /// The scalars that are not in another set.
  func subtracting(_ other: ScalarSet) -> ScalarSet {
    isEmpty || other.isEmpty ? self : inverted.union(other).inverted
  }

  /// Whether every scalar of another set is in this one.
  func contains(_ other: ScalarSet) -> Bool { other.subtracting(self).isEmpty }
}
