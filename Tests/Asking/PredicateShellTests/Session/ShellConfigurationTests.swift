import Testing

@testable import PredicateShell

@Suite("The settings of the user")
struct ShellConfigurationTests {
  @Test func settingsAreRead() {
    let text = "# My settings\n\n mode = box \nnil=NULL\ncolors = off\n"
    let configuration = ShellConfiguration(text, name: "shell.conf")
    #expect(configuration.mode == .box)
    #expect(configuration.nilText == "NULL")
    #expect(configuration.hasColors == false)
    #expect(configuration.problems == [])
  }

  @Test func nothingIsSetWithoutALine() {
    let configuration = ShellConfiguration("", name: "shell.conf")
    #expect(configuration.mode == nil && configuration.nilText == nil && configuration.hasColors == nil)
    #expect(ShellConfiguration(reading: nil).problems == [])
    #expect(ShellConfiguration(reading: "/nowhere/shell.conf").problems == [])
  }

  @Test func theTextForNilMayBeEmptyAndIsNoSequenceOfATerminal() {
    #expect(ShellConfiguration("nil =", name: "c").nilText == "")
    let hostile = ShellConfiguration("nil = \u{1B}[31m", name: "c").nilText
    #expect(hostile?.unicodeScalars.contains("\u{1B}") == false)
  }

  @Test(
    "A line that cannot be used is reported, and the others are used",
    arguments: [
      (
        "mode = table2",
        "c:2: expected one of table, box, bars, line, csv, tsv, json, ndjson, markdown, html, found table2"
      ),
      ("colors = red", "c:2: expected on or off, found red"), ("mode", "c:2: expected NAME = VALUE, found mode"),
      ("colours = on", "c:2: there is no setting colours. The settings are mode, nil and colors"),
      (
        "nil = " + String(repeating: "x", count: 41),
        "c:2: the text that is shown for nil can have at most 40 characters"
      ),
    ])
  func problems(line: String, problem: String) {
    let configuration = ShellConfiguration("mode = line\n\(line)\nnil = -\n", name: "c")
    #expect(configuration.problems == [problem])
    #expect(configuration.mode == .line)
    #expect(configuration.nilText == "-")
  }
}
