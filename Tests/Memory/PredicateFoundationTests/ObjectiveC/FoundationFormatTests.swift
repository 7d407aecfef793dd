import Foundation
import PredicateFoundation
import PredicateSyntax
import PredicateTestSupport
import Testing

/// A predicate is passed to Apple's parser as a text without names and constants, which are passed as arguments.
@Suite struct FoundationFormatTests {
  private typealias Argument = FoundationFormat.Argument

  private static func format(_ text: String) throws -> FoundationFormat {
    try FoundationFormat(QueryPredicate(format: QueryFormat(raw: text)))
  }

  private static func keys(_ format: FoundationFormat) -> [String] {
    format.arguments.compactMap { if case .keys(let keys) = $0 { keys } else { nil } }
  }

  @Test(arguments: [
    ("year > 1990", "%K > %@", ["year"]), ("étage == 3", "%K == %@", ["étage"]),
    ("SELF.\"a b\" == 'x'", "%K == %@", ["a b"]), ("#like LIKE '*'", "%K LIKE %@", ["like"]),
    ("SELF.\"x' OR 1 == 1 OR 'y\".b == 1", "%K == %@", ["x' OR 1 == 1 OR 'y.b"]),
    ("SELF.\"%@\" == '%K'", "%K == %@", ["%@"]), ("a.b.c == nil", "%K == nil", ["a.b.c"]),
    ("ANY tags.name BEGINSWITH[cd] 'a'", "ANY %K BEGINSWITH[cd] %@", ["tags.name"]),
    ("loans.@max.lentOn < $day", "%K.@max.%K < $day", ["loans", "lentOn"]),
    ("tags.@count > 2", "%K.@count > %@", ["tags"]),
    ("SUBQUERY(tags, $t, $t.name == 'x').@count > 0", "SUBQUERY(%K, $t, $t.%K == %@).@count > %@", ["tags", "name"]),
    ("year BETWEEN {1, 2} AND NOT a IN {'x', nil}", "%K BETWEEN {%@, %@} AND (NOT %K IN {%@, nil})", ["year", "a"]),
    ("CAST(a, 'NSDate') == nil", "CAST(%K, \"NSDate\") == nil", ["a"]),
    ("uppercase(name) == 'X'", "uppercase:(%K) == %@", ["name"]),
    ("tags[FIRST] == 'x' AND SELF != 1", "%K[FIRST] == %@ AND SELF != %@", ["tags"]),
  ])
  func namesAndConstantsAreArguments(_ text: String, _ expected: String, _ names: [String]) throws {
    let format = try Self.format(text)
    #expect(format.text == expected)
    #expect(Self.keys(format) == names)
  }

  @Test func constantsAreValuesOfFoundation() throws {
    let predicate = try QueryPredicate(
      format: "a IN %@",
      [
        1, 2.5, true, "x", Date(timeIntervalSinceReferenceDate: 5), Data([1, 2]), UUID(),
        URL(string: "https://a.example")!,
        Decimal(string: "0.1")!,
      ] as QueryArgument)
    let objects = try FoundationFormat(predicate).objects
    #expect(objects.count == 10)
    #expect(objects[0] as? String == "a" && objects[1] as? Int64 == 1 && objects[2] as? Double == 2.5)
    #expect(objects[3] as? Bool == true && objects[4] as? String == "x")
    #expect(objects[5] as? Date == Date(timeIntervalSinceReferenceDate: 5))
    #expect(objects[6] as? Data == Data([1, 2]) && objects[7] is UUID)
    #expect(objects[8] as? URL == URL(string: "https://a.example"))
    #expect(objects[9] as? Decimal == Decimal(string: "0.1"))
  }

  @Test(arguments: [
    "SELF.\"a.b\" == 1", "SELF.\"@count\" == 1", "SELF.\"\" == 1", "SELF.\"self\".x == 1", "$größe > 1", "$#like > 1",
    "nosuch(a) > 1", "a.b.$c == 1", "a == CAST('Friend/3', 'NSManagedObjectID')", "ſum(a) == 1", "($x := 3) == 3",
  ])
  func whatCannotBeHandedOverIsAnError(_ text: String) throws {
    let predicate = try QueryPredicate(format: QueryFormat(raw: text))
    #expect(throws: PredicateIssue.self) { try FoundationFormat(predicate) }
  }

  /// If NSPredicate refuses several parts, the issue is about the first.
  @Test func theFirstRefusalIsReported() throws {
    let predicate = try QueryPredicate("a.b.$c == 1 AND $größe > SELF.\"\"")
    let issue = #expect(throws: PredicateIssue.self) { try FoundationFormat(predicate) }
    #expect(issue?.message == "NSPredicate cannot take a step of a path that is not a name")
    #expect(issue?.range == SourceRange(0, 6))
  }

  /// Reading a format with its arguments gives the tree that it was made from, and its text is plain.
  @Test func formatsReadBackAsTheirTrees() throws {
    var trees = RandomTree(seed: 17)
    var accepted = 0
    for _ in 0..<4_000 {
      let predicate = trees.predicate(size: 8)
      guard let format = try? FoundationFormat(predicate) else { continue }
      accepted += 1
      #expect(format.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "\(format.text)")
      let arguments: [QueryArgument] = format.arguments.map { argument in
        switch argument {
        case .keys(let keys): .literal(.string(keys))
        case .constant(let value): .literal(value)
        }
      }
      let read = try QueryPredicate(format: QueryFormat(raw: format.text), arguments: arguments)
      #expect(read.exactFormat == predicate.exactFormat, "\(format.text) \(format.arguments)")
    }
    #expect(accepted > 100, "\(accepted)")
  }
}
