import GRDBSQLite
import PredicateSQL

/// Values by key, made once in a statement and looked up for each row.
extension SQLiteFunctions {
  static let keys: [SQLiteFunction] = [
    SQLiteFunction(.keyedCounts, 1, final: { CountGroup.finish($0) }, CountGroup.add),
    SQLiteFunction(.keyedValues, 2, final: { KeyedGroup.finish($0) }, KeyedGroup.add),
    SQLiteFunction(.keyedValue, 3) { context, count, values in
      guard let call = SQLiteCall(context, count, values) else { return }
      let value = call.wholeNumber(1).flatMap { KeyedValues.value(of: $0, in: call.blob(0)) }
      call.give(stored: value ?? call.stored(2))
    },
  ]
}

/// The keys that were met so far.
private final class CountGroup: SQLiteGroup {
  private var tally = KeyTally()

  /// Adds a row by its key. What is no whole number is no key.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let key = call.wholeNumber(0) else { return }
    CountGroup.current(context)?.tally.add(key)
  }

  static func finish(_ context: OpaquePointer?) {
    guard let context else { return }
    var values = KeyedValues()
    for (key, count) in finished(context).tally.counts { values.add(.integer(count), key: key) }
    SQLiteCall.give(inPlace: values.bytes, to: context)
  }
}

/// The keys and values that were met so far.
private final class KeyedGroup: SQLiteGroup {
  private var values = KeyedValues()

  /// Adds a value by its key. What is no whole number is no key.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let key = call.wholeNumber(0) else { return }
    KeyedGroup.current(context)?.values.add(call.stored(1), key: key)
  }

  static func finish(_ context: OpaquePointer?) {
    guard let context else { return }
    SQLiteCall.give(inPlace: finished(context).values.bytes, to: context)
  }
}
