// Departments, employees and their friends: every delete rule, relationships from a class to itself, a fetched property.
// `swift run departments-employees` prints what README.md shows.
import Foundation
import PredicateObjects

let company = try Company()
let context = company.context
let research = try company.addDepartment("Research")
let sales = try company.addDepartment("Sales")
let ada = try company.hire("Ada", research, on: "2019-04-01")
let ben = try company.hire("Ben", research, on: "2025-09-15", manager: ada)
let cleo = try company.hire("Cleo", research, on: "2026-02-01", manager: ada)
let dora = try company.hire("Dora", sales, on: "2025-01-07", manager: cleo)
try company.befriend(ada, cleo, ranking: 5)
try company.befriend(ada, dora, ranking: 2)
try company.befriend(dora, ben, ranking: 4)
let telescope = try context.insert(Project.self)
telescope.name = "Telescope"
telescope.department = research
let locker = try context.insert(Locker.self)
locker.number = 7
locker.holder = ben
try context.save()

func names(_ employees: [Employee]) -> String { employees.map(\.name).joined(separator: ", ") }

// A class with relationships to itself: managers and reports, and friends of each other.
print("Ada's reports: \(names(ada.reports)). Dora's manager's manager: \(dora.manager?.manager?.name ?? "none")")
print("Ada's friends: \(names(ada.friends)). Cleo's friends: \(names(cleo.friends))")
let ofSameDepartment = try context.fetch(Employee.self, "ANY friends.department == department", sortedBy: "name")
print("With a friend in their department: \(names(ofSameDepartment))")

// The intermediate entity has the ranking of a friend.
let best = try context.fetch(FriendInfo.self, "source == \(ada)", sortedBy: .descending("ranking"))
print("Ada ranks", best.map { "\($0.friend?.name ?? "") \($0.ranking)" }.joined(separator: ", "))
let liked = try context.fetch(Employee.self, "SUBQUERY(befriendedBy, $i, $i.ranking >= 4).@count > 0", sortedBy: "name")
print("Liked: \(names(liked))")

// The fetched property runs its fetch each time, and sees unsaved changes.
print("Recent hires of Research: \(names(research.recentHires)); of Sales: \(names(sales.recentHires))")
let emil = try company.hire("Emil", sales, on: "2026-05-04", manager: dora)
ben.department = sales
print("With Emil, and Ben moved: \(names(research.recentHires)); \(names(sales.recentHires))")
try context.save()

// deny: a department with a project is not deleted.
try context.delete(research)
print("Deleting Research: \(try company.saveOrUndo())")

// nullify: a department without projects is, and its employees have none.
try context.delete(sales)
print("Deleting Sales: \(try company.saveOrUndo()). Dora's department: \(dora.department?.name ?? "none")")

// cascade: Dora's rankings of her friends are deleted with her, and theirs of her. Friends and reports forget her (nullify).
let infos = try context.count(FriendInfo.self)
try context.delete(dora)
print(
  "Deleting Dora: \(try company.saveOrUndo()). Infos: \(infos), then \(try context.count(FriendInfo.self)).",
  terminator: "")
print(" Ada's friends: \(names(ada.friends)). Emil's manager: \(emil.manager?.name ?? "none")")

// noAction: the locker keeps its key, which the database refuses, unless the same step empties it.
try context.delete(ben)
print("Deleting Ben: \(try company.saveOrUndo())")
try context.group {
  locker.holder = nil
  try context.delete(ben)
}
print("With an empty locker: \(try company.saveOrUndo()). Employees: \(try context.count(Employee.self))")
