import GRDBSQLite
import PredicateSQL
import PredicateValues

/// The state of an aggregate function over one group of rows. SQLite owns its memory, and the functions change it in place. An object instead would
/// be retained and released for each row.
protocol SQLiteGroup {
  init()

  /// Returns the value of the group.
  mutating func give(to context: OpaquePointer)
}

extension SQLiteGroup {
  /// The group of a call. SQLite keeps it from its first row to its end. Nil if memory is exhausted.
  static func current(_ context: OpaquePointer?) -> UnsafeMutablePointer<Self>? {
    guard let place = place(context, Int32(MemoryLayout<UnsafeMutablePointer<Self>?>.size)) else { return nil }
    if let group = place.pointee { return group }
    let group = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    group.initialize(to: Self())
    place.pointee = group
    return group
  }

  /// Ends the group and returns its result.
  static func finish(
    _ context: OpaquePointer?, _ give: (inout Self, OpaquePointer) -> Void = { $0.give(to: $1) }
  ) {
    guard let context else { return }
    var group = finished(context)
    give(&group, context)
  }

  /// Returns the value of the rows so far.
  static func giveSoFar(_ context: OpaquePointer?) {
    guard let context else { return }
    if let group = place(context, 0)?.pointee { group.pointee.give(to: context) } else { finish(context) }
  }

  /// The group at its end. A group without rows is made now.
  private static func finished(_ context: OpaquePointer) -> Self {
    guard let place = place(context, 0), let group = place.pointee else { return Self() }
    place.pointee = nil
    defer { group.deallocate() }
    return group.move()
  }

  private static func place(
    _ context: OpaquePointer?, _ size: Int32
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Self>?>? {
    sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: UnsafeMutablePointer<Self>?.self)
  }
}

/// The values of a group so far, in the order of the rows.
struct ValueGroup: SQLiteGroup {
  private var values: [QueryValue] = []

  /// Adds the value of a row. Arguments are tag and value.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let group = ValueGroup.current(context) else { return }
    group.pointee.values += call.values(taggedAt: 0, from: 1)
  }

  /// Returns the group as the box of an array.
  func give(to context: OpaquePointer) { SQLiteCall.giveBox(.array(values), to: context) }
}
