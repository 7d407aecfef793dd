import PredicateChecking
import Testing

/// Predicates are found in shell scripts, in sources, and in files with a predicate per line.
@Suite("Predicates in scripts and sources") struct SourceTests {
  @Test("Shell: the option of a command, in every kind of quotes")
  func shell() throws {
    let sample = try FileSample(
      "oslog", named: "collect.sh",
      #"""
      #!/bin/sh
      # log show --predicate 'not == here'
      log show --last 1h --predicate 'subsytem == "a"' | grep x
      sudo /usr/bin/log stream \
        --predicate "process == \"a\" AND messageType == eror" --info
      log show --predicate "processIdentifier == $PID AND nonsense"
      log show --predicate "process == \"$NAME\" AND catgory == 'x'"
      other --predicate 'subsytem == "a"'
      cat <<EOF
      log show --predicate 'subsytem == "a"
      EOF
      log show --predicate eventMessage\ CONTAINS\ word
      """#)
    #expect(
      sample.finds == [
        .found("unknown-key", "subsytem"), .found("value-unknown", "eror"), .found("bare-value", "nonsense"),
        .found("unknown-key", "catgory"), .found("unquoted-word", "word"),
      ])
  }

  @Test(
    "Shell: a command that is only named, or has only redirections, has no query",
    arguments: [
      "command -v mdfind >/dev/null 2>&1", "mdfind > out.txt", "hash mdfind 2>/dev/null", "type mdfind a=b",
      "sudo brew install mdfind 'b>=2'", "log show --predicate >out.txt", "echo mdfind = fast",
    ])
  func named(command: String) throws {
    for profile in ["spotlight", "oslog"] {
      #expect(try FileSample(profile, named: "a.sh", command + "\n").result.predicateCount == 0)
    }
  }

  @Test("Shell: a name that the shell replaces")
  func swallowed() throws {
    let sample = try FileSample(
      "spotlight", named: "find.sh",
      #"""
      mdfind -onlyin ~/work 'kMDItemFSSize > "10"'
      mdfind "kMDItemLastUsedDate >= $time.today(-7)"
      mdfind -name 'not a query =='
      """#)
    #expect(sample.finds == [.found("constant-type", "\"10\""), .found("escape-swallowed", "$time")])
  }

  @Test("Swift: literals of every kind, and inserted values")
  func swift() throws {
    let sample = try FileSample(
      "foundation", named: "Search.swift",
      ##"""
      import Foundation
      // NSPredicate(format: "not == here ==")
      let text = "NSPredicate(format: \"nor here ==\")"
      let a = NSPredicate(format: "year >", year)
      let b = NSPredicate (
        format: "name == \"é\" AND " + // two parts
          "status NOT IN %@", list)
      let c = NSPredicate(format: #"name MATCHES "\d+" AND"#)
      let d = NSPredicate(format: """
        year > 1990
        AND ==
        """)
      let e = NSPredicate(format: "name == '\(name)'")
      let f = NSExpression(format: "price * ")
      let g = NSPredicate(format: format)
      let h = NSPredicate(format: "name MATCHES 'a\\.b'")
      """##)
    #expect(
      sample.finds == [
        .found("operand-expected", ""), .found("not-in", "NOT IN"), .found("unknown-escape", #"\d"#),
        .found("operand-expected", ""), .found("operand-expected", "=="),
        .found("interpolated", #"\(name)"#), .found("operand-expected", ""),
        .found("escape-swallowed", #"\\."#),
      ])
  }

  @Test("Objective-C: consecutive literals are one")
  func objectiveC() throws {
    let sample = try FileSample(
      "cloudkit", named: "Search.m",
      #"""
      /* predicateWithFormat:@"a ==" */
      NSPredicate *p = [NSPredicate predicateWithFormat:@"title == \"a\" "
                                    @"OR title LIKE 'b*'"];
      NSPredicate *q = [NSPredicate predicateWithFormat:format];
      """#)
    #expect(sample.result.predicateCount == 1)
    #expect(sample.finds.map(\.code) == ["refused-or", "refused-like"])
    #expect(sample.finds.map(\.at) == ["OR", "LIKE"])
  }

  @Test("Lines: comments and empty lines are not predicates, a carriage return belongs to the line's end")
  func lines() throws {
    let sample = try FileSample("munki", named: "conditions.txt", "# one\r\n\r\nmachine_type == laptop\r\n#size == 1\n")
    #expect(sample.result.predicateCount == 2)
    #expect(sample.finds == [.found("unquoted-word", "laptop"), .found("unknown-key", "#size")])
  }

  @Test("A class chain's predicates are in back quotes")
  func classChain() throws {
    let sample = try FileSample(
      "xcuitest", named: "locators.txt", "**/XCUIElementTypeCell[`nme == \"a\"`]/XCUIElementTypeButton[`enabled == 1`]")
    #expect(sample.finds == [.found("unknown-key", "nme")])
  }

  @Test(
    "The kind of a file follows from its first bytes, otherwise from its name",
    arguments: [
      ("manifests/lab", "<?xml version=\"1.0\"?>\n<!DOCTYPE plist>", FileKind.xmlPropertyList),
      ("lab", "bplist00", .binaryPropertyList), ("contents", "<?xml version=\"1.0\"?><model>", .xml),
      ("run", "#!/bin/zsh\n", .shell), ("a.json", "{", .json), ("a.recipe.yaml", "a: 1", .yaml),
      ("A.swift", "", .swift),
      ("A.mm", "", .objectiveC), ("conditions", "a == 1", .lines), ("a.txt", "", .lines),
      ("a.conf", "# packs\n{\n // a\n \"packs\"", .commentedJSON), ("a.conf", "{\n# a\nb = \"c\"", .other),
      ("a.cfg", "{% if a %}", .other), ("a.xml", "<?php\n<plist>", .xml), ("a", "<?a b?>\n<plist>", .xmlPropertyList),
    ])
  func kinds(name: String, start: String, kind: FileKind) {
    #expect(FileKind(name: name, start: Array(start.utf8)) == kind)
  }
}
