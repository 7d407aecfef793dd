/// Divides all scalars into sorts. Scalars of one sort are in the same classes of a program, so the program treats them alike.
struct ScalarPartition: Sendable {
  /// The sort of continuation bytes of UTF-8, which change no state.
  static let continuation = 0
  /// The sort of first bytes whose scalars have different sorts.
  static let mixed = 1
  /// The first sort that consists of scalars.
  static let first = 2
  /// The most sorts: one for each bit of a word.
  static let limit = 64

  /// The first scalars of ranges whose scalars have the same sort, in ascending order from 0.
  let starts: [UInt32]
  let sorts: [UInt8]
  /// For each first byte of UTF-8, the sort of the scalars that begin with it, or ``mixed``.
  let byteSorts: [UInt8]
  /// For each sort, the classes with its scalars as members: one bit per class.
  let members: [UInt64]
  /// For each sort, the classes that are unsure of its scalars: one bit per class.
  let unsure: [UInt64]

  var count: Int { members.count }

  /// The partition of at most 64 classes; nil if there are too many sorts.
  init?(_ classes: [ScalarClass]) {
    var cuts: [UInt32] = [0, 0x80]
    for scalars in classes {
      for range in scalars.members.ranges + scalars.unsure.ranges {
        cuts.append(range.lowerBound)
        cuts.append(range.upperBound + 1)
      }
    }
    cuts.sort()
    let starts = cuts.indices.filter { ($0 == 0 || cuts[$0] != cuts[$0 - 1]) && cuts[$0] <= ScalarSet.last }
      .map { cuts[$0] }
    var inside = [UInt64](repeating: 0, count: starts.count)
    var perhaps = inside
    for (index, scalars) in classes.enumerated() {
      Self.mark(scalars.members, 1 << UInt64(index), starts, &inside)
      Self.mark(scalars.unsure, 1 << UInt64(index), starts, &perhaps)
    }
    var members: [UInt64] = [0, 0]
    var unsure: [UInt64] = [0, 0]
    var sorts: [UInt8] = []
    for index in starts.indices {
      let known = members.indices.dropFirst(Self.first)
        .first { members[$0] == inside[index] && unsure[$0] == perhaps[index] }
      if known == nil {
        members.append(inside[index])
        unsure.append(perhaps[index])
      }
      sorts.append(UInt8(truncatingIfNeeded: known ?? members.count - 1))
      if members.count > Self.limit { return nil }
    }
    self.starts = starts
    self.sorts = sorts
    self.members = members
    self.unsure = unsure
    byteSorts = Self.byteSorts(starts, sorts)
  }

  /// Sets a bit for the ranges inside a set, whose ranges begin and end at cuts.
  private static func mark(_ set: ScalarSet, _ bit: UInt64, _ starts: [UInt32], _ bits: inout [UInt64]) {
    var index = 0
    for range in set.ranges {
      while index < starts.count, starts[index] < range.lowerBound { index += 1 }
      while index < starts.count, starts[index] <= range.upperBound {
        bits[index] |= bit
        index += 1
      }
    }
  }

  private static func byteSorts(_ starts: [UInt32], _ sorts: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: UInt8(continuation), count: 256)
    var index = 0
    for byte in UInt32(0)..<0x80 {
      while index + 1 < starts.count, starts[index + 1] <= byte { index += 1 }
      result[Int(byte)] = sorts[index]
    }
    for byte in UInt32(0xC2)...0xF4 {
      let shift: UInt32 = byte < 0xE0 ? 6 : byte < 0xF0 ? 12 : 18
      let bits = byte & (byte < 0xE0 ? 0x1F : byte < 0xF0 ? 0xF : 7)
      // The first bytes of three- and four-byte sequences begin below the least scalar of that length.
      let low = max(bits << shift, byte < 0xE0 ? 0x80 : byte < 0xF0 ? 0x800 : 0x1_0000)
      let high = min((bits + 1) << shift - 1, ScalarSet.last)
      while index + 1 < starts.count, starts[index + 1] <= low { index += 1 }
      var last = index
      var isMixed = false
      while last + 1 < starts.count, starts[last + 1] <= high {
        last += 1
        isMixed = isMixed || sorts[last] != sorts[index]
      }
      result[Int(byte)] = isMixed ? UInt8(mixed) : sorts[index]
    }
    return result
  }
}
