import PredicateDocuments
import PredicateSyntax

/// The predicates in sources that need more than the places of the profile.
extension PredicateFinder {
  /// The formats that properties and functions of a Swift source return.
  func results(in bytes: [UInt8], _ surroundings: Surroundings?) -> [FoundPredicate] {
    guard names(.swift).contains(SwiftResults.place) else { return [] }
    lazy var own = SwiftResults.used(in: bytes)
    return SwiftResults.formats(in: bytes, path: path) { name in
      own.contains(name) || surroundings?.isFormat(name) ?? false
    }.map { FoundPredicate($0.text, takesArguments: true, replaced: $0.interpolations.map(\.range)) }
  }

  /// The predicates of a source in a language other than Apple's. If any text may be at a place, only texts with a key of the profile are predicates.
  func code(in bytes: [UInt8], _ language: CodeLanguage) -> [FoundPredicate] {
    let keyed = Set(profile.places.filter { $0.kind == .code && $0.isKeyed && recognizesKeys }.map(\.at))
    let all = names(.code)
    let placesOfQueries = Set(profile.places.filter { $0.kind == .code && $0.syntax.contains(.realmQuery) }.map(\.at))
    let queried = queries(in: bytes, at: placesOfQueries, language)
    let plain = all.filter {
      !keyed.contains($0) && !placesOfQueries.contains($0)
        && (!MarkedText.isMark($0.utf8) || bytes.holds($0.dropLast().utf8))
    }
    let found = CodeSource.find(in: bytes, at: plain, language: language, profile: profile) + queried
    let named = all.filter { keyed.contains($0) && bytes.holds($0.utf8) }
    if named.isEmpty { return found }
    let words = ConsumerWords(profile)
    return found
      + CodeSource.find(in: bytes, at: named, language: language, profile: profile)
      .filter { words.stand(in: $0.text.text) }
  }

  /// The queries of Realm in JavaScript, without those that have words of Realm's own: `name == $0 SORT(age DESC)`, `id == uuid(…)`.
  private func queries(
    in bytes: [UInt8], at places: Set<String>, _ language: CodeLanguage
  ) -> [FoundPredicate] {
    let places = places.filter { bytes.holds($0.utf8) }.sorted()
    if places.isEmpty || language != .script { return [] }
    return CodeSource.find(in: bytes, at: places, language: language, profile: profile).compactMap { found in
      guard ConsumerWords.compares(found.text.text, isOpen: !found.replaced.isEmpty),
        !RealmQuery.hasOwnWord(found.text.text, profile)
      else { return nil }
      var query = found.withoutNumberedArguments
      query.syntax.insert(.realmQuery)
      return query
    }
  }
}
