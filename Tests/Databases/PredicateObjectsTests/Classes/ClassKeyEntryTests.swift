import Foundation
import PredicateObjects
import PredicateSQLite
import Testing

// The classes are not private: in an optimised program, the text of a private class in a generic function has more than its name.
final class NumberedTask: StoredObject {
  @Stored var code: String
  @Stored var hours: Int
  @Stored var state: String
  @ToOne(inverse: \.parts) var whole: NumberedTask?
  @ToMany var parts: [NumberedTask]
}

final class NamedTask: StoredObject {
  @Stored(isKey: true) var code: String
  @Stored var hours: Int
  @Stored var state: String
  @ToOne(inverse: \.parts) var whole: NamedTask?
  @ToMany var parts: [NamedTask]
}

final class TokenTask: StoredObject {
  @Stored(isKey: true) var token: UUID
  @Stored var code: String
  @Stored var hours: Int
  @Stored var state: String
  @ToOne(inverse: \.parts) var whole: TokenTask?
  @ToMany var parts: [TokenTask]
}

/// Each function that takes a class has the same results for classes with an integer key, a text key and a UUID key.
@Suite struct ClassKeyEntryTests {
  private func answers<Kind: StoredObject>(_ type: Kind.Type) throws -> [String] {
    let context = try ObjectContext(classes: [type])
    let entity = "\(type)"
    let policy = QueryPolicy().allowing(.only("hours", "whole"), ofEntity: entity)
    func codes(_ objects: [Kind]) throws -> String {
      try objects.map { try $0.value(of: "code").stringValue ?? "nil" }.joined(separator: " ")
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
      try task.set("hours", to: .integer(10 + Int64(task.value(of: "hours").intValue ?? 0)))
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

  private func partsUnderPolicies<Kind: StoredObject>(_ type: Kind.Type) throws -> [[Int?]] {
    let context = try ObjectContext(classes: [type])
    var tasks: [Kind] = []
    for number in 1...4 {
      let task = try context.insert(type)
      try task.set("code", to: .string("t\(number)"))
      try task.set("hours", to: .integer(Int64(number)))
      try task.set("state", to: .string("new"))
      try task.setObject(tasks.first, of: "whole")
      tasks.append(task)
    }
    try context.save()
    let open = QueryPolicy().allowing(.only("hours", "whole"), ofEntity: "\(type)")
    let ruled = try open.requiring("whole == $who", ofEntity: "\(type)")
    var found: [[Int?]] = []
    for _ in 0..<2 {
      let (some, ours) = (tasks[0], ["who": tasks[0]] as QueryVariables)
      let byRule = try context.fetch(type, text: "hours > 2", order: "hours", policy: ruled.withVariables(ours))
      let byText = try context.fetch(
        type, text: "whole == $who AND hours > 1", order: "hours", policy: open, variables: ours)
      found += try [byRule, byText].map { try $0.map { try $0.value(of: "hours").intValue } }
      found.append([try context.count(type, text: "whole == $who", policy: open, variables: ours)])
      // All functions run again with an unsaved change.
      try some.set("state", to: .string("old"))
    }
    return found
  }

  /// An object with any kind of key can be a variable of a policy's rule, and of the condition.
  @Test func objectsInPolicies() throws {
    let expected: [[Int?]] = [[3, 4], [2, 3, 4], [3], [3, 4], [2, 3, 4], [3]]
    #expect(try partsUnderPolicies(NumberedTask.self) == expected)
    #expect(try partsUnderPolicies(NamedTask.self) == expected)
    #expect(try partsUnderPolicies(TokenTask.self) == expected)
  }
}
