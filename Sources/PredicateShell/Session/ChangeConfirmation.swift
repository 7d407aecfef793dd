/// Who agrees to what a statement is about to change.
enum ChangeConfirmation {
  /// Nobody has to.
  case always
  /// Nobody can be asked: statements that change at most so many objects run, all others are refused.
  case upTo(Int)
  /// Somebody at a terminal answers a question.
  case ask((String) -> Bool)

  /// How many objects a statement may change where nobody can be asked.
  static let unaskedObjects = 100
}
