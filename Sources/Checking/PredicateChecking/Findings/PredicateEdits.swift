import PredicateSyntax

/// Replaces texts of predicates in a file.
///
/// A file has its own rules for quotes, backslashes and brackets. So each way of writing is tried, and the file is read again. An edit is offered
/// only if the file then contains the intended predicate.
package struct PredicateEdits {
  private let bytes: [UInt8]
  private let predicates: [FoundPredicate]
  private let texts: ([UInt8]) -> [String]?

  /// The greatest number of times that a file is read to test some changes.
  private static let readingLimit = 64

  /// Edits of a file with some predicates.
  ///
  /// - Parameter texts: Reads the predicates of the file's changed bytes; nil if they cannot be read.
  package init(_ bytes: [UInt8], _ predicates: [FoundPredicate], texts: @escaping ([UInt8]) -> [String]?) {
    self.bytes = bytes
    self.predicates = predicates
    self.texts = texts
  }

  /// The way of writing (``EditForm``) that each change needs in the file; nil if none works.
  ///
  /// All changes are tried together, then halves of those that fail together, so that the cost is linear in the file. After 64 readings the remaining
  /// changes get nil.
  package func forms(_ changes: [PredicateChange]) -> [EditForm?] {
    var forms = [EditForm?](repeating: nil, count: changes.count)
    var readings = Self.readingLimit
    /// Tries one way of writing for some changes. Returns the changes that the file then contains as intended.
    func held(_ tried: [Int], _ form: EditForm) -> [Int] {
      guard readings > 0 else { return [] }
      readings -= 1
      return read(tried.map { (changes[$0], form) }).map { tried[$0] }
    }
    var groups = [Array(changes.indices)]
    while var group = groups.popLast(), readings > 0 {
      // Each predicate takes only one change at a time.
      var seen: Set<Int> = []
      let others = group.filter { !seen.insert(changes[$0].predicate).inserted }
      if !others.isEmpty { groups.append(others) }
      group.removeAll(where: Set(others).contains)
      var isNew = true
      while isNew, !group.isEmpty {
        isNew = false
        for form in EditForm.allCases {
          var good = held(group, form)
          // A wrong change may affect how the others are read, so the changes that succeeded are tried again without it.
          if !good.isEmpty, good.count < group.count { good = held(good, form) }
          for index in good { forms[index] = form }
          group.removeAll(where: Set(good).contains)
          isNew = isNew || !good.isEmpty
        }
      }
      if group.count > 1 { groups += [Array(group[(group.count / 2)...]), Array(group[..<(group.count / 2)])] }
    }
    return forms
  }

  /// The byte range of the file that a change replaces.
  package func place(of change: PredicateChange) -> Range<Int> {
    predicates[change.predicate].text.place(of: change.range).bytes
  }

  /// Writes changes and reads the file again. Returns the indexes of the changes that the file then contains as intended.
  private func read(_ changes: [(change: PredicateChange, form: EditForm)]) -> [Int] {
    let written = changes.map { (place(of: $0.change), $0.form.of($0.change.text).written) }
    guard let bytes = bytes.replacing(written), let found = texts(bytes), found.count == predicates.count else {
      return []
    }
    return changes.indices.filter { index in
      let (change, form) = changes[index]
      let replacement = PredicateIssue.Replacement(text: form.of(change.text).text, range: change.range)
      guard let wanted = replacement.applied(to: predicates[change.predicate].text.text) else { return false }
      return found[change.predicate].utf8.elementsEqual(wanted.utf8)
    }
  }
}

/// A replacement for a part of a predicate.
package struct PredicateChange {
  /// The index of the predicate in its file.
  package let predicate: Int
  /// The range of the part in the predicate's text.
  package let range: SourceRange
  /// The new text of the part.
  package let text: String
  /// Whether only a person can decide about the change: the text is a name that resembles the one in the predicate, or it lets the predicate match
  /// more.
  let isGuess: Bool

  package init(predicate: Int, range: SourceRange, text: String, isGuess: Bool = false) {
    self.predicate = predicate
    self.range = range
    self.text = text
    self.isGuess = isGuess
  }
}

/// A way to write a text of a predicate in a file. The plainest is first.
package enum EditForm: CaseIterable, Sendable {
  case plain
  /// With the escapes of JSON and of sources.
  case escaped
  /// With the entities of XML.
  case entities
  /// With the other kind of quotes, which has the same meaning.
  case otherQuotes
  case otherQuotesEscaped
  case otherQuotesEntities

  /// The text for the predicate, and the same text as the file must write it.
  package func of(_ text: String) -> (text: String, written: String) {
    switch self {
    case .plain: (text, text)
    case .escaped: (text, Self.escaped(text))
    case .entities: (text, Self.entities(text))
    case .otherQuotes: EditForm.plain.of(Self.swapped(text))
    case .otherQuotesEscaped: EditForm.escaped.of(Self.swapped(text))
    case .otherQuotesEntities: EditForm.entities.of(Self.swapped(text))
    }
  }

  /// `"a"` as `'a'` and the other way round, if the text has only one kind of quotes and no backslash.
  private static func swapped(_ text: String) -> String {
    if text.contains("\"") && text.contains("'") || text.contains("\\") { return text }
    return String(text.map { $0 == "\"" ? "'" : $0 == "'" ? "\"" : $0 })
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func entities(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

extension [UInt8] {
  /// The bytes with some ranges replaced; nil if two ranges overlap.
  func replacing(_ texts: [(place: Range<Int>, text: String)]) -> [UInt8]? {
    var result: [UInt8] = []
    var end = 0
    for (place, text) in texts.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
      guard place.lowerBound >= end else { return nil }
      result += self[end..<place.lowerBound]
      result += text.utf8
      end = place.upperBound
    }
    return result + self[end...]
  }
}

extension SourceRange {
  /// The range as offsets; `0..<0` for a range without a place.
  package var bytes: Range<Int> { isNone ? 0..<0 : Int(lowerBound)..<Int(upperBound) }
}
