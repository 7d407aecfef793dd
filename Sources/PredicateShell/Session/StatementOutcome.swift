/// How a statement ended.
public enum StatementOutcome: Sendable, Equatable {
  /// It was answered.
  case done
  /// It could not be understood, or asked for what there is not.
  case refused
  /// The database failed, or it was cancelled.
  case failed
  /// The shell is to be left.
  case quit

  /// The status with which a program that stops here ends.
  var status: Int32 {
    switch self {
    case .done, .quit: 0
    case .refused: 1
    case .failed: 2
    }
  }
}
