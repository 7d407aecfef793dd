/// Whether an integer lies in a range. Every comparison with a constant is one.
struct IntegerRangeTest<Value: FixedWidthInteger & Sendable>: RowTest where Value.Magnitude: Sendable {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let low: Value
  /// From the low end to the high end, so that one comparison tells.
  let span: Value.Magnitude

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let value = row.load(fromByteOffset: offset, as: Value.self)
    return Value.Magnitude(truncatingIfNeeded: value &- low) <= span
  }
}

/// Whether a floating-point number lies in a range; NaN never does.
struct DoubleRangeTest<Value: BinaryFloatingPoint & Sendable>: RowTest {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let low: Double
  let high: Double

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let value = Double(row.load(fromByteOffset: offset, as: Value.self))
    return (value >= low ? 1 : 0) & (value <= high ? 1 : 0) != 0
  }
}

/// Whether a number of any kind is there and lies in a range.
struct ColumnRangeTest<Column: NumberColumn>: RowTest {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let low: Column.Number
  let high: Column.Number

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return (value >= low ? 1 : 0) & (value <= high ? 1 : 0) != 0
  }
}

/// Whether an integer is one of a list's: a bit each where they lie close together, else by halving the sorted list.
struct IntegerListTest<Column: NumberColumn>: RowTest where Column.Number == Int64 {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let list: SortedNumbers<Int64>
  let first: Int64
  /// The bits of the list's numbers, counted from the first; 0 where they do not fit.
  let window: UInt64

  init(offset: Int, list: [Int64]) {
    self.offset = offset
    self.list = SortedNumbers(list)
    first = list.min() ?? 0
    var window: UInt64 = 0
    for number in list {
      let distance = UInt64(bitPattern: number &- first)
      if distance > 63 {
        window = 0
        break
      }
      window |= 1 << distance
    }
    self.window = window
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    if window != 0 {
      let distance = UInt64(bitPattern: value &- first)
      return distance < 64 && window >> distance & 1 != 0
    }
    return list.contains(value)
  }
}

/// Whether a floating-point number is one of a list's.
struct DoubleListTest<Column: NumberColumn>: RowTest where Column.Number == Double {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let list: SortedNumbers<Double>

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return list.contains(value)
  }
}

/// Whether a number is there: neither nil nor NaN.
struct NumberPresentTest<Column: NumberColumn>: RowTest {
  static var readsAnyRow: Bool { true }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { Column.load(row + offset) != nil }
}
