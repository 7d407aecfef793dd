import PredicateMemory

/// Loads the numbers of a column for the rows whose bit is set, and clears the bits of nils. The destination takes eight bytes a row.
///
/// A row whose number is none that the column can hold is left to the reference: its bit is cleared, and set in the mask of those.
struct NumberLoader: Sendable {
  let load: @Sendable (Rows, MaskWords, Int, UnsafeMutableRawPointer, _ undecided: MaskWords) -> Void

  init<Column: NumberColumn>(_: Column.Type, offset: Int) {
    load = { rows, mask, count, destination, _ in
      let numbers = destination.assumingMemoryBound(to: Column.Number.self)
      mask.forEachRow(count) { position in
        if let number = Column.load(rows[position] + offset) {
          numbers[position] = number
        } else {
          mask.clear(position)
        }
      }
    }
  }
}

extension NumberLoader {
  /// Loads a measure of each value of a column, and clears the bits of nils. The memory of a later row is fetched ahead.
  init<Column: MeasuredColumn>(measures _: Column.Type, at offset: Int) {
    load = { rows, mask, count, destination, _ in
      let numbers = destination.assumingMemoryBound(to: Int64.self)
      let ahead = min(16, count)
      mask.forEachRow(count) { position in
        let next = position &+ ahead
        if next < count && mask.has(next) { Column.prefetch(rows[next] + offset) }
        if let measure = Column.measure(rows[position] + offset) {
          numbers[position] = Int64(measure)
        } else {
          mask.clear(position)
        }
      }
    }
  }

  /// Loads how many elements the values of a column have, as they say themselves; clears the bits of nils.
  init(counts: @escaping @Sendable (UnsafeRawPointer) -> Int?, at offset: Int) {
    load = { rows, mask, count, destination, _ in
      let numbers = destination.assumingMemoryBound(to: Int64.self)
      mask.forEachRow(count) { position in
        if let count = counts(rows[position] + offset) {
          numbers[position] = Int64(count)
        } else {
          mask.clear(position)
        }
      }
    }
  }

  /// Loads integers of a type that has some which 64 bits with a sign do not hold.
  init<Value: FixedWidthInteger & UnsignedInteger & Sendable>(wide: Value.Type, offset: Int, isOptional: Bool) {
    load = { rows, mask, count, destination, undecided in
      let numbers = destination.assumingMemoryBound(to: Int64.self)
      mask.forEachRow(count) { position in
        let address = rows[position] + offset
        guard let value = isOptional ? address.load(as: Value?.self) : address.load(as: Value.self) else {
          return mask.clear(position)
        }
        if let number = Int64(exactly: value) {
          numbers[position] = number
        } else {
          undecided.set(position)
          mask.clear(position)
        }
      }
    }
  }
}
