/// A finite automaton for a pattern of MATCHES: one look at each byte of a text, in place, whatever the pattern is.
///
/// It gives ICU's answers or none: see ``Verdict/unsure``. Built as a whole, bounded in states and in the work that
/// goes into them, and never changed afterwards, so threads may share it.
struct TextAutomaton: Sendable {
  /// What the automaton says of a text.
  enum Verdict: Sendable {
    case matches
    case differs
    /// The text has a scalar that only ICU knows what to do with.
    case unsure
  }

  // States are numbered by where their rows start in the table. The first rows stand for what ends a run.
  static let dead = 0
  static let asking = 1
  static let mixed = 2
  static let certain = 3
  static let firstRow = 4

  /// A row for each state: the next state for each sort of scalars.
  let table: [UInt16]
  /// How far a row is shifted into a number of a state.
  let shift: UInt16
  /// For each row the sorts of scalars that do not leave its state, a bit each.
  let stays: [UInt64]
  /// For each row whether a text may end there.
  let accepts: [Bool]
  /// What the scalars are to the pattern.
  let partition: ScalarPartition

  /// Whether a text is of the pattern. Linear in its bytes.
  func verdict(of text: UnsafeBufferPointer<UInt8>) -> Verdict {
    table.withUnsafeBufferPointer { table in
      partition.byteSorts.withUnsafeBufferPointer { sorts in
        stays.withUnsafeBufferPointer { run(text, table, sorts, $0) }
      }
    }
  }

  @inline(__always)
  private func run(
    _ text: UnsafeBufferPointer<UInt8>, _ table: UnsafeBufferPointer<UInt16>, _ sorts: UnsafeBufferPointer<UInt8>,
    _ stays: UnsafeBufferPointer<UInt64>
  ) -> Verdict {
    let shift = shift
    let firstState = UInt16(Self.firstRow) &<< shift
    var state = firstState
    var index = 0
    while index < text.count {
      var next = table[Int(state) &+ Int(sorts[Int(text[index])])]
      if next == state {
        // Whatever stays here does not wait for the table.
        let stay = stays[Int(state &>> shift)]
        index &+= 1
        while index < text.count, stay &>> UInt64(sorts[Int(text[index])]) & 1 != 0 { index &+= 1 }
        continue
      }
      if next < firstState {
        if next == UInt16(Self.mixed) &<< shift {
          guard let sort = scalarSort(text, index) else { return .unsure }
          next = table[Int(state) &+ sort]
        }
        if next < firstState {
          let row = Int(next &>> shift)
          return row == Self.dead ? .differs : row == Self.certain ? .matches : .unsure
        }
      }
      state = next
      index &+= 1
    }
    return accepts[Int(state &>> shift)] ? .matches : .differs
  }

  /// The sort of the scalar at an index; nil where the bytes are no UTF-8.
  @inline(never)
  private func scalarSort(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
    guard let (scalar, _) = StringSearch.scalar(in: text, at: index) else { return nil }
    let starts = partition.starts
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return Int(partition.sorts[low])
  }
}
