#if Commands
  import ArgumentParser
  import PredicateConformance
  import PredicateCommands

  /// The command line. Each subcommand has its own file, and its work is done by a program in a library. Without the trait `SQLite` there are no
  /// subcommands for databases.
  @main
  struct PredicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "predicate",
      abstract: "Queries databases with predicates, and checks, explains and filters with predicates.",
      usage: usage, version: ProjectVersion.text, subcommands: subcommands, defaultSubcommand: defaultSubcommand)

    #if Databases
      private static let usage = """
        predicate [DATABASE] [-e STATEMENT ...]
        predicate SUBCOMMAND ...
        """
      private static let subcommands: [any ParsableCommand.Type] = [
        ShellSubcommand.self, ParseSubcommand.self, CheckSubcommand.self, ProfileSubcommand.self,
        ExplainSubcommand.self, MatchSubcommand.self,
        DiffSubcommand.self, FilterSubcommand.self, SQLSubcommand.self, SchemaSubcommand.self, ModelSubcommand.self,
        DemoSubcommand.self, WebSubcommand.self, LanguageServerSubcommand.self, AdapterSubcommand.self,
        ConformanceSubcommand.self,
      ]
      private static let defaultSubcommand: (any ParsableCommand.Type)? = ShellSubcommand.self
    #else
      private static let usage = "predicate SUBCOMMAND ..."
      private static let subcommands: [any ParsableCommand.Type] = [
        ParseSubcommand.self, CheckSubcommand.self, ProfileSubcommand.self, ExplainSubcommand.self,
        MatchSubcommand.self,
        DiffSubcommand.self, FilterSubcommand.self, ModelSubcommand.self, LanguageServerSubcommand.self,
        AdapterSubcommand.self, ConformanceSubcommand.self,
      ]
      private static let defaultSubcommand: (any ParsableCommand.Type)? = nil
    #endif

    /// Without this check, a first word that is neither a subcommand nor a file would be taken for a database. If it resembles a subcommand, a hint
    /// is shown.
    static func main() {
      let subcommands = configuration.subcommands.compactMap { $0.configuration.commandName }
      if let hint = CommandSpelling.hint(for: CommandLine.arguments.dropFirst().first, among: subcommands) {
        exit(withError: ValidationError(hint))
      }
      runDefault(besides: subcommands)
      main(nil)
    }

    /// Runs the default subcommand and exits, unless another subcommand is named or the arguments cannot be parsed. Parsing by the whole command
    /// would have the same result, but takes as long as opening a database, because it reads the options of all subcommands.
    private static func runDefault(besides subcommands: [String]) {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard let subcommand = defaultSubcommand, !(subcommands + ["help"]).contains(arguments.first ?? "") else {
        return
      }
      var command: any ParsableCommand
      do {
        command = try subcommand.parseAsRoot(arguments)
      } catch {
        // Parsing by the whole command follows. It reports the error or shows the help, because it has the version and the usage.
        return
      }
      guard type(of: command) == subcommand else { return }
      do {
        try command.run()
        exit()
      } catch {
        exit(withError: error)
      }
    }
  }
#else
  import Foundation

  /// Replaces the command in builds without the traits `SQLite`, `PostgreSQL` and `CommandLine`.
  @main
  struct PredicateCommand {
    static func main() {
      FileHandle.standardError.write(
        Data("predicate: built without the traits SQLite, PostgreSQL and CommandLine\n".utf8))
      exit(2)
    }
  }
#endif
