import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// `@sum` and `@avg` of a group, by the code that memory uses: SQLite's own raise an error where whole numbers overflow, and, from
/// version to version, round differently.
///
/// With a second argument, the key of each value's object, values are added in the order of the keys, in whatever order they come. With
/// three arguments, a tag, the value and the key, the values are of the tag's type. Whole numbers of a column of doubles are doubles then.
/// The result for values of unknown type, and for decimal numbers, is a box. A value that is no number ends the statement with an issue,
/// as it does in memory.
extension SQLiteFunctions {
  static let sums: [SQLiteFunction] = (1...3).flatMap { argumentCount in
    [
      SQLiteFunction(.sum, argumentCount, final: { SumGroup.finish($0) }, SumGroup.add),
      SQLiteFunction(.average, argumentCount, final: { SumGroup.finish($0) { $0.give(.avg, to: $1) } }, SumGroup.add),
    ]
  }
}

/// What values are put in order by before they are added: an integer that names the object, or the rank of its key.
private enum SummandKey: Comparable {
  case integer(Int64)
  case rank([UInt8])

  init(_ stored: StoredValue) {
    switch stored {
    case .integer(let value): self = .integer(value)
    case .blob(let bytes): self = .rank(bytes)
    case .null, .real, .text: self = .integer(0)
    }
  }

  static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b
    case (.rank(let a), .rank(let b)): a.lexicographicallyPrecedes(b)
    case (.integer, .rank): true
    case (.rank, .integer): false
    }
  }
}

/// The values of a group that were met so far.
private struct SumGroup: SQLiteGroup {
  /// How many there are, nil ones too.
  private var count = 0
  /// The sum of those that have no key to be ordered by, and of whole numbers, whose order does not matter.
  private var sum = NumberSum()
  /// Those that have a key: two words a row.
  private var values: [(key: SummandKey, value: Double)] = []
  /// Those that say themselves what they are, with their keys.
  private var terms: [(key: SummandKey, value: QueryValue)] = []
  /// Whether the tag is that of doubles: the same for all values; nil before the first.
  private var isOfDoubles: Bool?
  private var isAscending = true
  private var hasFraction = false

  private mutating func add(_ call: SQLiteCall) {
    count += 1
    guard call.argumentCount < 3 else { return addTagged(call) }
    let stored = call.stored(0)
    guard call.argumentCount == 2 else { return sum.add(AttributeStorage.integer.value(of: stored, as: .integer)) }
    add(stored, key: SummandKey(call.stored(1)))
  }

  private static let tagOfDoubles = SQLValueTag.double.rawValue.utf8.first

  private mutating func addTagged(_ call: SQLiteCall) {
    let key = SummandKey(call.stored(2))
    let isOfDoubles = self.isOfDoubles ?? (call.bytes(0)?.first == Self.tagOfDoubles)
    self.isOfDoubles = isOfDoubles
    guard isOfDoubles else {
      terms += call.values(taggedAt: 0, from: 1).prefix(1).map { (key, $0) }
      return
    }
    let stored = call.stored(1)
    if case .integer(let whole) = stored, Int64(exactly: Double(whole)) == whole {
      add(.real(Double(whole)), key: key)
    } else {
      add(stored, key: key)
    }
  }

  private mutating func add(_ stored: StoredValue, key: SummandKey) {
    if let last = values.last, key < last.key { isAscending = false }
    switch stored {
    case .real(let value):
      hasFraction = true
      values.append((key, value))
    case .integer(let value):
      sum.add(.integer(value))
      values.append((key, Double(value)))
    default: break
    }
  }

  mutating func give(to context: OpaquePointer) { give(.sum, to: context) }

  mutating func give(_ op: CollectionOperator, to context: OpaquePointer) {
    guard terms.isEmpty else { return giveTerms(op, to: context) }
    if hasFraction {
      if !isAscending { values.sort { $0.key < $1.key } }
      sum = NumberSum()
      for (_, value) in values { sum.add(.double(value)) }
    }
    SQLiteCall.give(op == .avg ? sum.mean(of: count) : sum.value, to: context)
  }

  private func giveTerms(_ op: CollectionOperator, to context: OpaquePointer) {
    do throws(PredicateIssue) {
      SQLiteCall.giveBox(try op.apply(to: terms.sorted { $0.key < $1.key }.map(\.value)), to: context)
    } catch {
      SQLiteCall.fail(error, context)
    }
  }

  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values) else { return }
    SumGroup.current(context)?.pointee.add(call)
  }
}
