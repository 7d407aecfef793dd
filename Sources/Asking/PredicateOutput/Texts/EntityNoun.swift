import PredicateModel

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
    // Only the last word before a preposition gets the plural, and some words have none: `item data`.
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
