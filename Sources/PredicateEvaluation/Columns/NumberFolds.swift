/// What is found out about the numbers of an array, one after the other.
protocol NumberFold {
  associatedtype Column: NumberColumn
  associatedtype Result: BitwiseCopyable

  init()

  /// Takes a number that is there; false where the result would be none of its type.
  mutating func add(_ number: Column.Number) -> Bool

  /// What was found of so many elements, those that are nil among them; nil for nil.
  func result(_ count: Int) -> Result?
}

/// The sum, of doubles in their order.
struct ColumnSum<Column: NumberColumn>: NumberFold {
  private(set) var sum = Column.Number.zero

  mutating func add(_ number: Column.Number) -> Bool {
    guard let next = sum.adding(number) else { return false }
    sum = next
    return true
  }

  func result(_: Int) -> Column.Number? { sum.withoutNaN }
}

/// The mean, in which a nil counts as 0; of nothing it is 0.
struct ColumnMean<Column: NumberColumn>: NumberFold {
  private var sum = ColumnSum<Column>()

  mutating func add(_ number: Column.Number) -> Bool { sum.add(number) }

  func result(_ count: Int) -> Double? {
    count == 0 ? 0 : (sum.sum.nearestDouble / Double(count)).withoutNaN
  }
}

/// The least number.
struct ColumnMinimum<Column: NumberColumn>: NumberFold {
  private var least: Column.Number?

  mutating func add(_ number: Column.Number) -> Bool {
    if let least, least <= number { return true }
    least = number
    return true
  }

  func result(_: Int) -> Column.Number? { least }
}

/// The greatest number.
struct ColumnMaximum<Column: NumberColumn>: NumberFold {
  private var greatest: Column.Number?

  mutating func add(_ number: Column.Number) -> Bool {
    if let greatest, greatest >= number { return true }
    greatest = number
    return true
  }

  func result(_: Int) -> Column.Number? { greatest }
}
