import PredicateObjects

/// A department. Deleting it leaves its employees without one (`nullify`), and is denied while it has projects (`deny`).
final class Department: StoredObject {
  @Stored(isUnique: true) var name: String
  @ToMany(inverse: \.department, deleteRule: .nullify) var employees: [Employee]
  @ToMany(inverse: \.department, deleteRule: .deny) var projects: [Project]

  /// These are not stored: a fetch finds them on demand.
  @Fetched(
    "department == $FETCH_SOURCE AND hiredOn.year >= $FETCHED_PROPERTY.userInfo.since",
    sortedBy: .descending("hiredOn"), "name", userInfo: ["since": 2025])
  var recentHires: [Employee]
}
