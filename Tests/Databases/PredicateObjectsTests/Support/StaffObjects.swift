import PredicateObjects

/// Kinds of workers in teams: classes that inherit.
class Worker: StoredObject {
  override class var isAbstract: Bool { self == Worker.self }
  @Stored(isUnique: true) var name: String
  @Stored(default: 1, condition: "SELF >= 0") var salary: Double
  @ToOne var team: Team?
  @ToOne var boss: Leader?
}

final class Typist: Worker {
  @Stored var desk: Int
}

class Leader: Worker {
  @Stored(default: 10) var budget: Double
  @Stored(isUnique: true) var code: Int?
  @ToMany(inverse: \.boss, isOrdered: true) var reports: [Worker]
}

final class Chief: Leader {
  @Stored var desk: String
  @ToOne(isRequired: true) var assistant: Typist?
}

final class Team: StoredObject {
  @Stored var name: String
  @ToMany(inverse: \.team, deleteRule: .cascade) var members: [Worker]
  @ToOne var lead: Leader?
}

enum StaffObjects {
  static let classes: [StoredObject.Type] = [Chief.self, Team.self, Leader.self, Worker.self, Typist.self]

  static func context() throws -> ObjectContext { try ObjectContext(classes: classes) }

  /// A team with a chief, a leader and two clerks.
  @discardableResult
  static func fill(_ context: ObjectContext) throws -> Team {
    let team = try context.insert(Team.self)
    team.name = "Blue"
    let chief = try context.insert(Chief.self)
    let leader = try context.insert(Leader.self)
    let clerks = [try context.insert(Typist.self), try context.insert(Typist.self)]
    for (worker, name) in zip([chief, leader] + clerks, ["Cleo", "Lena", "Ann", "Bob"]) {
      worker.name = name
      worker.team = team
    }
    (chief.salary, chief.budget, chief.desk, chief.assistant) = (9, 50, "corner", clerks[1])
    (leader.salary, leader.boss) = (5, chief)
    for (place, clerk) in clerks.enumerated() {
      (clerk.salary, clerk.desk, clerk.boss) = (Double(place) + 1, place + 7, leader)
    }
    team.lead = leader
    return team
  }
}
