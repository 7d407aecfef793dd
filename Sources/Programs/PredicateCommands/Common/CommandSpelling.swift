import Foundation
import PredicateSyntax

/// The subcommand that a mistyped one may mean.
public enum CommandSpelling {
  /// A hint on the first word of a command line. Nil for an option, a subcommand, a file, or a word that is not close to a subcommand.
  public static func hint(for word: String?, among subcommands: [String]) -> String? {
    guard let word, !word.hasPrefix("-"), !subcommands.contains(word), word != "help",
      !FileManager.default.fileExists(atPath: word), let near = NearestSpelling.of(word, among: subcommands)
    else { return nil }
    return "There is neither a subcommand nor a file '\(word)'; '\(near)' may be meant."
  }
}
