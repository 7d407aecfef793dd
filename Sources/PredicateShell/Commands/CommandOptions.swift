/// The words of an argument that begin with two minus signs, and what is left without them.
struct CommandOptions {
  private let found: [String]
  /// The argument without its options.
  let rest: String

  /// Takes the options that a command knows from the two ends of its argument, where they cannot be a part of a statement.
  init(_ argument: String, _ known: [String]) {
    var words = argument.split(separator: " ", omittingEmptySubsequences: false)
    var found: [String] = []
    func take(_ word: Substring?) -> Bool {
      guard let word, known.contains(where: { $0.utf8.elementsEqual(word.utf8) }) else { return false }
      found.append(String(word))
      return true
    }
    while take(words.first) { words.removeFirst() }
    while take(words.last) { words.removeLast() }
    self.found = found
    rest = words.joined(separator: " ").trimmed
  }

  /// Whether an option is there.
  func has(_ option: String) -> Bool { found.contains(option) }
}

extension String {
  /// Without spaces around it.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
