import Foundation

// Strings.
extension RowTable where Element == Film<Reflected> {
  mutating func addTexts() {
    add(.string, .comparison, "author == 'Emma'") { $0.author == "Emma" }
    add(.string, .comparison, "title > 'north'") { $0.title > "north" }
    add(.string, .twoProperties, "title == author") { $0.title == $0.author }
    add(.string, .twoProperties, "title < author") { $0.title < $0.author }
    add(.string, .in2, "author IN {'Emma', 'Karl'}") { ["Emma", "Karl"].contains($0.author) }
    add(.string, .in20, "author IN %@", Lists.names) { films in
      let wanted = Set(Lists.names)
      return films.countMatches { wanted.contains($0.author) }
    }
    add(.string, .between, "author BETWEEN {'D', 'M'}") { ("D"..."M").contains($0.author) }
    add(.string, .text, "title BEGINSWITH 'The '") { $0.title.hasPrefix("The ") }
    add(.string, .text, "author ENDSWITH 'son'") { $0.author.hasSuffix("son") }
    add(.string, .text, "title CONTAINS 'Raven'") { $0.title.contains("Raven") }
    add(.string, .text, "title CONTAINS author") { $0.title.contains($0.author) }
    add(.string, .caseless, "author ==[c] 'EMMA'") { $0.author.caseInsensitiveCompare("EMMA") == .orderedSame }
    add(.string, .caseless, "title BEGINSWITH[c] 'the '") { $0.title.lowercased().hasPrefix("the ") }
    add(.string, .caseless, "author ENDSWITH[c] 'SON'") { $0.author.lowercased().hasSuffix("son") }
    add(.string, .caseless, "title CONTAINS[c] 'raven'") { $0.title.lowercased().contains("raven") }
    add(.string, .caseless, "author IN[c] {'EMMA', 'KARL'}") { ["emma", "karl"].contains($0.author.lowercased()) }
    add(.string, .markless, "author ==[cd] 'ÉMMA'") {
      $0.author.compare("ÉMMA", options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
    }
    add(.string, .markless, "title BEGINSWITH[cd] 'thé '") {
      $0.title.range(of: "thé ", options: [.caseInsensitive, .diacriticInsensitive, .anchored]) != nil
    }
    add(.string, .markless, "title ENDSWITH[cd] 'cafe'") {
      $0.title.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive, .anchored, .backwards]) != nil
    }
    add(.string, .markless, "title CONTAINS[cd] 'cafe'") {
      $0.title.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
    add(.string, .like, "title LIKE '*Raven*'") { $0.title.contains("Raven") }
    add(.string, .like, "author LIKE 'E??a*'") { $0.author.hasPrefix("E") && $0.author.dropFirst(3).hasPrefix("a") }
    add(.string, .like, "title LIKE[c] 'the *'") { $0.title.lowercased().hasPrefix("the ") }
    add(.string, .like, "title LIKE[cd] '*cafe'") {
      $0.title.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive, .anchored, .backwards]) != nil
    }
    addMatches()
  }

  private mutating func addMatches() {
    add(.string, .matches, "title MATCHES '.*[0-9]{2}.*'") { films in
      let pattern = Patterns.twoDigits
      return films.countMatches { pattern.matchesAll(of: $0.title) }
    }
    add(.string, .matches, "author MATCHES '(A|E).*(son)?'") { films in
      let pattern = Patterns.alternatives
      return films.countMatches { pattern.matchesAll(of: $0.author) }
    }
    add(.string, .matches, "author MATCHES[c] 'e.*son'") { films in
      let pattern = Patterns.caseless
      return films.countMatches { pattern.matchesAll(of: $0.author) }
    }
    add(.optionalString, .matches, "subtitle MATCHES 'The .* [0-9]+'") { films in
      let pattern = Patterns.article
      return films.countMatches { film in film.subtitle.map { pattern.matchesAll(of: $0) } ?? false }
    }
  }

  mutating func addOptionalTexts() {
    add(.optionalString, .comparison, "subtitle == 'star Raven 7'") { $0.subtitle == "star Raven 7" }
    add(.optionalString, .comparison, "subtitle != 'star Raven 7'") { $0.subtitle != "star Raven 7" }
    add(.optionalString, .twoProperties, "subtitle < title") { film in
      film.subtitle.map { $0 < film.title } ?? false
    }
    add(.optionalString, .nilTest, "subtitle == nil") { $0.subtitle == nil }
    add(.optionalString, .in2, "subtitle IN {'star Raven 7', 'Fox Sky 20'}") { film in
      film.subtitle.map { ["star Raven 7", "Fox Sky 20"].contains($0) } ?? false
    }
    add(.optionalString, .in20, "subtitle IN %@", Lists.titles) { films in
      let wanted = Set(Lists.titles)
      return films.countMatches { film in film.subtitle.map { wanted.contains($0) } ?? false }
    }
    add(.optionalString, .between, "subtitle BETWEEN {'D', 'M'}") { film in
      film.subtitle.map { ("D"..."M").contains($0) } ?? false
    }
    add(.optionalString, .text, "subtitle BEGINSWITH 'The '") { $0.subtitle?.hasPrefix("The ") ?? false }
    add(.optionalString, .text, "subtitle ENDSWITH '7'") { $0.subtitle?.hasSuffix("7") ?? false }
    add(.optionalString, .text, "subtitle CONTAINS 'Raven'") { $0.subtitle?.contains("Raven") ?? false }
    add(.optionalString, .caseless, "subtitle CONTAINS[c] 'raven'") {
      $0.subtitle?.lowercased().contains("raven") ?? false
    }
    add(.optionalString, .markless, "subtitle CONTAINS[cd] 'cafe'") {
      $0.subtitle?.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
    add(.optionalString, .like, "subtitle LIKE[c] '*raven 1?'") {
      guard let text = $0.subtitle?.lowercased() else { return false }
      return text.dropLast().hasSuffix("raven 1")
    }
  }
}
