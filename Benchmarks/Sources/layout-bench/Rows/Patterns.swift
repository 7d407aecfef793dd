import Foundation

/// The regular expressions of closures, each made once, as a developer would.
enum Patterns {
  static let twoDigits = expression(".*[0-9]{2}.*")
  static let alternatives = expression("(A|E).*(son)?")
  static let caseless = expression("e.*son", .caseInsensitive)
  static let article = expression("The .* [0-9]+")

  private static func expression(_ text: String, _ options: NSRegularExpression.Options = []) -> NSRegularExpression {
    do {
      return try NSRegularExpression(pattern: text, options: options)
    } catch {
      preconditionFailure("the pattern \(text) is no regular expression: \(error)")
    }
  }
}

extension NSRegularExpression {
  /// Whether the pattern matches all of a text.
  func matchesAll(of text: String) -> Bool {
    let range = NSRange(location: 0, length: text.utf16.count)
    return firstMatch(in: text, options: .anchored, range: range)?.range == range
  }
}
