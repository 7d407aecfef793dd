import Foundation
import OpenPredicate
import PredicateStatements
import PredicateMemory
import Testing

/// An instance of a class without a table only has an identity, unless an option or the table allows more.
@Suite struct ClassReadingTests {
  private let ann = Guest("Ann", secret: "rose")
  private let bob = Guest("Bob")

  private var party: Party { Party(host: ann, others: [bob, Guest("Cy")]) }

  private static let everything = BindingOptions(reading: .everything)

  @Test func theErrorNamesTheClassAndBothWaysOut() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [ann].filter("name == 'Ann'") }
    #expect(issue.kind == .unknownKey && issue.has(.needsTable))
    #expect(issue.message == "“name” of Guest cannot be read: the class Guest must have a property table")
    #expect(
      issue.hint
        == "conform the type to QueryableProperties with [.storedFields], or pass BindingOptions(reading: .everything)"
    )
    #expect(issue.range(in: "name == 'Ann'") == "name == 'Ann'".range(of: "name"))
    #expect(issue.userMessage == "“name” cannot be used here.")
  }

  @Test func allEntriesRefuse() {
    for (entry, code) in ReadingEntries.codes([ann], path: "name", condition: "name == 'Ann'") {
      #expect(code == "needs-table", "\(entry)")
    }
    for (entry, code) in ReadingEntries.codes([Optional(ann)], path: "name", condition: "name == 'Ann'") {
      #expect(code == "needs-table", "\(entry)")
    }
    for (entry, code) in ReadingEntries.codes([party], path: "host.name", condition: "host.name == 'Ann'") {
      #expect(code == "needs-table", "\(entry)")
    }
  }

  @Test func allEntriesReadWhereTheOptionSaysSo() {
    for (entry, code) in ReadingEntries.codes([ann], path: "name", condition: "name == 'Ann'", Self.everything) {
      #expect(code == nil, "\(entry)")
    }
    for (entry, code) in ReadingEntries.codes(
      [party], path: "host.name", condition: "host.name == 'Ann'", Self.everything)
    {
      #expect(code == nil, "\(entry)")
    }
  }

  static let paths = [
    "host.name == 'Ann'", "partner.name == 'Bob'", "ANY guests.name == 'Bob'", "guests[0].name == 'Bob'",
    "ANY missing.name == 'Bob'", "ANY circle.name == 'Bob'", "places.left.name == 'Ann'", "anything.name == 'Ann'",
    "SUBQUERY(guests, $g, $g.name == 'Bob').@count == 1", "SUBQUERY(circle, $g, $g.name == 'Bob').@count == 1",
    "guests.@min.name == 'Bob'", "guests.name.@count == 2", "TERNARY(title == 'Ball', host.name, 'x') == 'Ann'",
    "title == 'Ball' AND host.name == 'Ann'", "host.secret == 'rose'",
  ]

  @Test(arguments: paths)
  func whateverLeadsThere(_ format: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try [party].filter(QueryFormat(raw: format)) }
    #expect(issue.has(.needsTable), "\(issue)")
    #expect(try [party].count(where: BoundQuery(QueryFormat(raw: format), options: Self.everything)) == 1)
    let single = try #require(throws: PredicateIssue.self) {
      try QueryPredicate(QueryFormat(raw: format)).evaluate(with: party)
    }
    #expect(single.has(.needsTable), "\(single)")
    let explained = try? QueryPredicate(QueryFormat(raw: format)).explanation(with: party)
    #expect(explained?.holds == nil && explained?.values.isEmpty ?? true)
  }

  @Test(arguments: [
    "host == %@", "host != nil", "partner != %@", "NOT (host IN guests)", "places.left == %@", "anything == %@",
    "guests.@count == 2", "circle.@count == 2", "ANY {host} == %@", "SUBQUERY(guests, $g, $g == %@).@count == 0",
    "SUBQUERY(guests, $g, $g != nil).@count == 2",
  ])
  func identityCounts(_ format: String) throws {
    let arguments = format.contains("%@") ? [ObjectReference(to: ann)] : []
    #expect(try [party].count(where: QueryPredicate(format: QueryFormat(raw: format), arguments: arguments)) == 1)
  }

  @Test func identityOfElements() throws {
    #expect(try [ann, bob].filterIndices("SELF == \(ObjectReference(to: bob))") == [1])
    #expect(try [ann, nil].filterIndices("SELF == nil") == [1])
    #expect(try [ann, bob].filterIndices("SELF IN $known", variables: ["known": [ObjectReference(to: bob)]]) == [1])
  }

  /// The message for a name that the class does not have is the same, and it lists no name of the class.
  @Test func nothingTellsWhatTheClassHas() throws {
    let known = try #require(throws: PredicateIssue.self) { try [ann].filter("secret == 1") }
    let unknown = try #require(throws: PredicateIssue.self) { try [ann].filter("secrat == 1") }
    #expect(
      known.description.replacing("secret", with: "secrat") == unknown.description && unknown.suggestion == nil)
    let dynamic = try #require(throws: PredicateIssue.self) { try [ann as Any].filter("secrat == 1") }
    #expect(dynamic.message == unknown.message && dynamic.hint == unknown.hint && dynamic.code == unknown.code)
  }

  @Test func valuesOfUnknownTypes() throws {
    let elements: [Any] = [ann]
    for (entry, code) in ReadingEntries.codes(elements, path: "name", condition: "name == 'Ann'") {
      #expect(code == "needs-table", "\(entry)")
    }
    let dictionaries: [[String: Any]] = [["who": ann, "list": [ann, bob], "party": party]]
    for format in ["who.name == 'Ann'", "ANY list.name == 'Bob'", "party.host.name == 'Ann'", "list[1].name == 'Bob'"] {
      let issue = try #require(throws: PredicateIssue.self) { try dictionaries.filter(QueryFormat(raw: format)) }
      #expect(issue.has(.needsTable), "\(format): \(issue)")
      #expect(try dictionaries.count(where: BoundQuery(QueryFormat(raw: format), options: Self.everything)) == 1)
    }
    #expect(try dictionaries.count(where: "who == \(ObjectReference(to: ann)) AND party.title == 'Ball'") == 1)
    #expect(try dictionaries.count(where: "\(ObjectReference(to: bob)) IN list AND list.@count == 2") == 1)
    let hashable: [AnyHashable] = [AnyHashable(ann)]
    #expect(throws: PredicateIssue.self) { try hashable.filter("name == 'Ann'") }
    #expect(try hashable.count(where: BoundQuery("name == 'Ann'", options: Self.everything)) == 1)
    let keyed: [[String: AnyHashable]] = [["who": AnyHashable(ann), "size": 3]]
    #expect(throws: PredicateIssue.self) { try keyed.filter("size == 3 AND who.name == 'Ann'") }
    #expect(try keyed.count(where: BoundQuery("size == 3 AND who.name == 'Ann'", options: Self.everything)) == 1)
    let foundation = [NSDictionary(dictionary: ["who": ann, "list": NSArray(array: [bob])])]
    #expect(throws: PredicateIssue.self) { try foundation.filter("who.name == 'Ann'") }
    #expect(throws: PredicateIssue.self) { try foundation.filter("ANY list.name == 'Bob'") }
    #expect(try foundation.count(where: BoundQuery("ANY list.name == 'Bob'", options: Self.everything)) == 1)
  }

  /// Foundation's own classes for values are read as values.
  @Test func foundationsValues() throws {
    let elements: [Any] = [NSString("Ann"), NSMutableString("Ann")]
    #expect(try elements.count(where: "SELF == 'Ann' AND SELF.length == 3") == 2)
    let rows: [[String: Any]] = [
      ["n": NSNumber(3), "d": NSDate(timeIntervalSinceReferenceDate: 0), "l": NSArray(array: [1])]
    ]
    #expect(try rows.count(where: "n == 3 AND d.year == 2001 AND l.@count == 1") == 1)
  }

  /// Values that the caller itself passes as variables are read without a restriction.
  @Test func objectsThatAreHandedOver() throws {
    let variables = QueryVariables(dynamically: ["user": Guest("Ann")])
    let rows: [[String: Any]] = [["title": "Ball", "who": ann]]
    #expect(try rows.count(where: "title == 'Ball' AND $user.name == 'Ann'", variables: variables) == 1)
    #expect(throws: PredicateIssue.self) { try rows.filter("who.name == $user.name", variables: variables) }
    let value = QueryValue(dynamically: Guest("Ann"))
    let rest = try QueryPredicate("title == $user.name").partiallyEvaluated(variables: ["user": value])
    #expect(rest.canonicalFormat == #"title == "Ann""#)
    #expect(try [value].count(where: "name == 'Ann'") == 1)
  }

  @Test func statements() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [ann].fetch("show name") }
    #expect(issue.has(.needsTable))
    // Without in-place reads a statement needs a table.
    if InPlaceReads.areOn {
      #expect(try [ann].fetch("show name", options: Self.everything).rows[0][0].equals(.string("Ann")) == true)
    }
    guard InPlaceReads.areOn else { return }
    for statement in [
      "show host.name", "group by host.name show host.name, count()", "title == 'Ball' sort by host.name",
    ] {
      let issue = try #require(throws: PredicateIssue.self) { try [party].fetch(QueryFormat(raw: statement)) }
      #expect(issue.has(.needsTable), "\(issue)")
    }
    #expect(try [party].fetch("show title").rows[0][0].equals(.string("Ball")) == true)
  }

  /// Instances of type `any P` and `AnyObject`.
  @Test func existentials() throws {
    let objects: [AnyObject] = [ann]
    let hashable: [any Hashable] = [ann]
    for format in ["name == 'Ann'", "SELF.name == 'Ann'"] {
      #expect(throws: PredicateIssue.self) { try objects.filter(QueryFormat(raw: format)) }
      #expect(throws: PredicateIssue.self) { try hashable.filter(QueryFormat(raw: format)) }
      #expect(try objects.count(where: BoundQuery(QueryFormat(raw: format), options: Self.everything)) == 1)
      #expect(try hashable.count(where: BoundQuery(QueryFormat(raw: format), options: Self.everything)) == 1)
    }
    #expect(try objects.count(where: "SELF == \(ObjectReference(to: ann))") == 1)
  }

  /// A text made from an instance reveals nothing about it, and functions of the application receive only its identity.
  @Test func functionsGetTheIdentity() throws {
    let row: [String: Any] = ["who": ann]
    #expect(try [row].count(where: "CAST(who, 'NSString') CONTAINS 'rose'") == 0)
    let options = BindingOptions(
      functions: .standard.adding(
        FunctionDefinition("tell:", [.any], result: .boolean, documentation: "") { arguments, _ in
          guard case .object(let object) = arguments[0] else { return .boolean(true) }
          return .boolean(!object.keys.isEmpty || object.value(forKey: "name") != nil)
        }))
    #expect(try [row].count(where: BoundQuery("tell:(who) == YES", options: options)) == 0)
    #expect(try [party].count(where: BoundQuery("tell:(host) == YES", options: options)) == 0)
    let value = try QueryExpression("host").expressionValue(with: party)
    guard case .object(let object) = value else {
      Issue.record("no object")
      return
    }
    #expect(object.keys.isEmpty && object.value(forKey: "name") == nil)
  }

  @Test func parts() throws {
    #expect(throws: PredicateIssue.self) { try [ann].partCounts(of: "name == 'Ann'") }
  }

  @Test func policiesKeepSilent() throws {
    let policy = QueryPolicy().allowing(.all, of: Guest.self)
    let issue = try #require(throws: PredicateIssue.self) { try [ann].filter(text: "name == 'Ann'", policy: policy) }
    #expect(issue.code == "policy-without-table")
  }
}
