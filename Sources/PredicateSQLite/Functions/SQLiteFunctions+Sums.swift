import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// `@sum` and `@avg` of a group, by the code that memory uses: SQLite's own raise an error where whole numbers overflow, and, from
/// version to version, round differently.
extension SQLiteFunctions {
  static let sums: [SQLiteFunction] = [
    SQLiteFunction(.sum, 1, final: { SumGroup.finish($0, .sum) }, SumGroup.add),
    SQLiteFunction(.average, 1, final: { SumGroup.finish($0, .avg) }, SumGroup.add),
  ]
}

/// The values of a group that were met so far.
private final class SumGroup {
  private var values: [QueryValue] = []

  /// Where SQLite keeps a pointer to the group of an aggregate, from its first row to its end.
  private static func place(_ context: OpaquePointer?, _ size: Int32) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  {
    sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values),
      let place = SumGroup.place(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))
    else { return }
    let group: SumGroup
    if let pointer = place.pointee {
      group = Unmanaged.fromOpaque(pointer).takeUnretainedValue()
    } else {
      group = SumGroup()
      place.pointee = Unmanaged.passRetained(group).toOpaque()
    }
    group.values.append(AttributeStorage.integer.value(of: call.stored(0), as: .integer))
  }

  static func finish(_ context: OpaquePointer?, _ operation: CollectionOperator) {
    guard let context else { return }
    var values: [QueryValue] = []
    if let place = place(context, 0), let pointer = place.pointee {
      values = Unmanaged<SumGroup>.fromOpaque(pointer).takeRetainedValue().values
      place.pointee = nil
    }
    do throws(PredicateIssue) {
      SQLiteCall.give(try operation.apply(to: values), to: context)
    } catch {
      SQLiteCall.fail(error, context)
    }
  }
}
