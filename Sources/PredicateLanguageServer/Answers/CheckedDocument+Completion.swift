import PredicateStatements
import PredicateSyntax

extension CheckedDocument {
  /// What may stand at a byte of the document.
  func completions(at offset: Int) -> CompletionList {
    guard let (number, place) = predicate(at: offset) else { return CompletionList(items: []) }
    let text = predicates[number].text.text
    let proposals = Proposals(behind: text.prefix(bytes: place), profile)
    let range = SourceRange(proposals.range.lowerBound, proposals.range.upperBound)
    // The file is read once for all texts whose other characters are the same, and not for those that any file writes as they are.
    var forms: [Set<UInt8>: WrittenForm?] = [[]: .plain]
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
  /// The first bytes, without a part of a character.
  fileprivate func prefix(bytes count: Int) -> String {
    let end = utf8.index(startIndex, offsetBy: min(count, utf8.count))
    return String(self[..<(end.samePosition(in: unicodeScalars) ?? startIndex)])
  }

  /// The bytes that some file writes in another way: all but letters, digits, and what stands in names and operators.
  fileprivate var otherBytes: Set<UInt8> {
    Set(
      utf8.filter { byte in
        !((0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "_.@:=()[]{}+-*/! ".utf8.contains(byte))
      })
  }
}

extension CompletionCandidate.Kind {
  /// The number of the protocol.
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
