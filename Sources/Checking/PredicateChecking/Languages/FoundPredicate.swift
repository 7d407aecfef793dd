import PredicateDocuments
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
  /// Whether the file holds it in Base64, where nobody can read a line of it.
  let isEncoded: Bool
  /// The texts that the file gives the names that the consumer replaces: `%NAME%`.
  var inputs: [String: String] = [:]
  /// Whether a store may run it. A predicate that filters in memory is no concern of a store.
  var isOfFetch = true

  init(
    _ text: MappedText, path: String? = nil, form: Form = .condition, spoilt: [PredicateIssue] = [],
    isMadeAtRunTime: Bool = false, takesArguments: Bool = false, replaced: [Range<Int>] = [],
    lostQuotes: Set<Int> = [], isEncoded: Bool = false
  ) {
    self.text = text
    self.path = path
    self.form = form
    self.spoilt = spoilt
    self.isMadeAtRunTime = isMadeAtRunTime
    self.takesArguments = takesArguments
    self.replaced = replaced
    self.lostQuotes = lostQuotes
    self.isEncoded = isEncoded
  }

  /// The predicate of a file that is a text of another file, with its places in the outer one. The outer program replaces parts of that text.
  func placed(
    in outer: MappedText?, at outerPath: String? = nil, replaced parts: [Range<Int>] = [], isEncoded: Bool = false
  ) -> FoundPredicate {
    let whole = text.place(of: SourceRange(0, text.text.utf8.count))
    let inside = parts.filter { $0.lowerBound < Int(whole.upperBound) && $0.upperBound > Int(whole.lowerBound) }
      .map { text.offset(of: $0.lowerBound)..<max(text.offset(of: $0.upperBound), text.offset(of: $0.lowerBound)) }
    var placed = FoundPredicate(
      outer.map { text.placed(in: $0) } ?? text,
      path: [outerPath, path].compactMap { $0 }.joined(separator: " > ").nonEmpty, form: form,
      spoilt: spoilt,
      isMadeAtRunTime: isMadeAtRunTime || inside.contains { !TextQuotes.contain($0.lowerBound, in: text.text) },
      takesArguments: takesArguments, replaced: replaced + inside, lostQuotes: lostQuotes,
      isEncoded: self.isEncoded || isEncoded)
    placed.inputs = inputs
    placed.isOfFetch = isOfFetch
    return placed
  }

  /// Where it begins in the file.
  var start: UInt32 { text.place(of: SourceRange(0, 0)).lowerBound }

  /// The predicate with the path at which it is reached.
  func at(_ path: String) -> FoundPredicate { placed(in: nil, at: path) }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

/// Whether a part of a format stands in a text of it.
enum TextQuotes {
  /// Whether an offset lies between the quotes of a text, where a value that is put in changes nothing but that text.
  ///
  /// ```swift
  /// TextQuotes.contain(9, in: "name == '$NAME'")  // true
  /// ```
  static func contain(_ offset: Int, in format: String) -> Bool {
    var quote: UInt8?
    for byte in format.utf8.prefix(offset) where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      if quote == nil { quote = byte } else if quote == byte { quote = nil }
    }
    return quote != nil
  }
}
