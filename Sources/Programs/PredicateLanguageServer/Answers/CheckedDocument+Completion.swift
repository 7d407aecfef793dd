import PredicateChecking
import PredicateStatements
import PredicateValues

extension CheckedDocument {
  /// The proposals at a byte offset of the document.
  func completions(at offset: Int) -> CompletionList {
    guard let (number, place) = predicate(at: offset) else { return CompletionList(items: []) }
    let text = predicates[number].text.text
    let proposals = Proposals(behind: text.prefix(bytes: place), proposed)
    let range = SourceRange(proposals.range.lowerBound, proposals.range.upperBound)
    // Texts with the same special characters are written in the same way, so the file is read once for each set of special characters. Texts without
    // any are written unchanged.
    var forms: [Set<UInt8>: EditForm?] = [[]: .plain]
    let items = proposals.all.enumerated().compactMap { position, proposal -> CompletionItem? in
      let candidate = proposal.candidate
      let kind = candidate.text.otherBytes
      let change = PredicateChange(predicate: number, range: range, text: candidate.text)
      let known = forms[kind] ?? self.forms([change])[0]
      forms[kind] = .some(known)
      guard let edit = known.map({ edit(change, as: $0) }) else { return nil }
      let description = proposal.key.map { KeyDescription(key: $0) }
      let order = String(position)
      return CompletionItem(
        label: candidate.text, kind: candidate.kind.number, detail: description?.type,
        documentation: description?.lines.joined(separator: "\n") ?? proposal.about,
        sortText: String(repeating: "0", count: max(0, 5 - order.count)) + order, filterText: edit.newText,
        textEdit: edit)
    }
    return CompletionList(items: items)
  }
}

extension String {
  /// The longest prefix of at most `count` bytes that does not split a character.
  fileprivate func prefix(bytes count: Int) -> String {
    let end = utf8.index(startIndex, offsetBy: min(count, utf8.count))
    return String(self[..<(end.samePosition(in: unicodeScalars) ?? startIndex)])
  }

  /// The bytes that some files must escape: all except letters, digits, and the characters of names and operators.
  fileprivate var otherBytes: Set<UInt8> {
    Set(
      utf8.filter { byte in
        !((0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "_.@:=()[]{}+-*/! ".utf8.contains(byte))
      })
  }
}

extension CompletionCandidate.Kind {
  /// The protocol's number for the kind.
  fileprivate var number: Int {
    switch self {
    case .function: 3
    case .attribute, .relationship, .collectionOperator: 5
    case .variable: 6
    case .value: 12
    case .operator, .option: 24
    case .keyword, .clause, .entity, .command, .file: 14
    }
  }
}

/// The proposals at an offset of a predicate, from its profile.
struct Proposals {
  struct Proposal {
    let candidate: CompletionCandidate
    /// What the profile knows about the key, if the proposal is a key.
    var key: ProfileKey?
    var about: String?
  }

  /// The byte range of the predicate that a proposal replaces.
  let range: Range<Int>
  /// The text that was typed in ``range``. It selects the proposals.
  let typed: String
  /// The proposals, best first.
  private(set) var all: [Proposal] = []

  private let profile: UseProfile
  private let keys: ProfileModel

  /// The proposals after the text of an unfinished predicate.
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
      model: keys.model, root: keys.root, variables: keys.variables)
    cursor.take(last == nil ? tokens : tokens.dropLast())
    propose(cursor)
    keepWhatFits()
  }

  /// The offset of an unfinished name in `@status(`, and the names that may complete it; nil if the text does not end in such a term.
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

  /// The unquoted words that mean values of the compared key.
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

  /// A description of an operator or a function.
  private static func about(_ candidate: CompletionCandidate) -> String? {
    switch candidate.kind {
    case .operator, .keyword: OperatorTable.entries.first { $0.spelling == candidate.text }?.summary
    case .function:
      FunctionTable.standard.definition(named: String(candidate.text.prefix { $0 != "(" }))?.documentation
    default: nil
    }
  }

  /// Keeps the proposals that begin with the typed text. Case is ignored.
  private mutating func keepWhatFits() {
    let wanted = Self.key(typed)
    all = all.filter { Self.key($0.candidate.text).starts(with: wanted) }
  }

  private static func key(_ text: String) -> Substring {
    let text = text.lowercased()
    return text.first == "\"" || text.first == "'" ? text.dropFirst() : text[...]
  }
}
