import PredicateCommands
import PredicateSyntax
import Testing

@Suite("The outline of a tree")
struct TreeOutlineTests {
  @Test(arguments: [
    (
      "NOT ANY tags.name BEGINSWITH[cd] $x",
      "not\n  comparison ANY BEGINSWITH[cd]\n    key path tags.name\n    variable $x\n"
    ),
    (
      "TRUEPREDICATE OR ALL a < -b",
      "or\n  true predicate\n  comparison ALL <\n    key path a\n    negate\n      key path b\n"
    ),
    (
      "SUBQUERY(a, $x, $x.b == 1).@count > 0",
      "comparison >\n  path @count\n    SUBQUERY $x\n      key path a\n      comparison ==\n        path b\n          variable $x\n"
        + "        integer 1\n  integer 0\n"
    ),
    (
      "a[FIRST] IN {nil, YES, 1.5, 'x'}",
      "comparison IN\n  index FIRST\n    key path a\n  aggregate\n    null nil\n    boolean TRUE\n    double 1.5\n    string \"x\"\n"
    ),
    (
      "TERNARY(a == 1, CAST(b, 'NSDate'), abs:(2)) == %@",
      "comparison ==\n  TERNARY\n    comparison ==\n      key path a\n      integer 1\n    CAST\n      key path b\n"
        + "      string \"NSDate\"\n    call abs:\n      integer 2\n  placeholder %@\n"
    ),
    ("SELF == CAST(1.0, 'NSDate')", "comparison ==\n  SELF\n  date CAST(1.0, \"NSDate\")\n"),
  ])
  func outline(format: String, outline: String) throws {
    #expect(TreeOutline.text(of: try QueryPredicate(format: QueryFormat(raw: format))) == outline)
  }
}
