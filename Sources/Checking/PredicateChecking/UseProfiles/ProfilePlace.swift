import PredicateModel
import PredicateSyntax

/// A place in files where a consumer has its predicates.
public struct ProfilePlace: Sendable, Hashable {
  /// The kinds of files.
  public enum Kind: String, Sendable, Hashable, Decodable {
    /// A property list, JSON or YAML: ``ProfilePlace/at`` is a path of keys.
    case document
    /// XML: an element and its attribute.
    case xml
    /// A shell script: a command and its option.
    case shell
    /// A source in Swift: an initialiser.
    case swift
    /// A source in Objective-C: a part of a selector.
    case objectiveC = "objective-c"
    /// A source in another language: a name, an option or a prefix before the predicate's literal.
    case code
    /// A statement in SQL, in a file or in a text of another file: a column of a table, `SELECT query FROM mdfind`.
    case sql
    /// A page: a text that is nothing but a predicate, in a block or in inline code. The place is a part of its first key, or a term.
    case page
    /// A file with one predicate per line.
    case line
  }

  /// The kind of file.
  public var kind: Kind
  /// The place in the file: `conditional_items[].condition`, `NSPredicate(format:)`.
  public var at: String
  /// Keys of an object around the predicate, with the texts that they must have.
  public var conditions: [String: String]
  /// Keys of the consumer's objects. If a folder is checked, the object with the predicate must have one of them, or an object around it must have one
  /// that is not in ``at``. A predicate that compares a key of the profile needs none of them. Empty if any object may have the predicate.
  public var with: [String]
  /// Words of the consumer: `XCUI`, `OSLogStore`. The file or its path must contain at least one of them. Empty if the place may be in any file.
  public var beside: [String]
  /// Words of the consumer. The file or its path must contain one of them and one of ``beside``. Empty if ``beside`` is enough.
  public var alsoBeside: [String]
  /// Words of other consumers. If a file contains one of them, its predicates at this place belong to that consumer.
  public var unless: [String]
  /// The calls and properties of a source that take the consumer's predicates, without spaces: `CKQuery(`, `.predicate=`. If a folder is checked, a
  /// format belongs to the consumer only if one of them takes it. Empty if every format of the file belongs to the consumer.
  public var passedTo: [String]
  /// Whether any text may be at the place. Then a text is a predicate of the consumer only if it has a key of the profile.
  public var isKeyed: Bool
  /// The additions to the language that the consumer has at this place only.
  public var syntax: [ConsumerSyntax]
  /// The name of the source that documents the place.
  public var source: String
  /// A description of the place, in a sentence.
  public var about: String?
}

extension ProfilePlace {
  /// The keys of ``with`` that are not in ``at``.
  var keysBeside: Set<String> {
    Set(with).subtracting(at.split { ".[]*".utf8.contains($0.utf8.first ?? 0) }.map(String.init))
  }
}

extension ProfilePlace: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case `in`, at, `where`, with, beside, alsoBeside, unless, passedTo, isKeyed, syntax, source, about
  }

  /// Reads the JSON object of a place.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    kind = try container[.in]
    at = try container[.at]
    conditions = try container[.where, usual: [:]]
    with = try container[.with, usual: []]
    beside = try container[.beside, usual: []]
    alsoBeside = try container[.alsoBeside, usual: []]
    unless = try container[.unless, usual: []]
    passedTo = try container[.passedTo, usual: []]
    isKeyed = try container[.isKeyed, usual: false]
    syntax = try container[.syntax, usual: []]
    source = try container[.source]
    about = try container[ifPresent: .about]
  }
}

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
