import GRDBSQLite

/// What an aggregate function gathers of one group of rows.
protocol SQLiteGroup: AnyObject {
  /// A group without rows.
  init()
}

extension SQLiteGroup {
  /// The group that a call belongs to: SQLite keeps a pointer to it from its first row to its end. Nil where memory is short.
  static func current(_ context: OpaquePointer?) -> Self? {
    guard let place = place(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)) else { return nil }
    if let pointer = place.pointee { return Unmanaged.fromOpaque(pointer).takeUnretainedValue() }
    let group = Self()
    place.pointee = Unmanaged.passRetained(group).toOpaque()
    return group
  }

  /// The group at its end. One without rows is made now.
  static func finished(_ context: OpaquePointer) -> Self {
    guard let place = place(context, 0), let pointer = place.pointee else { return Self() }
    place.pointee = nil
    return Unmanaged<Self>.fromOpaque(pointer).takeRetainedValue()
  }

  private static func place(
    _ context: OpaquePointer?, _ size: Int32
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}
