import PredicateModel

/// The noun for objects of an entity: `movie`, `movies`.
package struct EntityNoun {
  package let singular: String
  package let plural: String

  /// The words for an entity: its name in small letters, with an English plural if the name looks English and is not a plural yet.
  package init(_ entity: String) {
    let name = CellText.escaped(entity)
    guard name.utf8.allSatisfy({ $0 < 0x80 }), let last = name.last, last.isLetter else {
      singular = name
      plural = name
      return
    }
    singular = Self.lowercased(name)
    // A letter or two make no word: `2 P`.
    guard name.count > 2 else {
      plural = singular
      return
    }
    // `revenue per day`: the words after such a preposition qualify the noun, and keep their form.
    let words = singular.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let end = words.dropFirst().firstIndex { Self.prepositions.contains($0) } ?? words.count
    // Only the last word of `item data` takes the plural, and it may have none.
    let noun = words[..<end].dropLast() + words[..<end].suffix(1).map { EnglishNoun.plural(of: $0) }
    plural = (noun + words[end...]).joined(separator: " ")
  }

  private static let prepositions: Set<String> = ["per", "of", "by", "for", "with", "from"]

  /// The number and the noun.
  package func counted(_ count: Int) -> String { counted(count) { String($0) } }

  /// The number in some form and the noun.
  package func counted(_ count: Int, _ form: (Int) -> String) -> String {
    "\(form(count)) \(count == 1 ? singular : plural)"
  }

  /// `MovieLoan` is `movie loan`; abbreviations stay.
  private static func lowercased(_ name: String) -> String {
    var result = ""
    var previousIsLower = false
    let isAbbreviation = name.allSatisfy { !$0.isLowercase }
    if isAbbreviation { return name }
    for character in name {
      if character.isUppercase, previousIsLower { result += " " }
      // `_2023Sale` begins with an underscore because a name cannot begin with a digit.
      result += character == "_" ? (result.isEmpty ? "" : " ") : character.lowercased()
      previousIsLower = character.isLowercase || character.isNumber
    }
    return result
  }
}
