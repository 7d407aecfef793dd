import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints for comparisons whose two sides have types that can never be equal.
extension StatementAdvice {
  /// The hint for a comparison of a path with a value of another family. If a quantifier precedes the path, the hint is about one value of the path.
  func families(_ tokens: [SourceToken], _ entity: Entity) -> Hint? {
    guard let sign = tokens.firstIndex(where: { $0.kind == .sign || $0.isWord("contains") || $0.isWord("in") }) else {
      return nil
    }
    let quantifier = tokens.first.flatMap { first in
      ["any", "some", "all", "none"].contains { first.isWord($0) } && sign > 1 ? first : nil
    }
    let (left, right) = (tokens[(quantifier == nil ? 0 : 1)..<sign], tokens[(sign + 1)...])
    if left.count == 1, let name = left.first.flatMap({ property(inQuotes: $0, of: entity) }) {
      return hint(
        "for the property, write without quotes:",
        "\(name) \(tokens[sign].text) \(Self.written(right))", entity)
    }
    guard left.allSatisfy({ $0.kind == .word || $0.isMark(".") }), let written = right.first else { return nil }
    let isSelf = left.count == 1 && left.first?.isWord("self") == true
    guard let found = isSelf ? .object(entity) : self.place(of: Array(left), from: entity) else { return nil }
    let place = quantifier == nil ? found : found.element
    let name = (quantifier.map { "\($0.text) " } ?? "") + left.map(\.text).joined()
    let operation = tokens[sign].text
    let constant = right.map(\.text).joined()
    switch place {
    case .objects(let destination):
      guard right.count == 1, written.kind == .string else { return nil }
      return titled("ANY \(name).", destination, "==", written).flatMap {
        hint("to compare the texts of the related objects, write", $0.comparison, entity)
      }
    case .object(let destination):
      if right.count == 1, written.kind == .string, destination.objectKey.count == 1,
        let key = destination.objectKey.first, key.type == .uuid, written.stringValue.flatMap({ QueryUUID($0) }) != nil
      {
        let path = "\(isSelf ? "" : name + ".")\(key.name)"
        return hint("to compare the key:", "\(path) \(operation) \(constant)", entity)
      }
      if right.count == 1, written.kind == .string, quantifier == nil || destination.titleAttributes.count == 1,
        let titled = titled(isSelf ? "" : name + ".", destination, operation, written)
      {
        return hint("to compare a text of the object, write", titled.comparison, entity)
      }
      let isList = tokens[sign].isWord("in") && right.contains { $0.kind == .number }
      guard isList || right.count == 1 && written.kind == .number, let key = destination.keyName else { return nil }
      let path = "\(isSelf ? "" : name + ".")\(key)"
      return hint("to compare the key:", "\(path) \(operation) \(constant)", entity)
    case .value(let type, _) where type.family == .date && right.count == 1 && Self.years.contains(Int(constant) ?? 0):
      return hint("the year of a date is a number, so write", "\(name).year \(operation) \(constant)", entity)
    case .value(let type, _) where type.family == .date && right.last?.kind == .number:
      let quoted = hint("a date must be in quotes:", "\(name) \(operation) \"\(constant)\"", entity)
      // 2024-13-01 is not a valid date, but it is not meant as a number either.
      guard quoted == nil, right.count == 1 || right.count == 2 && written.text == "-" else { return quoted }
      return hint(
        "to read seconds since 2001 as a date, write", "\(name) \(operation) CAST(\(constant), \"NSDate\")", entity)
    case .value(let type, _) where type.family == .date && right.count == 1 && written.kind == .string:
      return partOfDate(name, operation, written, entity)
    case .value(.string, _) where right.count == 1 && written.kind == .word:
      return truthOfText(name, operation, written, entity)
    case .value(.boolean, _) where written.kind == .string && right.count == 1:
      return truth(written).flatMap {
        hint("a boolean must be YES or NO, so write", "\(name) \(operation) \($0)", entity)
      }
    case .value(let type, _) where type.family == .number && written.kind == .string && right.count == 1:
      guard quantifier == nil else { return nil }
      return number(written, comparedWith: Array(left), operation, entity)
    case .value(.any, let source) where right.count == 1 && (written.kind == .number || written.kind == .string):
      // If the column's declaration does not determine its type, the column may hold values of several types.
      guard left.count == 1, quantifier == nil, let attribute = source?.attribute, attribute.hasFreeType else {
        return nil
      }
      let type = written.kind == .number ? "double" : "string"
      return
        "\(name) has values of several types. With .type \(entity.name).\(attribute.name) \(type), values of all other types are read as nil"
    case .value(let type, _) where type.family == .string && right.count == 1 && written.kind == .number:
      if ["<", "<=", "=<", ">", ">=", "=>"].contains(operation) {
        return hint(
          "texts are compared letter by letter; to compare numbers, write",
          "CAST(\(name), \"NSNumber\") \(operation) \(constant)", entity)
      }
      return hint("a text must be in quotes:", "\(name) \(operation) \"\(constant)\"", entity)
    case .value(let type, _) where type.family == .string && Self.isDay(constant):
      return hint("a date in a text column must be in quotes, so write", "\(name) \(operation) \"\(constant)\"", entity)
    case .value(.url, _) where written.kind == .string && right.count == 1:
      return hint("write", "\(name) \(operation) CAST(\(constant), \"NSURL\")", entity)
    default: return nil
    }
  }

  /// Whether a text without quotes has the form of a day, such as 2026-01-03, which is a subtraction.
  static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [4, 2, 2] && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
  }

  /// A number in this range is probably a year, and not a number of seconds, if it is compared with a date.
  static let years = 1800...2200

  /// A hint with a comparison; nil unless the comparison can be parsed and bound.
  func hint(_ words: String, _ comparison: String, _ entity: Entity) -> Hint? {
    guard let predicate = try? QueryPredicate(format: QueryFormat(raw: comparison)),
      (try? Binder.bind(predicate, to: .entity(entity.name, model), variables: variables)) != nil
    else { return nil }
    return Hint(words, proposing: comparison)
  }
}

extension Attribute {
  /// Whether the column's declaration allows values of several types, so that `.type` can select one. A server's columns have fixed types.
  var hasFreeType: Bool { storage == .dynamic && columnType == nil }
}
