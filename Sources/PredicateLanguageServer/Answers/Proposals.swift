import PredicateChecking
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// What may stand at a place of a predicate, by its profile.
struct Proposals {
  /// A text that may stand there.
  struct Proposal {
    let candidate: CompletionCandidate
    /// What the profile says of it, where it is a key.
    var key: ProfileKey?
    /// A sentence on it.
    var about: String?
  }

  /// The bytes of the predicate that a proposal replaces.
  let range: Range<Int>
  /// What was typed of it.
  let typed: String
  /// What fits, best first.
  private(set) var all: [Proposal] = []

  private let profile: UseProfile
  private let keys: ProfileModel

  /// What may stand behind the first bytes of a predicate.
  init(behind text: String, _ profile: UseProfile) {
    self.profile = profile
    keys = ProfileModel(profile)
    if let (start, names) = Self.openTerm(in: text, profile) {
      range = start..<text.utf8.count
      typed = String(decoding: Array(text.utf8)[range], as: UTF8.self)
      all = names.sorted { $0.key < $1.key }.map { name, key in
        Proposal(candidate: CompletionCandidate(name, .attribute, suffix: ")"), key: key)
      }
      keepWhatFits()
      return
    }
    let bytes = Array(ConsumerText(text, profile: profile).masked.utf8)
    let tokens = SourceToken.all(in: bytes, from: 0)
    let last = tokens.last.flatMap { $0.isUnfinished(at: bytes.count) ? $0 : nil }
    range = last?.range ?? bytes.count..<bytes.count
    typed = last?.text ?? ""
    var cursor = ExpressionCursor(
      model: keys.model, root: keys.root,
      variables: profile.variables.keys.sorted().map { ($0, QueryType.any) })
    cursor.take(last == nil ? tokens : tokens.dropLast())
    propose(cursor)
    keepWhatFits()
  }

  /// Where the name in `@status(` begins, and the names that may stand there.
  private static func openTerm(in text: String, _ profile: UseProfile) -> (Int, [String: ProfileKey])? {
    let bytes = Array(text.utf8)
    guard let bracket = bytes.lastIndex(of: UInt8(ascii: "(")),
      let sign = bytes[..<bracket].lastIndex(of: UInt8(ascii: "@")),
      let term = profile.terms[String(decoding: bytes[(sign + 1)..<bracket], as: UTF8.self)],
      !bytes[bracket...].contains(UInt8(ascii: ")"))
    else { return nil }
    return (bracket + 1, term.keys)
  }

  private mutating func propose(_ cursor: ExpressionCursor) {
    let expectation = cursor.expectation
    let values = { [keys] (source: PathTarget.Source, _: String) in keys.key(source).map(Self.values) ?? [] }
    let condition = ConditionCandidates(
      model: keys.model, root: keys.root, variables: cursor.visibleVariables, values: values)
    let owner = if case .member(let place) = expectation { place } else { keys.root }
    let allowed = Self.operators(at: expectation).flatMap(keys.key)?.operators ?? []
    all = (words(at: expectation) + condition.candidates(for: expectation, typed: typed)).filter { candidate in
      candidate.kind != .operator || allowed.isEmpty || allowed.contains(candidate.text)
    }.map { candidate in
      let key =
        candidate.kind == .attribute || candidate.kind == .relationship ? keys.key(candidate.text, of: owner) : nil
      return Proposal(candidate: candidate, key: key, about: Self.about(candidate))
    }
    switch expectation {
    case .condition, .operand, .value, .element: all += terms
    default: break
    }
  }

  /// The terms of the consumer: `@status(`.
  private var terms: [Proposal] {
    profile.terms.sorted { $0.key < $1.key }.filter { !$0.value.isMember }.map { word, term in
      Proposal(candidate: CompletionCandidate("@\(word)(", .function, suffix: ""), about: term.about)
    }
  }

  /// The words that stand for values without quotes.
  private func words(at expectation: ExpressionCursor.Expectation) -> [CompletionCandidate] {
    switch expectation {
    case .operand(let compared), .element(let compared):
      compared.left.source.flatMap(keys.key)?.words.keys.sorted().map { CompletionCandidate($0, .value) } ?? []
    default: []
    }
  }

  private static func operators(at expectation: ExpressionCursor.Expectation) -> PathTarget.Source? {
    if case .operation(let place, _) = expectation { place.source } else { nil }
  }

  private static func values(of key: ProfileKey) -> [QueryValue] {
    (key.values.isEmpty ? key.known : key.values).map { value in
      switch value {
      case .text(let text): .string(text)
      case .integer(let number): .integer(number)
      }
    }
  }

  /// What an operator or a function does.
  private static func about(_ candidate: CompletionCandidate) -> String? {
    switch candidate.kind {
    case .operator, .keyword: OperatorTable.entries.first { $0.spelling == candidate.text }?.summary
    case .function:
      FunctionTable.standard.definition(named: String(candidate.text.prefix { $0 != "(" }))?.documentation
    default: nil
    }
  }

  /// Keeps what begins with what was typed, in any case of letters.
  private mutating func keepWhatFits() {
    let wanted = Self.key(typed)
    all = all.filter { Self.key($0.candidate.text).starts(with: wanted) }
  }

  private static func key(_ text: String) -> Substring {
    let text = text.lowercased()
    return text.first == "\"" || text.first == "'" ? text.dropFirst() : text[...]
  }
}
