import PredicateChecking
import Testing

/// Predicates that a page shows without a call or a command around them are found.
@Suite("Texts of pages") struct PageTests {
  @Test(
    "A page that names a consumer has predicates in inline code",
    arguments: [
      ("munki", "Munki conditions: `filevault_status == 'on'`, `ANY filevault_users == 'a'`, `a_b = 'c'`\n", 2),
      ("munki", "Conditions: `filevault_status == 'on'`\n", 0),
      ("oslog", "With log show: `subsystem == \"a.b\"`, `eventMessage CONTAINS \"x\"`, `subsystem = \"a\"`\n", 2),
      (
        "ddm", "`@status(device.model.family) == \"iPad\"`, `@status(device.model.family)`, `uses @status(a) == 1`\n", 1
      ),
      ("foundation", "`SUBQUERY(list, $x, $x.a == 1).@count > 0`, `SUBQUERY(list, x, condition)`\n", 1),
    ])
  func inline(profile: String, text: String, count: Int) throws {
    let result = try CheckoutCheck().result(of: Array(text.utf8), named: "page.md")
    #expect(result.profiles[profile, default: 0] == count, "\(result.profiles)")
    #expect(result.predicateCount == count && result.findings.isEmpty)
  }

  @Test("A block has a predicate in each line, or one in all lines")
  func lines() throws {
    let each = "```\n@status(a) == 1\n@status(b) == 2\n```\n"
    let all = "```\n(@status(a) == 1\nAND @status(b) == 2)\n```\n"
    #expect(try FileSample("ddm", named: "a.md", each).result.predicateCount == 2)
    #expect(try FileSample("ddm", named: "a.md", all).result.predicateCount == 1)
  }
}
