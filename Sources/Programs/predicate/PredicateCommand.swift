#if SQLite || PostgreSQL || CommandLine
  import ArgumentParser
  import PredicateConformance
  import PredicateCommands

  /// The command line. Each subcommand has its own file and leaves the work to a program of a library. Without the trait `SQLite` the subcommands for
  /// databases are left out.
  @main
  struct PredicateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "predicate",
      abstract: "Asks databases in the language of NSPredicate; reads, checks and explains it.",
      usage: usage, version: ProjectVersion.text, subcommands: subcommands, defaultSubcommand: defaultSubcommand)

    #if SQLite || PostgreSQL
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

    /// A first word that is neither a subcommand nor a file would be taken for a database. If it is close to a subcommand, a hint is shown instead.
    static func main() {
      let subcommands = configuration.subcommands.compactMap { $0.configuration.commandName }
      if let hint = CommandSpelling.hint(for: CommandLine.arguments.dropFirst().first, among: subcommands) {
        exit(withError: ValidationError(hint))
      }
      runDefault(besides: subcommands)
      main(nil)
    }

    /// Runs the default subcommand and exits, unless another one is named or it cannot read the arguments. The whole command would give the same
    /// result after reading the options of all commands above, which takes as long as opening a database.
    private static func runDefault(besides subcommands: [String]) {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard let subcommand = defaultSubcommand, !(subcommands + ["help"]).contains(arguments.first ?? "") else {
        return
      }
      var command: any ParsableCommand
      do {
        command = try subcommand.parseAsRoot(arguments)
      } catch {
        // The whole command reports the error or shows the help: it has a version, and its usage names it.
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

  /// Replaces the command in builds without the traits `SQLite` and `CommandLine`.
  @main
  struct PredicateCommand {
    static func main() {
      FileHandle.standardError.write(Data("predicate: built without the traits SQLite and CommandLine\n".utf8))
      exit(2)
    }
  }
#endif
