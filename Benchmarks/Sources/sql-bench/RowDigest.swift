import PredicateSQLite

/// What rows are remembered by: how many there are, and the order and a little of each.
struct RowDigest: Equatable {
  private var count = 0
  private var sum: UInt64 = 0

  mutating func add(_ row: [QueryValue]) {
    count += 1
    for value in row {
      let bits: UInt64 =
        switch value {
        case .null: 1
        case .boolean(let value): value ? 3 : 2
        case .integer(let value): UInt64(bitPattern: value)
        case .double(let value), .date(let value): value.bitPattern
        case .string(let value): UInt64(value.utf8.count)
        case .reference(let reference): UInt64(bitPattern: reference.key)
        default: 0
        }
      sum = sum &* 31 &+ bits
    }
  }
}
