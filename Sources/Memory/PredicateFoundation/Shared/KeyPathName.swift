import PredicateEngine
import PredicateReference
import PredicateSyntax

/// The name in the language of a property that Foundation's predicates know by a key path of one step.
enum KeyPathName {
  /// The name of a key path: from the property table of its root, or from its own description.
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

  /// Whether Foundation takes a key path: it ends the process at a key path of several steps, an optional chain or a subscript.
  static func isOneStep(_ keyPath: AnyKeyPath) -> Bool { step(of: keyPath) != nil }

  /// The only step in the description of a key path: `year` of `\Movie.year`, `<computed 0x00005649 (Int)>`; nil for several steps.
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
  /// The name of the first line of the table with a key path.
  fileprivate static func name(of keyPath: AnyKeyPath) -> String? {
    queryProperties.first { $0.keyPath?.anyKeyPath == keyPath }?.name
  }
}

extension PropertyKeyPath {
  var anyKeyPath: AnyKeyPath { keyPath }
}
