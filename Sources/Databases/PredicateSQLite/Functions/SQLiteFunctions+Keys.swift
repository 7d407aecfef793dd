import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Tables of values by key. A statement makes a table once, and looks up a value for each row.
extension SQLiteFunctions {
  static let keys: [SQLiteFunction] = [
    SQLiteFunction(.keyedCounts, 1, final: { CountGroup.finish($0) }, CountGroup.add),
    SQLiteFunction(.keyedMinimum, 2, final: { ExtremeGroup.finish($0) }, ExtremeGroup.addLeast),
    SQLiteFunction(.keyedMinimum, 3, final: { ExtremeGroup.finish($0) }, ExtremeGroup.addLeast),
    SQLiteFunction(.keyedMaximum, 2, final: { ExtremeGroup.finish($0) }, ExtremeGroup.addGreatest),
    SQLiteFunction(.keyedMaximum, 3, final: { ExtremeGroup.finish($0) }, ExtremeGroup.addGreatest),
    SQLiteFunction(.keyedValues, 2, final: { KeyedGroup.finish($0) }, KeyedGroup.add),
    SQLiteFunction(.keyedValue, 3) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      let value = call.wholeNumber(1).flatMap { KeyedValues.value(of: $0, in: call.blob(0)) }
      call.give(copyOf: value ?? call.value(2))
    },
  ]
}

/// The number of rows for each key.
private struct CountGroup: SQLiteGroup {
  private var numbers = KeyNumbers()
  private var counts: [Int64] = []

  /// Adds a row by its key. Rows whose key is not a whole number are skipped.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let key = call.wholeNumber(0) else { return }
    CountGroup.current(context)?.pointee.add(key)
  }

  private mutating func add(_ key: Int64) {
    let number = numbers.number(of: key)
    if number == counts.count { counts.append(0) }
    counts[number] += 1
  }

  func give(to context: OpaquePointer) {
    var values = KeyedValues()
    for (key, count) in zip(numbers.keys, counts) { values.add(.integer(count), key: key) }
    SQLiteCall.give(inPlace: values.bytes, to: context)
  }
}

/// The least or the greatest number for each key. If numbers are equal (1 and 1.0), the first one is kept, as in SQLite's own MIN and MAX.
private struct ExtremeGroup: SQLiteGroup {
  private var numbers = KeyNumbers()
  private var best: [StoredNumber] = []
  /// Whether the numbers in the third argument have been added.
  private var hasBegun = false

  static let addLeast: SQLiteFunction.Body = { context, count, values in
    ExtremeGroup.current(context)?.pointee.add(SQLiteCall(context, count, values)) { $0 < $1 }
  }

  static let addGreatest: SQLiteFunction.Body = { context, count, values in
    ExtremeGroup.current(context)?.pointee.add(SQLiteCall(context, count, values)) { $1 < $0 }
  }

  /// Adds a number by its key. Rows are skipped if the key is not a whole number, or if the value is not a number. A third argument is a table with
  /// the best numbers of other rows, which is the same for each row.
  @inline(__always)
  private mutating func add(_ call: SQLiteCall?, isBetter: (StoredNumber, StoredNumber) -> Bool) {
    guard let call else { return }
    if call.argumentCount == 3, !hasBegun {
      hasBegun = true
      for (key, number) in KeyedValues.numbers(in: call.blob(2)) { add(number, key: key, isBetter: isBetter) }
    }
    guard let key = call.wholeNumber(0), let value = call.number(1) else { return }
    add(value, key: key, isBetter: isBetter)
  }

  @inline(__always)
  private mutating func add(_ value: StoredNumber, key: Int64, isBetter: (StoredNumber, StoredNumber) -> Bool) {
    let number = numbers.number(of: key)
    if number == best.count {
      best.append(value)
    } else if isBetter(value, best[number]) {
      best[number] = value
    }
  }

  func give(to context: OpaquePointer) {
    var values = KeyedValues()
    for (key, number) in zip(numbers.keys, best) {
      switch number {
      case .integer(let value): values.add(.integer(value), key: key)
      case .real(let value): values.add(.real(value), key: key)
      }
    }
    SQLiteCall.give(inPlace: values.bytes, to: context)
  }
}

/// The values so far, one for each key.
private struct KeyedGroup: SQLiteGroup {
  private var values = KeyedValues()

  /// Adds a value by its key. Rows whose key is not a whole number are skipped.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let key = call.wholeNumber(0) else { return }
    KeyedGroup.current(context)?.pointee.values.add(call.value(1), key: key)
  }

  func give(to context: OpaquePointer) { SQLiteCall.give(inPlace: values.bytes, to: context) }
}

/// Integer keys, numbered from 0 in the order of insertion: a hash table with linear probing that is at most half full.
///
/// ```swift
/// var numbers = KeyNumbers()
/// numbers.number(of: 7)   // 0
/// numbers.number(of: -2)  // 1
/// numbers.number(of: 7)   // 0
/// ```
struct KeyNumbers {
  /// The keys in the order of their numbers.
  private(set) var keys: [Int64] = []
  /// For each slot, 0 if it is free, otherwise 1 more than the number of its key.
  private var places: [Int]

  init() {
    places = Array(repeating: 0, count: 64)
  }

  /// The number of a key. A new key gets the next number, which is the number of keys so far.
  mutating func number(of key: Int64) -> Int {
    let place = place(of: key)
    if places[place] != 0 { return places[place] - 1 }
    keys.append(key)
    places[place] = keys.count
    if keys.count * 2 > places.count { grow() }
    return keys.count - 1
  }

  /// The number of slots, including free ones.
  var capacity: Int { places.count }

  /// The slot that the search for a key begins with.
  func home(of key: Int64) -> Int {
    // The high bits of the product depend on all bits of the key, so as many high bits are used as are needed for the number of slots.
    let product = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> UInt64(64 - places.count.trailingZeroBitCount))
  }

  /// The slot of a key, or the free slot for it.
  private func place(of key: Int64) -> Int {
    let mask = places.count - 1
    var place = home(of: key)
    while places[place] != 0, keys[places[place] - 1] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: places.count * 4)
    for (number, key) in keys.enumerated() { places[place(of: key)] = number + 1 }
  }
}
