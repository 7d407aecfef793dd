import PredicateCommands
import Testing

/// A subcommand with letters in the wrong order is reported with the right one.
@Suite("Mistyped subcommands")
struct CommandSpellingTests {
  @Test func mistypedSubcommands() {
    let subcommands = ["shell", "parse", "check", "filter"]
    #expect(CommandSpelling.hint(for: "prase", among: subcommands)?.contains("'parse' may be meant") == true)
    for fine in ["parse", "-e", "films.sqlite", "/tmp", "help", nil] {
      #expect(CommandSpelling.hint(for: fine, among: subcommands) == nil)
    }
  }
}
