import Foundation
import PredicateObjects

/// Departments and who works in them.
struct Company {
  let context: ObjectContext

  /// A company without anybody, in memory.
  init() throws {
    context = try ObjectContext(classes: [Department.self, Project.self, Employee.self, FriendInfo.self, Locker.self])
  }

  func addDepartment(_ name: String) throws -> Department {
    let department = try context.insert(Department.self)
    department.name = name
    return department
  }

  func hire(_ name: String, _ department: Department, on day: String, manager: Employee? = nil) throws -> Employee {
    let employee = try context.insert(Employee.self)
    employee.name = name
    employee.hiredOn = try Date(day, strategy: .iso8601.year().month().day())
    employee.department = department
    employee.manager = manager
    return employee
  }

  /// Makes two employees friends, with what the first one thinks of the second.
  func befriend(_ employee: Employee, _ friend: Employee, ranking: Int) throws {
    employee.friends.append(friend)
    let info = try context.insert(FriendInfo.self)
    info.ranking = ranking
    info.source = employee
    info.friend = friend
  }

  /// Saves. If that fails the last step is undone, and the problem is returned.
  func saveOrUndo() throws -> String {
    do {
      try context.save()
      return "saved"
    } catch let failure as SaveFailure {
      context.undo()
      return failure.description
    }
  }
}
