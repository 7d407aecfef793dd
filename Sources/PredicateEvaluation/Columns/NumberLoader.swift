import PredicateMemory

/// Loads the numbers of a column for the rows whose bit is set, and clears the bits of nils. The destination takes eight bytes a row.
///
/// A row whose number is none that the column can hold is left to the reference: its bit is cleared, and set in the mask of those.
struct NumberLoader: Sendable {
  let load: @Sendable (Rows, MaskWords, Int, UnsafeMutableRawPointer, _ undecided: MaskWords) -> Void
  /// The array of each row that is walked through; nil of a column of single values.
  let walked: ElementPath?

  init<Column: NumberColumn>(_: Column.Type, offset: Int) {
    walked = nil
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
    walked = nil
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
    walked = nil
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
    walked = nil
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

  /// Loads what is found out about the numbers of arrays; nil of arrays that are nil. Longer arrays than the limit, and sums that overflow,
  /// are left to the reference.
  ///
  /// - Parameter each: Where an element has its number.
  init<Fold: NumberFold>(_: Fold.Type, _ elements: ElementPath, each: ValuePlace, limit: Int) {
    walked = elements
    load = { rows, mask, count, destination, undecided in
      let results = destination.assumingMemoryBound(to: Fold.Result.self)
      mask.forEachRow(count) { position in
        guard let storage = rows[position].load(fromByteOffset: elements.offset, as: UnsafeRawPointer?.self) else {
          return mask.clear(position)
        }
        let size = ArrayMemory.count(inStorage: storage)
        var fold = Fold()
        let first = storage + elements.firstOffset
        let isPossible =
          size <= limit
          && (each.path.isDirect
            ? Self.add(size, &fold) { first + each.offset + $0 &* elements.stride }
            : Self.add(size, &fold) { each.path.row(from: first + $0 &* elements.stride).map { $0 + each.offset } })
        if !isPossible {
          undecided.set(position)
          mask.clear(position)
        } else if let result = fold.result(size) {
          results[position] = result
        } else {
          mask.clear(position)
        }
      }
    }
  }

  /// Adds the numbers at so many places; false where the result would be none of its type.
  @inline(__always)
  private static func add<Fold: NumberFold>(
    _ count: Int, _ fold: inout Fold, _ place: (Int) -> UnsafeRawPointer?
  ) -> Bool {
    for index in 0..<count {
      if let address = place(index), let number = Fold.Column.load(address), !fold.add(number) { return false }
    }
    return true
  }
}
