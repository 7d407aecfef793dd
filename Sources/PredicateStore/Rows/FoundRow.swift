/// A row that was read.
struct FoundRow {
  let key: Int64
  /// The plan of the row's entity.
  let plan: EntityPlan
  let record: ObjectRecord
  /// The value by which it was found.
  let owner: Int64
  /// Its place in the owner's list, of a table of pairs that keeps an order.
  let place: Int64?
}
