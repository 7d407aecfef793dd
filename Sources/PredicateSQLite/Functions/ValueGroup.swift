import GRDBSQLite
import PredicateSQL
import PredicateValues

/// The values of a group that were met so far, for functions of groups: in the order in which they come.
struct ValueGroup: SQLiteGroup {
  private var values: [QueryValue] = []

  /// Adds the value of a row: tag, value.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let group = ValueGroup.current(context) else { return }
    group.pointee.values += call.values(taggedAt: 0, from: 1)
  }

  /// Gives the group as the box of an array.
  static func finish(_ context: OpaquePointer?) {
    guard let context else { return }
    SQLiteCall.giveBox(.array(finished(context).values), to: context)
  }
}
