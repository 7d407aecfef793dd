import PredicateSyntax

/// A profile as a page of text: what its consumer accepts, and the source of each fact.
public struct ProfilePage: Sendable {
  private let profile: UseProfile

  /// The page of a profile.
  public init(_ profile: UseProfile) { self.profile = profile }

  /// The text of the page.
  ///
  /// ```swift
  /// print(ProfilePage(try .named("munki")).text)
  /// ```
  public var text: String {
    var lines = ["\(profile.name): \(profile.title)", "", profile.about]
    section("Places", profile.places.map { place($0) }, &lines)
    section("Keys", keys(profile.keys), &lines)
    section("Variables", keys(profile.variables, prefix: "$"), &lines)
    for (word, term) in profile.terms.sorted(by: { $0.key < $1.key }) {
      section("@\(word)(…): \(term.about ?? "")", keys(term.keys), &lines, isShownEmpty: true)
    }
    section("Refused", rules(.error), &lines)
    section("Misread", rules(.note), &lines)
    if let functions = profile.functions { section("Functions", functions.only, &lines) }
    section(
      "Words that predicates here do not have",
      profile.foreignWords.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }, &lines)
    section("To know", profile.notes.map { cited($0.about, $0.source) }, &lines)
    section("Not documented", profile.unknown, &lines)
    let sources = profile.sources.sorted { $0.key < $1.key }.map { name, source in
      "\(name): \(source.title), \(source.address)\(source.basis == .read ? "" : " (as others report it)")"
    }
    section("Sources", sources, &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ title: String, _ items: [String], _ lines: inout [String], isShownEmpty: Bool = false) {
    if items.isEmpty, !isShownEmpty { return }
    lines += ["", title] + items.map { "  " + $0 }
  }

  private func cited(_ text: String, _ source: String?) -> String { source.map { "\(text) [\($0)]" } ?? text }

  private func place(_ place: ProfilePlace) -> String {
    let conditions = place.conditions.sorted { $0.key < $1.key }.map { " where \($0.key) is \($0.value)" }.joined()
    return cited("\(place.kind.rawValue): \(place.at)\(conditions)\(place.about.map { "; \($0)" } ?? "")", place.source)
  }

  private func keys(_ keys: [String: ProfileKey], prefix: String = "") -> [String] {
    keys.sorted { $0.key < $1.key }.flatMap { name, key -> [String] in
      let members = key.members.sorted { $0.key < $1.key }.map(\.key)
      let of = key.type == .list ? " of \(key.element?.rawValue ?? "any")" : ""
      var line = "\(prefix)\(name): \(key.type.rawValue)\(of)"
      if !key.values.isEmpty { line += ": " + key.values.map(\.description).joined(separator: ", ") }
      if !key.known.isEmpty { line += ": " + key.known.map(\.description).joined(separator: ", ") + ", …" }
      if !key.words.isEmpty { line += ": " + key.words.keys.sorted().joined(separator: ", ") }
      if !members.isEmpty { line += " with " + members.joined(separator: ", ") }
      if let about = key.about { line += ". " + about }
      if let reason = key.notSearched { line += ". " + reason }
      return [cited(line, key.source)]
    }
  }

  private func rules(_ severity: PredicateIssue.Severity) -> [String] {
    profile.rules.filter { $0.severity == severity }.map { rule in
      cited("\(rule.construct.rawValue): \(rule.message)\(rule.hint.map { "; \($0)" } ?? "")", rule.source)
    }
  }
}
