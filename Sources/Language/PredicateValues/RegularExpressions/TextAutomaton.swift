/// A finite automaton for a pattern of MATCHES. It reads each byte of a text once, in place.
///
/// The result is the same as ICU's, or ``Verdict/unsure``. The number of states and the work to build them are limited. An automaton never changes,
/// so threads may share it.
struct TextAutomaton: Sendable {
  /// The automaton's result for a text.
  enum Verdict: Sendable {
    case matches
    case differs
    /// The text has a scalar that only ICU can decide.
    case unsure
  }

  // A state is numbered by the start of its row in the table. The first rows are not states: a transition to one of them ends the run, except
  // `mixed`.
  static let dead = 0
  static let asking = 1
  static let mixed = 2
  static let certain = 3
  static let firstRow = 4

  /// A row for each state: the next state for each sort of scalars.
  let table: [UInt16]
  /// The number of bits by which a state is shifted right to give the index of its row.
  let shift: UInt16
  /// For each row, the sorts of scalars that do not leave its state: one bit per sort.
  let stays: [UInt64]
  /// For each row, whether the text may end there.
  let accepts: [Bool]
  /// The sorts of scalars that the pattern distinguishes.
  let partition: ScalarPartition

  /// Whether a text matches. Linear in its bytes.
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
        // The following bytes that keep the state are read without the table.
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

  /// The sort of the scalar at an index; nil if the bytes are not UTF-8.
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
