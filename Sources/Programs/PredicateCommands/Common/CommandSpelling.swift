import Foundation
import PredicateSyntax

/// Suggests a subcommand for a misspelled one.
public enum CommandSpelling {
  /// A hint about the first word of a command line. Nil for an option, a subcommand, a file, or a word that does not resemble a subcommand.
  public static func hint(for word: String?, among subcommands: [String]) -> String? {
    guard let word, !word.hasPrefix("-"), !subcommands.contains(word), word != "help",
      !FileManager.default.fileExists(atPath: word), let near = NearestSpelling.of(word, among: subcommands)
    else { return nil }
    return "There is neither a subcommand nor a file '\(word)'; '\(near)' may be meant."
  }
}
