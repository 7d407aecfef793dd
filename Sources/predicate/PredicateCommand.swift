import ArgumentParser
import PredicateShell

/// The command line. Each subcommand has its own file and leaves the work to PredicateShell.
@main
struct PredicateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predicate",
    abstract: "Asks databases in the language of NSPredicate; reads, checks and explains it.",
    usage: """
      predicate [DATABASE] [-e STATEMENT ...]
      predicate SUBCOMMAND ...
      """,
    version: ProjectVersion.text,
    subcommands: [
      ShellCommand.self, ParseCommand.self, CheckCommand.self, FilterCommand.self, SQLCommand.self, SchemaCommand.self,
      DemoCommand.self, AdapterCommand.self, ConformanceCommand.self,
    ],
    defaultSubcommand: ShellCommand.self)

  /// A first word that is neither a subcommand nor a file would be taken for a database: where it is nearly a subcommand, that
  /// is told instead.
  static func main() {
    let subcommands = configuration.subcommands.compactMap { $0.configuration.commandName }
    if let hint = CommandSpelling.hint(for: CommandLine.arguments.dropFirst().first, among: subcommands) {
      exit(withError: ValidationError(hint))
    }
    main(nil)
  }
}
