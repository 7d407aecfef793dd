import PredicateEngine
import PredicateReference
import PredicateSyntax

/// Finds the name in the language of a property that Foundation's predicates identify by a key path.
enum KeyPathName {
  /// The name of a key path, from the property table of its root type, or from the description of the key path.
  static func name(of keyPath: AnyKeyPath) throws(PredicateIssue) -> String {
    let name: String?
    let table = type(of: keyPath).rootType as? any QueryableProperties.Type
    if let line = table?.name(of: keyPath) {
      name = line
    } else if table?.listsStoredFields ?? true {
      name = step(of: keyPath).flatMap { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? $0 : nil }
    } else {
      name = nil
    }
    guard let name else { throw .unnamedKeyPath(keyPath) }
    return name
  }

  /// Whether Foundation accepts a key path. It ends the process for a key path of several steps, with optional chaining, or with a subscript.
  static func isOneStep(_ keyPath: AnyKeyPath) -> Bool { step(of: keyPath) != nil }

  /// The text of the only step in the description of a key path: `year` for `\Movie.year`, or `<computed 0x00005649 (Int)>`. Nil for several steps.
  private static func step(of keyPath: AnyKeyPath) -> String? {
    let start = "\\\(String(describing: type(of: keyPath).rootType))."
    let text = String(describing: keyPath)
    guard text.hasPrefix(start) else { return nil }
    let step = text.dropFirst(start.count)
    var (depth, previous): (Int, Character) = (0, " ")
    for character in step {
      switch character {
      case "<", "(": depth += 1
      case ">" where previous != "-": depth -= 1
      case ")": depth -= 1
      case ".", "?", "!", "[": if depth == 0 { return nil }
      default: break
      }
      previous = character
    }
    return step.isEmpty ? nil : String(step)
  }
}

extension QueryableProperties {
  /// The name of a key path in the property table; nil if the table does not contain it.
  fileprivate static func name(of keyPath: AnyKeyPath) -> String? {
    queryProperties.first { $0.keyPath?.anyKeyPath == keyPath }?.name
  }
}

extension PropertyKeyPath {
  var anyKeyPath: AnyKeyPath { keyPath }
}
