/// Loads the members of rows that are no Swift values: records of a file, which are read in place.
package protocol MemberLoader: AnyObject {
  /// Loads a member of some rows, by its place in ``RowQuery/members``. Every row that ``MemberColumn/forEachRow(_:)`` gives gets one value, or
  /// is left to the reference.
  func load(_ member: Int, into column: MemberColumn)
}
