/// The steps of a key path of Swift, from its description.
package enum KeyPathSteps {
  /// The steps in the description of a key path: `["year"]` for `\Movie.year`, `["director?", "name?"]` for `\Movie.director?.name`. A step without a
  /// name is `<computed 0x00005649 (Int)>`. Nil if the system does not describe key paths.
  package static func all(of keyPath: AnyKeyPath) -> [String]? {
    let start = "\\\(String(describing: type(of: keyPath).rootType))."
    let text = String(describing: keyPath)
    guard text.hasPrefix(start), text != start else { return nil }
    var steps = [""]
    var (depth, previous): (Int, Character) = (0, " ")
    for character in text.dropFirst(start.count) {
      switch character {
      case "<", "(": depth += 1
      case ">" where previous != "-": depth -= 1
      case ")": depth -= 1
      default: break
      }
      if character == ".", depth == 0 { steps.append("") } else { steps[steps.count - 1].append(character) }
      previous = character
    }
    return steps
  }

  /// The text of the only step of a key path; nil for several steps, optional chaining and subscripts.
  package static func only(of keyPath: AnyKeyPath) -> String? {
    guard let steps = all(of: keyPath), steps.count == 1, !isCompound(steps[0]) else { return nil }
    return steps[0]
  }

  /// Whether a step unwraps an optional or is a subscript.
  package static func isCompound(_ step: String) -> Bool {
    if step.hasPrefix("<") { return step.last != ">" }
    return step.contains { "?![".contains($0) }
  }

  /// Whether a step is the name of a property.
  package static func isName(_ step: String) -> Bool {
    !step.isEmpty && step.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
