import PredicateModel
import PredicateReference
import PredicateSyntax
import PredicateValues

/// The noun for objects of an entity: `movie`, `movies`.
package struct EntityNoun {
  package let singular: String
  package let plural: String

  /// The nouns for an entity: its name in small letters, and an English plural of it. A name that does not look English, or is a plural already, has
  /// no separate plural.
  package init(_ entity: String) {
    let name = CellText.escaped(entity)
    guard name.utf8.allSatisfy({ $0 < 0x80 }), let last = name.last, last.isLetter else {
      singular = name
      plural = name
      return
    }
    singular = Self.lowercased(name)
    // One or two letters are not a word: `2 P`.
    guard name.count > 2 else {
      plural = singular
      return
    }
    // In `revenue per day`, the words from the preposition on qualify the noun, so they do not change.
    let words = singular.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let end = words.dropFirst().firstIndex { Self.prepositions.contains($0) } ?? words.count
    // Only the last word before a preposition gets the plural. Some words have no plural: `item data`.
    let noun = words[..<end].dropLast() + words[..<end].suffix(1).map { EnglishNoun.plural(of: $0) }
    plural = (noun + words[end...]).joined(separator: " ")
  }

  private static let prepositions: Set<String> = ["per", "of", "by", "for", "with", "from"]

  /// The number and the noun: `2 movies`.
  package func counted(_ count: Int) -> String { counted(count) { String($0) } }

  /// The number, formatted by a closure, and the noun.
  package func counted(_ count: Int, _ form: (Int) -> String) -> String {
    "\(form(count)) \(count == 1 ? singular : plural)"
  }

  /// `MovieLoan` becomes `movie loan`. Abbreviations keep their capitals.
  private static func lowercased(_ name: String) -> String {
    var result = ""
    var previousIsLower = false
    let isAbbreviation = name.allSatisfy { !$0.isLowercase }
    if isAbbreviation { return name }
    for character in name {
      if character.isUppercase, previousIsLower { result += " " }
      // A leading underscore is dropped: `_2023Sale` has it because a name cannot begin with a digit.
      result += character == "_" ? (result.isEmpty ? "" : " ") : character.lowercased()
      previousIsLower = character.isLowercase || character.isNumber
    }
    return result
  }
}

extension QueryType {
  /// The name of the type as one word: `String`, `Integer`.
  package var shortName: String {
    switch self {
    case .any: "Any"
    case .boolean: "Boolean"
    case .integer: "Integer"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .object(let entity): CellText.escaped(entity)
    case .collection(let element): "many \(element.shortName)"
    case .dictionary: "Dictionary"
    }
  }
}

extension Attribute {
  /// The type of the attribute's values as one word: `String`, `JSON`.
  package var typeName: String { isJSON ? "JSON" : type.shortName }
}

extension QueryType {
  /// Reads a text as a value of the type: a date, a UUID, a URL, a decimal number. Nil for other types, and for a text that is not a valid value.
  package func value(ofText text: String) -> QueryValue? {
    guard let name = textCast else { return nil }
    let cast = QueryExpression.cast(.literal(.string(text)), type: .literal(.string(name)))
    guard let value = try? cast.valueByReference(with: .null), !value.isNull else { return nil }
    return value
  }

  /// Whether a statement writes a value of the type as a text in quotes, which is converted: a date, a UUID, a URL.
  package var isWrittenAsText: Bool { textCast != nil }

  /// The name of the type in the CAST that converts a text; nil if a statement does not write the type's values as texts.
  private var textCast: String? {
    switch self {
    case .date: "NSDate"
    case .uuid: "NSUUID"
    case .url: "NSURL"
    case .decimal: "NSDecimalNumber"
    default: nil
    }
  }
}

/// Tests which elements of a collection decide the result of a comparison. These are elements for which ANY is true, elements for which ALL is false,
/// and the element that IN or CONTAINS searches.
struct ElementTest {
  /// The comparison of one element.
  private let comparison: (QueryExpression) -> QueryComparison
  /// The result that the comparison has for an element that decides.
  private let wanted: Bool

  /// The test for the elements of a value in a part of an explanation. Nil if the part does not compare the elements individually.
  init?(of value: Explanation.Value, in part: Explanation) {
    guard case .comparison(let whole)? = PredicateParser.predicate(part.text).tree?.node else { return nil }
    /// A side of the comparison, replaced by its value if the part shows the value.
    func constant(_ side: QueryExpression) -> QueryExpression {
      let text = side.canonicalFormat
      return part.values.first { $0.text.hasSameScalars(as: text) }?.value.queryArgument.expression() ?? side
    }
    let isLeft = value.text.hasSameScalars(as: whole.left.canonicalFormat)
    switch (whole.quantifier, whole.operator) {
    case (.any, _) where isLeft, (.all, _) where isLeft:
      let right = constant(whole.right)
      comparison = { QueryComparison($0, whole.operator, right, options: whole.options) }
    case (.direct, .contains) where isLeft:
      let right = constant(whole.right)
      comparison = { QueryComparison($0, .equal, right, options: whole.options) }
    case (.direct, .in) where value.text.hasSameScalars(as: whole.right.canonicalFormat):
      let left = constant(whole.left)
      comparison = { QueryComparison(left, .equal, $0, options: whole.options) }
    default: return nil
    }
    wanted = whole.quantifier != .all
  }

  /// Whether an element decides the comparison. False for an element that cannot be compared.
  func decides(_ element: QueryValue) -> Bool {
    let predicate = QueryPredicate.comparison(comparison(element.queryArgument.expression()))
    do throws(PredicateIssue) {
      return try predicate.evaluateByReference(with: .null) == wanted
    } catch {
      return false
    }
  }
}
