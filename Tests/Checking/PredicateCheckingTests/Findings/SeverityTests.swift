import PredicateChecking
import PredicateSyntax
import Testing

/// The same mistake in a predicate is an error if the file around the predicate makes it certain, and a note otherwise.
@Suite("Errors and notes of files") struct SeverityTests {
  private func severities(_ profile: String, _ name: String, _ text: String) throws -> [PredicateIssue.Severity] {
    try FileSample(profile, named: name, text).result.findings.map(\.severity)
  }

  @Test("A variable of SUBQUERY that no SUBQUERY declares is an error if the declared one is not used")
  func variables() throws {
    let call = { (condition: String) in
      "import CoreData\nlet p = NSPredicate(format: \"SUBQUERY(items, $x, \(condition)).@count > 0\")\n"
    }
    #expect(try severities("coredata", "a.swift", call("$item.a == 1")) == [.error])
    #expect(try severities("coredata", "a.swift", call("$y.a == 1")) == [.error])
    #expect(try severities("coredata", "a.swift", call("$item == 1")) == [.note])
    #expect(try severities("coredata", "a.swift", call("$x.a == $OWNER")) == [.note])
    let template = "r.predicate = p.withSubstitutionVariables([:])\n"
    #expect(try severities("coredata", "a.swift", call("$item.a == 1") + template) == [.note])
    #expect(try severities("coredata", "a.swift", call("$x.a == $OWNER") + template) == [])
    #expect(try severities("coredata", "a.txt", "SUBQUERY(items, $x, $item.a == 1).@count > 0\n") == [.note])
    #expect(try severities("coredata", "a.txt", "SUBQUERY(items, $x, $x.a == $OWNER).@count > 0\n") == [])
  }

  @Test("A placeholder in quotes is an error if the call passes a value for it")
  func quoted() throws {
    #expect(try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a == '%@'\", name)\n") == [.error])
    #expect(try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a == '%@'\")\n") == [.note])
    #expect(
      try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a == '%@' AND b == %@\", name)\n")
        == [.note])
    #expect(
      try severities("foundation", "a.m", "p = [NSPredicate predicateWithFormat:@\"a == '%@'\", name];\n") == [.error])
    #expect(try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a == '50%d'\", 3)\n") == [])
    #expect(try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a == '%%@'\", name)\n") == [])
  }

  @Test("A last nil is not a value for a placeholder in quotes")
  func endMark() throws {
    for end in ["Nil", "(id)nil"] {
      let call = "p = [NSPredicate predicateWithFormat:@\"a == '%@'\", \(end)];\n"
      #expect(try severities("foundation", "a.m", call) == [.note])
    }
    #expect(try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a == '%@'\", nil)\n") == [.note])
    #expect(
      try severities("foundation", "a.m", "p = [NSPredicate predicateWithFormat:@\"a == '%@'\", nil];\n") == [.note])
    #expect(
      try severities("foundation", "a.m", "p = [NSPredicate predicateWithFormat:@\"a == '%@'\", name, nil];\n")
        == [.error])
    #expect(try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a == %@\", nil)\n") == [])
  }

  @Test("A backslash that is lost before the letter of a class is an error, before another character a note")
  func classes() throws {
    #expect(
      try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a MATCHES '\\\\d+'\")\n") == [.error])
    #expect(
      try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a MATCHES 'x\\\\.y'\")\n") == [.note])
    #expect(try severities("foundation", "a.swift", "let p = NSPredicate(format: \"a LIKE 'x\\\\dy*'\")\n") == [.note])
  }
}
