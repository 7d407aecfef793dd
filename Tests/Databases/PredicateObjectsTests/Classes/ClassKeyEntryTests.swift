import Foundation
import PredicateDatabases
import PredicateObjects
import PredicateSQLite
import Testing

private final class NumberedTask: StoredObject {
  @Stored var code: String
  @Stored var hours: Int
  @Stored var state: String
  @ToOne(inverse: \.parts) var whole: NumberedTask?
  @ToMany var parts: [NumberedTask]
}

private final class NamedTask: StoredObject {
  @Stored(isKey: true) var code: String
  @Stored var hours: Int
  @Stored var state: String
  @ToOne(inverse: \.parts) var whole: NamedTask?
  @ToMany var parts: [NamedTask]
}

private final class TokenTask: StoredObject {
  @Stored(isKey: true) var token: UUID
  @Stored var code: String
  @Stored var hours: Int
  @Stored var state: String
  @ToOne(inverse: \.parts) var whole: TokenTask?
  @ToMany var parts: [TokenTask]
}

private class Place: StoredObject {
  @Stored(isKey: true) var code: String
  @Stored var size: Int
}
private final class Town: Place {
  @Stored var people: Int?
}

/// Each entry gives the same answer for a class with an integer key, a text key and a UUID key.
@Suite struct ClassKeyEntryTests {
  private func answers<Kind: StoredObject>(_ type: Kind.Type) throws -> [String] {
    let context = try ObjectContext(classes: [type])
    let entity = "\(type)"
    let policy = QueryPolicy().allowing(.only("hours", "whole"), ofEntity: entity)
    func codes(_ objects: [Kind]) throws -> String {
      try objects.map { "\(try $0.value(of: "code").swiftValue ?? "nil")" }.joined(separator: " ")
    }
    for number in 1...8 {
      let task = try context.insert(type)
      try task.set("code", to: .string("t\(number)"))
      try task.set("hours", to: .integer(Int64(number)))
      try task.set("state", to: .string(["new", "done"][number % 2]))
    }
    var answers: [String] = []
    func note() throws {
      answers += [
        try codes(context.fetch(type, text: "hours > 3", policy: policy, sortedBy: "code")),
        try codes(context.fetch(type, text: "hours > 1", order: "hours desc", policy: policy, limit: 3, offset: 1)),
        try codes(context.fetch(type, text: "whole.hours > 5", order: "hours", policy: policy)),
        try codes(context.fetch(type, "hours > 2", sortedBy: "code", batchSize: 2)),
        try codes(context.observe(type, "hours > 2", sortedBy: "code").objects),
        "\(try context.count(type, "ANY parts.hours > 3")) \(try context.count(type, text: "hours > 3", policy: policy))",
        "\(try codes(context.observe(type, text: "hours > 3", order: "hours desc", policy: policy).objects))",
      ]
      let results = try context.observe(type, "hours > 1", sortedBy: "code", sectionedBy: "state")
      for section in results.sections { answers.append("\(section.name) \(try codes(Array(results[section])))") }
    }
    try note()
    try context.save()
    try note()
    for task in try context.fetch(type, "hours > 4") {
      try task.setObject(context.first(type, "hours == 2"), of: "whole")
      try task.set("hours", to: .integer(task.value(of: "hours").swiftValue as? Int64 ?? 0 + 10))
    }
    let gone = try #require(try context.first(type, "hours == 3"))
    try context.delete(gone)
    try note()
    try context.save()
    try note()
    for rules in [BatchRules.respected, .skipped] {
      answers.append("\(try context.batchUpdate(type, "hours == 2", set: ["state": "\(rules)"], rules: rules))")
      answers.append("\(try context.batchDelete(type, "hours == \(rules == .skipped ? 1 : 4)", rules: rules))")
      try note()
    }
    let object = try #require(try context.first(type, "hours == 2"))
    answers.append("\(try context.object(for: object.id) === object)")
    return answers
  }

  @Test func everyEntry() throws {
    let expected = try answers(NumberedTask.self)
    #expect(expected.count > 40 && expected.contains("t4 t5 t6 t7 t8"))
    #expect(try answers(NamedTask.self) == expected)
    #expect(try answers(TokenTask.self) == expected)
  }

  @Test(arguments: [BatchRules.respected, .skipped])
  func aBatchOfASubclassLeavesTheParents(_ rules: BatchRules) throws {
    let context = try ObjectContext(classes: [Place.self, Town.self])
    let (place, town) = (try context.insert(Place.self), try context.insert(Town.self))
    (place.code, place.size, town.code, town.size) = ("p", 1, "t", 2)
    try context.save()
    #expect(try context.batchUpdate(Town.self, "size > 0", set: ["size": 5], rules: rules) == 1)
    #expect(try context.batchDelete(Town.self, rules: rules) == 1)
    #expect(try context.fetch(Place.self).map(\.size) == [1])
  }
}
