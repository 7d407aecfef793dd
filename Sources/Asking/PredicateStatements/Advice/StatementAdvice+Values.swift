import PredicateModel
import PredicateSyntax

/// Hints for mistakes that depend on the values of objects and not on their types.
extension StatementAdvice {
  /// The hint for an issue that occurred during evaluation, with the path of the statement: `tags.length > 2` with a list, `profile.age > 60` with a
  /// text among the ages.
  func ofValues(_ tokens: [SourceToken], _ issue: PredicateIssue, _ entity: Entity) -> String? {
    let quantifiers = ["any", "all", "some", "none"]
    let start = tokens.first.map { first in quantifiers.contains { first.isWord($0) } } == true ? 1 : 0
    let path = tokens.dropFirst(start).prefix { token in
      token.isMark(".") || token.kind == .word && !["between", "in", "contains"].contains { token.isWord($0) }
    }
    guard path.first?.kind == .word, path.last?.kind == .word else { return nil }
    let rest = tokens.dropFirst(start + path.count)
    if path.count > 2, path.last?.isWord("length") == true, let sign = rest.first, sign.kind == .sign {
      let elements = path.dropLast(2).map(\.text).joined()
      let others = rest.dropFirst().map(\.text).joined()
      if let count = hint("the number of elements is", "\(elements).@count \(sign.text) \(others)", entity) {
        return count
      }
    }
    let general = "CAST(x,"
    guard let hint = issue.hint, hint.contains(general) else { return nil }
    return hint.replacing(general, with: "CAST(\(path.map(\.text).joined()),")
  }

  /// The hint for `first 1 of each tenant` if tenants have no integer key: groups need the key as a value.
  func objectKey(_ tokens: [SourceToken], _ entity: Entity) -> String? {
    guard !tokens.isEmpty, tokens.allSatisfy({ $0.kind == .word || $0.isMark(".") }),
      case .object(let destination)? = place(of: tokens, from: entity), !destination.objectKey.isEmpty
    else { return nil }
    let path = tokens.map(\.text).joined()
    let keys = destination.objectKey.map { "\(path).\($0.name)" }
    return "the key of an object is a value: \(keys.joined(separator: ", "))"
  }
}
