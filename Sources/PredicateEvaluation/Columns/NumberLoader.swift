import PredicateMemory

/// Loads the numbers of a column for the rows whose bit is set, and clears the bits of nils. The destination takes eight bytes a row.
///
/// A row whose number is none that the column can hold is left to the reference: its bit is cleared, and set in the mask of those.
struct NumberLoader: Sendable {
  let load: @Sendable (Rows, MaskWords, Int, UnsafeMutableRawPointer, _ undecided: MaskWords) -> Void

  /// What lies elsewhere is fetched some rows ahead.
  init<Column: NumberColumn>(_: Column.Type, offset: Int) {
    load = { rows, mask, count, destination, undecided in
      let numbers = destination.assumingMemoryBound(to: Column.Element.self)
      let prefetch = { (row: Int) in if Column.looksElsewhere { Column.prefetch(rows[row] + offset) } }
      // Most rows have a number: a jump costs less here than putting answers together.
      mask.forEachRow(count, prefetching: prefetch) { position in
        let address = rows[position] + offset
        if let number = Column.load(address) {
          numbers[position] = number
        } else {
          if Column.isBeyond(address) { undecided.set(position) }
          mask.clear(position)
        }
      }
    }
  }

  /// Loads how many elements the values of a column have, as they say themselves; clears the bits of nils.
  init(counts: @escaping AddressLoader<Int>, at offset: Int) {
    load = { rows, mask, count, destination, _ in
      let numbers = destination.assumingMemoryBound(to: Int64.self)
      mask.keep(count) { position in
        let count = counts(rows[position] + offset)
        numbers[position] = Int64(count ?? 0)
        return count != nil
      }
    }
  }
}
