import Foundation
import PredicateSyntax

/// What a mistyped subcommand may have meant.
public enum CommandSpelling {
  /// What to tell of the first word of a command line; nil where it is fine: an option, one of the subcommands, a file, or nothing
  /// that is near a subcommand.
  public static func hint(for word: String?, among subcommands: [String]) -> String? {
    guard let word, !word.hasPrefix("-"), !subcommands.contains(word), word != "help",
      !FileManager.default.fileExists(atPath: word), let near = NearestSpelling.of(word, among: subcommands)
    else { return nil }
    return "There is neither a subcommand nor a file '\(word)'; '\(near)' may be meant."
  }
}
