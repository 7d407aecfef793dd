import Foundation
import PredicateSyntax

/// Where answers go instead of the screen: a file.
final class Redirection {
  let output: FileOutput
  /// Whether only the next answer goes there.
  let isOnce: Bool
  private let descriptor: Int32

  /// A file that is made, or emptied. Throws an issue where the system does not allow it.
  init(path: String, isOnce: Bool, place: SourceRange) throws(PredicateIssue) {
    let expanded = NSString(string: path).expandingTildeInPath
    descriptor = open(expanded, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unreadableFile(path, String(cString: strerror(errno)), range: place) }
    output = FileOutput(descriptor: descriptor)
    self.isOnce = isOnce
  }

  deinit {
    output.flush()
    close(descriptor)
  }
}
