import GRDBSQLite
import PredicateSQL
import PredicateValues

/// The values of a group that were met so far, for functions of groups: in the order in which they come.
final class ValueGroup {
  private var values: [QueryValue] = []

  /// Adds the value of a row: tag, value.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let group = ValueGroup.group(of: context) else { return }
    group.values += call.values(taggedAt: 0, from: 1)
  }

  /// Gives the group as the box of an array.
  static func finish(_ context: OpaquePointer?) {
    guard let context else { return }
    SQLiteCall.giveBox(.array(taken(from: context)), to: context)
  }

  /// Where SQLite keeps a pointer to the group of an aggregate, from its first row to its end.
  private static func place(_ context: OpaquePointer?, _ size: Int32) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  {
    sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  private static func group(of context: OpaquePointer?) -> ValueGroup? {
    guard let place = place(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)) else { return nil }
    if let pointer = place.pointee { return Unmanaged.fromOpaque(pointer).takeUnretainedValue() }
    let group = ValueGroup()
    place.pointee = Unmanaged.passRetained(group).toOpaque()
    return group
  }

  private static func taken(from context: OpaquePointer) -> [QueryValue] {
    guard let place = place(context, 0), let pointer = place.pointee else { return [] }
    place.pointee = nil
    return Unmanaged<ValueGroup>.fromOpaque(pointer).takeRetainedValue().values
  }
}
