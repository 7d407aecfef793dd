/// What a consumer writes beside the language of predicates.
public enum ConsumerSyntax: String, Sendable, Hashable, CaseIterable, Decodable {
  /// `@status(device.model.family)`.
  case extensionTerms = "extension-terms"
  /// `%NAME%`, which a program replaces before the predicate is read.
  case percentNames = "percent-names"
  /// `kMDItemFSName == *.pdf`, `"x"cd`, `$time.today(-1)`, `InRange(a, 1, 2)`.
  case spotlight
  /// ``**/XCUIElementTypeCell[`label == "A"`]``.
  case classChain = "class-chain"
}
