import GRDB
import PredicateBinding
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Objects that no integer identifies, used as values, and rows of views, which nothing identifies.
@Suite struct RowIdentityTests {
  private static let subject = OddShapesTests.subjects[0]

  /// Tables without row numbers: one has a text as its key, and one a key of two columns.
  @Test(arguments: [
    ("Wr", "({SELF, other})[0].v == v", 5), ("Wr", "({other, SELF})[0].v == 1", 2),
    ("Wr", "({other, SELF})[LAST] == SELF", 5), ("Wr", "TERNARY(v > 1, SELF, other).v == 2", 2),
    ("Wr", "SELF IN {other, nil}", 0), ("Wr", "SELF IN {other.other, other}", 2),
    ("Wr", "({SELF, other}).@count == 2", 5), ("Wr", "distinct({SELF, SELF}).@count == 1", 5),
    ("Wr", "ANY ({other, SELF}).v == 3", 1), ("Wr", "({other} UNION {SELF}).@count == 2", 5),
    ("Wr", "TERNARY(v > 1, SELF, nil) == nil", 2), ("Item", "({SELF, parent})[1].qty == 1", 1),
    ("Item", "({SELF, parent})[0] == SELF", 7), ("Item", "TERNARY(a == 1, SELF, parent).a == 1", 3),
    ("Item", "SELF IN {parent, parent.parent}", 0), ("Item", "ANY ({SELF, parent}).children.qty > 2", 3),
  ])
  func rowsWithoutNumbers(entity: String, format: String, count: Int) throws {
    let subject = try Self.subject.get()
    #expect(try AgreementTests.check(format, entity, in: subject) == count)
  }

  /// A row of a view can only be compared with itself. An element of a collection cannot be identified as this row, so it is an issue.
  @Test func viewsKnowARowFromNothingButItself() throws {
    let subject = try Self.subject.get()
    #expect(try AgreementTests.check("SELF == SELF", "V", in: subject) == 9)
    #expect(try AgreementTests.check("SELF != SELF", "V", in: subject) == 0)
    #expect(try AgreementTests.check("SELF == SELF AND dbl > 3", "V", in: subject) > 0)
    #expect(throws: PredicateIssue.self) {
      _ = try subject.database.count(EntityFetch("V", where: try QueryPredicate(format: "({SELF})[0] == SELF")))
    }
  }

  /// A member of an object without an integer key is read through the index of its key.
  @Test func membersAreFoundByTheKey() throws {
    let database = try Self.subject.get().database
    let fetch = EntityFetch("Item", where: try QueryPredicate(format: "({SELF, parent})[1].qty == 1"))
    let plan = try database.plan(of: database.statement(for: fetch).statement).all.map(\.words).joined(separator: "\n")
    #expect(plan.contains("(a=? AND b=?)"), "\(plan)")
  }

  /// Without rows, nothing is evaluated and nothing fails.
  @Test(arguments: [
    ("Empty", "CAST($v, 'NSSet')[1] == 3"), ("Empty", "NOT (CAST($v, 'NSSet')[1] == 3)"),
    ("Empty", "x == 'a' OR CAST($v, 'NSSet')[1] == 3"), ("Empty", "CAST($v, 'NSSet')[1] == 3 AND x == 'a'"),
    ("Empty", "ANY $v == CAST($v, 'NSSet')[1]"),
    ("Node", "SUBQUERY(empties, $e, CAST($v, 'NSSet')[1] == 3).@count > 0"),
    ("Node", "SUBQUERY(empties, $e, CAST($v, 'NSSet')[id] == 3).@count > 0"),
    ("Node", "id < 0 AND CAST($v, 'NSSet')[1] == 3"),
  ])
  func nothingFailsWhereNoRowIsAsked(entity: String, format: String) throws {
    let subject = try Self.subject.get()
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let variables: QueryVariables = ["v": [1, 2]]
    let expected = try subject.memory(predicate, entity, variables)
    #expect(try subject.database.keys(EntityFetch(entity, where: predicate), variables: variables) == expected)
    #expect(throws: PredicateIssue.self) {
      let failing = try QueryPredicate(format: "CAST($v, 'NSSet')[1] == 3")
      _ = try subject.database.keys(EntityFetch("Node", where: failing), variables: variables)
    }
  }
}
