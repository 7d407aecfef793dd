/// How much of a text a format takes.
enum FormatExtent {
  /// All of it.
  case whole
  /// A condition at the beginning. It ends before the first token that cannot belong to it; the words begin what may follow.
  case condition(before: [String])
  /// A value at the beginning, which ends in the same way.
  case value(before: [String])

  /// Whether something else may follow.
  var isPrefix: Bool {
    if case .whole = self { false } else { true }
  }

  /// Whether the format is a value that something else may follow.
  var isValue: Bool {
    if case .value = self { true } else { false }
  }

  /// The words that begin what may follow.
  var endWords: [String] {
    switch self {
    case .whole: []
    case .condition(let words), .value(let words): words
    }
  }
}
