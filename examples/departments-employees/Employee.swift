import Foundation
import PredicateObjects

/// An employee. Friends are friends of each other. The employee's ranking of a friend is an object between the two, which is deleted with either
/// (`cascade`). A locker keeps the employee's key (`noAction`): it must be emptied before the employee is deleted.
final class Employee: StoredObject {
  @Stored var name: String
  @Stored var hiredOn: Date
  @ToOne var department: Department?
  @ToOne var manager: Employee?
  @ToMany(inverse: \.manager) var reports: [Employee]
  @ToMany(isSymmetric: true) var friends: [Employee]
  @ToMany(inverse: \.source, deleteRule: .cascade) var friendInfos: [FriendInfo]
  @ToMany(inverse: \.friend, deleteRule: .cascade) var befriendedBy: [FriendInfo]
  @ToOne(inverse: \.holder, deleteRule: .noAction) var locker: Locker?
}
