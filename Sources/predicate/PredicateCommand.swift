import ArgumentParser
import PredicateShell

/// The command line: each subcommand in its own file.
@main
struct PredicateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predicate",
    abstract: "Asks databases in the NSPredicate language, and reads, checks and explains it.",
    version: ProjectVersion.text,
    subcommands: [ParseCommand.self, CheckCommand.self])
}
