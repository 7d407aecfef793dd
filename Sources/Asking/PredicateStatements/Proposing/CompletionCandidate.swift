/// One of the texts that may stand where somebody is typing.
package struct CompletionCandidate: Equatable {
  /// What a candidate is, which its colour shows.
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

  /// What is inserted, and shown in the list.
  package let text: String
  /// What it is.
  package let kind: Kind
  /// What is inserted behind it where it is the only one: a space, or the dot that a relationship goes on with.
  package let suffix: String

  /// A candidate.
  package init(_ text: String, _ kind: Kind, suffix: String = " ") {
    self.text = text
    self.kind = kind
    self.suffix = suffix
  }
}
