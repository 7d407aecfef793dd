import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Loads the numbers of a column for the rows whose bit is set, and clears the bits of nils. The destination takes eight bytes per row.
///
/// The reference decides a row whose number the column cannot hold: its bit is cleared, and set in the `undecided` mask.
struct NumberLoader: Sendable {
  let load: @Sendable (Rows, MaskWords, Int, UnsafeMutableRawPointer, _ undecided: MaskWords) -> Void
  /// The column's type, for printing the plan; nil for counts by code of the client's module.
  let column: (any NumberColumn.Type)?

  /// A column with indirect values is prefetched some rows ahead.
  init<Column: NumberColumn>(_: Column.Type, offset: Int) {
    column = Column.self
    load = { rows, mask, count, destination, undecided in
      let numbers = destination.assumingMemoryBound(to: Column.Element.self)
      let prefetch = { (row: Int) in if Column.readsIndirectly { Column.prefetch(rows[row] + offset) } }
      // Most rows have a number: a jump costs less here than putting answers together.
      mask.forEachRow(count, prefetching: prefetch) { position in
        let address = rows[position] + offset
        if let number = Column.load(address) {
          numbers[position] = number
        } else {
          if Column.isOutOfRange(address) { undecided.set(position) }
          mask.clear(position)
        }
      }
    }
  }

  /// Loads the number of elements of each value, as the collection reports it; clears the bits of nils.
  init(counts: @escaping AddressLoader<Int>, at offset: Int) {
    column = nil
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

/// How a stored value is loaded for the rows at the end of a path.
enum ValueLoader: Sendable {
  /// A string, or an optional one, at an offset in bytes from the row.
  case text(Int, isOptional: Bool)
  /// A value of a type with raw values that takes one byte, at an offset in bytes from the row. The run's ``EnumResultCache`` with the number
  /// `identity` keeps its raw values.
  case byte(Int, ValueReader, identity: Int)
  /// A value of any type at an offset in bytes from the row.
  case reader(Int, ValueReader)

  /// The cost per row, in the unit of ``ConditionNode/cost``.
  var cost: Int {
    switch self {
    case .text, .byte: 20
    case .reader: 60
    }
  }
}

/// The number that a fold computes of others.
enum NumberFoldKind {
  case sum
  case mean
  case least
  case greatest

  /// The fold of an operator of collections over values of a type; nil for a sum or mean of values that are not numbers.
  init?(_ op: CollectionOperator, of type: QueryType) {
    switch op {
    case .sum where type.family == .number: self = .sum
    case .avg where type.family == .number: self = .mean
    case .min: self = .least
    case .max: self = .greatest
    default: return nil
    }
  }
}

/// The results for each value of a byte: of one type with raw values, or of one condition on it. Used by one thread.
final class EnumResultCache {
  /// The result of the condition: 0 not evaluated yet, 1 false, 2 true.
  let conditions: UnsafeMutablePointer<UInt8>
  /// The raw values that came up.
  let values: UnsafeMutablePointer<QueryValue?>

  init() {
    conditions = .allocate(capacity: 256)
    conditions.initialize(repeating: 0, count: 256)
    values = .allocate(capacity: 256)
    values.initialize(repeating: nil, count: 256)
  }

  deinit {
    conditions.deallocate()
    values.deinitialize(count: 256)
    values.deallocate()
  }
}
