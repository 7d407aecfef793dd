import PredicateValues

extension SQLRewriter {
  /// Of a comparison of a key of several columns with a whole key, those of its columns with the key's parts, which an index finds; nil for
  /// every other condition.
  func keyParts(beside condition: SQLExpression) -> SQLExpression? {
    guard rewrites.contains(.keyParts), case .binary(.equal, let left, let key) = condition.node,
      case .function(.list, let arguments) = left.node
    else { return nil }
    return .all(
      arguments.dropFirst().enumerated().map { position, column in
        .compare(.equal, column, .function(.keyPart, [key, .integer(position)], mayBeNull: true))
      })
  }
}
