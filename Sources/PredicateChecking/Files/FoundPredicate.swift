import PredicateSyntax

/// A predicate that was found in a file.
public struct FoundPredicate: Sendable {
  /// Whether a condition or a value stands there.
  public enum Form: Sendable, Hashable {
    /// `year > 1990`.
    case condition
    /// `price * 1.19`.
    case value
  }

  /// The text with its places in the file.
  public let text: MappedText
  /// How it is reached in its document: `conditional_items[0].condition`; nil where the place says everything.
  public let path: String?
  /// What it is.
  public let form: Form
  /// What the surrounding file is known to spoil.
  let spoilt: [PredicateIssue]
  /// Whether the text is not known before the program runs, so that only ``spoilt`` counts.
  package let isMadeAtRunTime: Bool
  /// Whether the program around it passes arguments for `%@` and its kin.
  let takesArguments: Bool
  /// The parts that a script or a program replaces: `$NAME`, `\(name)`. What they hold is unknown.
  let replaced: [Range<Int>]
  /// Where the shell took a double quote away.
  let lostQuotes: Set<Int>

  init(
    _ text: MappedText, path: String? = nil, form: Form = .condition, spoilt: [PredicateIssue] = [],
    isMadeAtRunTime: Bool = false, takesArguments: Bool = false, replaced: [Range<Int>] = [],
    lostQuotes: Set<Int> = []
  ) {
    self.text = text
    self.path = path
    self.form = form
    self.spoilt = spoilt
    self.isMadeAtRunTime = isMadeAtRunTime
    self.takesArguments = takesArguments
    self.replaced = replaced
    self.lostQuotes = lostQuotes
  }
}
