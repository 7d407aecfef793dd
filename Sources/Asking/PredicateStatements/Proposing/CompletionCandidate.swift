/// A text that may complete the typed text.
package struct CompletionCandidate: Equatable {
  /// The kind of a candidate, which determines its colour.
  package enum Kind: CaseIterable {
    case value
    case attribute
    case relationship
    case collectionOperator
    case variable
    case `operator`
    case option
    case keyword
    case clause
    case entity
    case function
    case command
    case file
  }

  /// The text that is inserted, and shown in the list.
  package let text: String
  package let kind: Kind
  /// The text that is inserted after the candidate if it is the only one: a space, or the dot after a relationship.
  package let suffix: String

  package init(_ text: String, _ kind: Kind, suffix: String = " ") {
    self.text = text
    self.kind = kind
    self.suffix = suffix
  }
}
