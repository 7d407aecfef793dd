import PredicateDocuments
import PredicateSyntax

/// Finds the predicates of a file at the places of a profile.
public struct PredicateFinder: Sendable {
  private(set) var profile: UseProfile
  private let places: [String]
  /// Whether a missing value of YAML counts as an empty predicate, for editors.
  package var findsMissing = false
  /// Whether a text at a place that any text may have must contain a key of the profile.
  private(set) var recognizesKeys = false
  /// The path of the file; empty if the caller named the profile.
  private(set) var path = ""
  /// Whether the file has words of statements in SQL with predicates.
  private var readsStatements = false
  /// One word from each place. A text without any of the words has no predicate.
  private let words: Set<String>

  /// A finder for the places of a profile, or for the given places: `conditional_items[].condition` in a document, `element@attribute` in XML,
  /// `command --option` in a shell script, `NSPredicate(format:)` and `predicateWithFormat:` in sources. In other languages a place is the code
  /// before the literal.
  public init(_ profile: UseProfile, at places: [String] = []) {
    self.profile = profile
    self.places = places
    words = Set(
      (places.isEmpty ? profile.places.filter { $0.kind != .line }.map(\.at) : places).flatMap { place in
        let word = place.split { !NameByte.isPart($0.utf8.first ?? 0) && $0 != "-" }.last {
          $0 != "format" && $0 != "_"
        }
        // A mark is searched for as a whole: `status` alone is in many files.
        if place.hasPrefix("@") { return [place] }
        // `.init(format:` is searched for, too: a file may omit the name of the type.
        return (word.map { [String($0)] } ?? []) + (place.hasSuffix("(format:)") ? [".init(format:"] : [])
          + (place == SwiftResults.place ? SwiftResults.words + ["redicate(format:"] : [])
      })
  }

  /// The predicates of a file in their order, each of them once. Embedded files are searched, too: scripts in a property list, declarations in a
  /// here-document, blocks of Markdown. Offsets count bytes of UTF-8, also for a file in UTF-16.
  ///
  /// - Throws: ``DocumentIssue`` if the file cannot be read.
  public func predicates(in bytes: [UInt8], kind: FileKind) throws(DocumentIssue) -> [FoundPredicate] {
    try DocumentLimits.require(bytes)
    return try predicates(in: FileText.utf8(bytes), kind: kind, around: nil, document: nil)
  }

  /// The predicates of a file in UTF-8, with facts from the other files of the checkout.
  ///
  /// - Parameter document: The value of the file, if it was already read.
  func predicates(
    in bytes: [UInt8], kind: FileKind, around surroundings: Surroundings?,
    document: Result<DocumentNode?, DocumentIssue>? = nil
  ) throws(DocumentIssue) -> [FoundPredicate] {
    var finder = self
    finder.readsStatements = !names(.sql).isEmpty && SQLStatements.mayBe(in: bytes)
    let found = try finder.found(in: bytes, kind, depth: 0, surroundings, document)
    // Duplicates are removed: a YAML alias repeats one text at several paths, and several calls may use one literal.
    var seen: [UInt32: Int] = [:]
    var single: [FoundPredicate] = []
    for predicate in found {
      if !predicate.text.text.isEmpty {
        if let first = seen[predicate.start] {
          single[first].add(predicate)
          continue
        }
        seen[predicate.start] = single.count
      }
      single.append(predicate)
    }
    return single.map { ($0, $0.text.text.isEmpty ? 0 : $0.start) }.sorted { $0.1 < $1.1 }.map(\.0.withoutTemplates)
  }

  private func found(
    in bytes: [UInt8], _ kind: FileKind, depth: Int, _ surroundings: Surroundings? = nil,
    _ read: Result<DocumentNode?, DocumentIssue>? = nil
  ) throws(DocumentIssue) -> [FoundPredicate] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw DocumentIssue("the file cannot be read, because it is UTF-32 and must be UTF-8 or UTF-16", at: 0)
    }
    switch kind {
    case .xmlPropertyList, .binaryPropertyList, .json, .commentedJSON, .yaml:
      let value: DocumentNode?
      if let read { value = try read.get() } else { value = try kind.document(of: bytes) }
      guard let document = value else { return [] }
      return try find(in: document, surroundings) + embedded(in: document, depth: depth)
    case .xml:
      let conditions = places.isEmpty ? profile.places.filter { $0.kind == .xml } : []
      let attributes = try XMLPredicates.find(
        in: bytes, at: names(.xml), where: Dictionary(conditions.map { ($0.at, $0.conditions) }) { first, _ in first })
      return attributes + embedded(try XMLPredicates.texts(in: bytes), depth: depth)
    case .shell:
      let formats = names(.code).filter { $0.hasPrefix("predicateWithFormat") && bytes.holds($0.utf8) }
      return ShellPredicates.find(in: bytes, at: names(.shell), profile: profile) + embedded(inScript: bytes, depth)
        + CodeSource.find(in: bytes, at: formats, language: .appleScript, profile: profile)
        + comments(in: bytes, kind, depth)
    case .swift:
      let found = SwiftSource.find(in: bytes, at: names(.swift), options: names(.code), profile: profile) {
        surroundings?.constant($0)
      }
      let own = (own(found, .swift, in: bytes) + results(in: bytes, surroundings)).map(\.withoutSpecifiers)
      return own + (readsDocuments ? embedded(SwiftSource.documents(in: bytes), depth) : [])
        + comments(in: bytes, kind, depth)
    case .objectiveC:
      let found = ObjectiveCSource.find(in: bytes, at: names(.objectiveC), options: names(.code)) {
        surroundings?.constant($0)
      }
      return own(found, .objectiveC, in: bytes).map(\.withoutSpecifiers) + comments(in: bytes, kind, depth)
    case .code(let language):
      let documents = readsDocuments ? CodeSource.documents(in: bytes, language, profile) : []
      let script =
        language == .terraform
        ? ShellPredicates.find(in: bytes, at: names(.shell), profile: profile) + embedded(inScript: bytes, depth) : []
      return (code(in: bytes, language) + embedded(documents, depth) + script).map(\.withoutSpecifiers)
        + comments(in: bytes, kind, depth)
    case .markdown:
      // In a folder, blocks with a predicate per line are left out, because they may belong to any consumer.
      let (files, texts) = MarkdownBlocks.files(in: bytes)
      let blocks = files.filter { !recognizesKeys || $0.kind != .lines }
      let pages = PageTexts(profile)
      // A page may show the format of a program.
      return (embedded(blocks, depth: depth) + texts.flatMap { pages.predicates(in: $0).map { FoundPredicate($0) } })
        .map(\.withoutSpecifiers.withoutElisions.onPage)
    case .sql:
      let isOfSpotlight = profile.syntax.contains(.spotlight)
      return SQLStatements.predicates(in: MappedText(bytes[...]), at: names(.sql)).filter {
        !$0.isBlank && (!isOfSpotlight || ShellPredicates.isQuery($0.text))
      }.map { FoundPredicate($0) }
    case .lines: return lines(bytes)
    case .other: return places.contains("line") ? lines(bytes) : []
    }
  }

  /// The predicates in documentation comments of a source or a script.
  private func comments(in bytes: [UInt8], _ kind: FileKind, _ depth: Int) -> [FoundPredicate] {
    embedded(DocumentationComments.files(in: bytes, kind), depth: depth)
  }

  /// The greatest nesting of embedded files.
  private static let depthLimit = 3

  /// The predicates of embedded files.
  ///
  /// A text that cannot be read has no predicates, although it begins like a file: a script may write a property list in pieces, and a page may show
  /// an excerpt.
  private func embedded(_ files: [EmbeddedFile], depth: Int) -> [FoundPredicate] {
    guard depth < Self.depthLimit else { return [] }
    return files.flatMap { file -> [FoundPredicate] in
      guard mayHold(file.text.text) || file.kind == .lines else { return [] }
      do throws(DocumentIssue) {
        return try found(in: Array(file.text.text.utf8), file.kind, depth: depth + 1).map {
          $0.placed(in: file.text, at: file.path, isEncoded: file.isEncoded)
        }
      } catch {
        return []
      }
    }
  }

  /// Whether the profile has places in the documents that a source may hold as literals: declarations and Core Data models.
  private var readsDocuments: Bool {
    readsStatements
      || ["Predicate", "predicate", "predicateString", "condition", "NSExtensionActivationRule"].contains(
        where: words.contains)
  }

  /// The predicates of the literals of a source that are documents. The program may insert values.
  private func embedded(_ literals: [SourceLiteral], _ depth: Int) -> [FoundPredicate] {
    literals.flatMap { literal -> [FoundPredicate] in
      // A part of a model may begin without a declaration of XML.
      let script =
        literal.text.text.contains(DocumentLiterals.appleScript) ? EmbeddedFile(literal.text, .shell, nil) : nil
      let file =
        script ?? EmbeddedFile(literal.text, path: nil) ?? statement(literal.text)
        ?? PropertyListExcerpt.file(literal.text) ?? EmbeddedFile(literal.text, .xml, nil)
      return embedded([file], depth: depth).map {
        literal.interpolations.isEmpty ? $0 : $0.withReplaced(literal.interpolations.map(\.place))
      }
    }
  }

  /// A text that has a statement in SQL with predicates; nil for another text.
  private func statement(_ text: MappedText, _ path: String? = nil) -> EmbeddedFile? {
    readsStatements && SQLStatements.occur(in: text.text) ? EmbeddedFile(text, .sql, path) : nil
  }

  /// The files in a text of a document. A text with a statement may also be a script that has other predicates.
  private func files(_ text: MappedText, _ path: String, _ commands: [String]) -> [EmbeddedFile] {
    if let file = EmbeddedFile(text, path: path) { return [file] }
    let statement = statement(text, path)
    if let statement, SQLStatements.begin(text.text) { return [statement] }
    let isScript = Self.isCommandText(text.text) && ShellPredicates.isCommand(text.text, of: commands)
    return (isScript ? [EmbeddedFile(text, .shell, path)] : []) + (statement.map { [$0] } ?? [])
  }

  private func embedded(in document: DocumentNode, depth: Int) throws(DocumentIssue) -> [FoundPredicate] {
    let all = try DocumentTexts(document)
    let commands = names(.shell)
    // A text of a file with locators: `-ios predicate string:name == "login"`. Any text may follow `predicate=`, so it must compare a key.
    let prefixes = names(.code).filter { $0.hasSuffix(":") || $0.hasSuffix("=") }
    let consumer = ConsumerWords(profile)
    let marked = all.texts.compactMap { path, text -> FoundPredicate? in
      guard let prefix = prefixes.first(where: text.text.hasPrefix) else { return nil }
      let rest = text.dropFirst(prefix.utf8.count)
      return prefix.hasSuffix(":") || consumer.stand(in: rest.text)
        ? predicate(rest, path: path, ofStrategy: prefix) : nil
    }
    let words = all.lists.flatMap { list in
      ShellPredicates.find(inWords: list.words, at: commands, profile: profile).map { $0.at(list.path) }
    }
    let files = all.texts.flatMap { path, text in self.files(text, path, commands) }
    return marked + words + embedded(files, depth: depth)
  }

  /// Whether a text with the option `--predicate` can be a command. A text for people may name one: “log show --predicate is slow”.
  private static func isCommandText(_ text: String) -> Bool {
    guard let option = text.firstRange(of: "--predicate"), !text.contains("\n") else { return true }
    if ShellPredicates.hasQuotedPredicate(in: text) || text.contains("==") { return true }
    // A predicate without quotes: --predicate subsystem=x, --predicate process\ CONTAINS\ \"x\"
    let word = text[option.upperBound...].drop { " =".contains($0) }.prefix { $0 != " " }
    return word.first.map { $0.isLetter || $0 == "(" } ?? false && word.contains { "=<>\\".contains($0) }
  }

  private func embedded(inScript bytes: [UInt8], _ depth: Int) -> [FoundPredicate] {
    let (commands, hereDocuments) = ShellScript.read(bytes)
    let texts = hereDocuments.map { $0.text(in: bytes) } + commands.flatMap { $0.words.map(\.text) }
    return embedded(
      texts.compactMap { EmbeddedFile($0, path: nil) ?? statement($0) ?? PropertyListExcerpt.file($0) }, depth: depth)
  }

  /// The finder for one file of a folder. It searches only the places that the words and the path of the file make likely, and leaves out texts of
  /// other consumers.
  ///
  /// ```swift
  /// // NSPredicate(format:) of the unified log, only in a file with OSLogStore
  /// PredicateFinder(try .named("oslog")).recognizing(["NSPredicate"], named: "Sources/Film.swift")
  /// ```
  func recognizing(_ found: Set<String>, named name: String) -> PredicateFinder {
    guard places.isEmpty else { return self }
    var finder = self
    finder.recognizesKeys = true
    finder.path = name
    let name = Array(name.utf8)
    func holds(_ word: String) -> Bool { found.contains(word) || name.holds(word.utf8) }
    finder.profile.places = profile.places.filter { place in
      (place.beside.isEmpty || place.beside.contains(where: holds))
        && (place.alsoBeside.isEmpty || place.alsoBeside.contains(where: holds)) && !place.unless.contains(where: holds)
    }
    return finder
  }

  /// The first characters of a property list and of an XML declaration in Base64.
  private static let encodedStarts: Set<String> = ["PD94bWw", "PHBsaXN0"]
  /// The words that show whether a file may have a predicate.
  var searched: Set<String> {
    words.union(profile.claimedBy).union(Self.encodedStarts).union(["<model", "<fetchRequest"])
      .union(profile.places.flatMap { $0.beside + $0.alsoBeside + $0.unless })
  }

  /// Whether a file may have a predicate of the profile, given which of the searched words it contains: a word of a place, or the beginning of a
  /// Base64 document.
  func mayHold(_ found: Set<String>) -> Bool {
    (profile.claimedBy.isEmpty || !found.isDisjoint(with: profile.claimedBy) || found.contains("<model")
      || found.contains("<fetchRequest"))
      && (!found.isDisjoint(with: words) || !found.isDisjoint(with: Self.encodedStarts))
  }

  /// Whether an unreadable file is likely to have a predicate at one of the places: it contains the keys of the place.
  func expectsPredicates(in bytes: [UInt8]) -> Bool {
    if !places.isEmpty { return true }
    let text = UnreadText(bytes)
    lazy var comparesKey = text.comparesKey(among: Set(profile.keys.keys))
    return profile.places.contains { place in
      switch place.kind {
      case .document:
        let keys = place.at.split { ".[]*".utf8.contains($0.utf8.first ?? 0) }
        return keys.allSatisfy { text.hasKey(String($0)) }
          && (place.with.isEmpty || place.keysBeside.contains(where: text.hasKey)
            || comparesKey)
          && place.conditions.values.allSatisfy { bytes.holds($0.utf8) }
          && (!place.isKeyed || comparesKey
            || profile.variables.keys.contains { bytes.holds("$\($0).".utf8) })
      case .xml: return XMLPlace(place.at).isNamed(in: text)
      default: return false
      }
    }
  }

  /// Whether a text has a word of the places that comes before every predicate of the profile.
  private func mayHold(_ text: String) -> Bool { words.contains { text.contains($0) } }

  /// Whether the profile has places in files of a kind. Always true if the caller gave the places.
  public func hasPlaces(in kind: FileKind) -> Bool {
    !places.isEmpty || profile.places.contains { kind.places.contains($0.kind) }
  }

  func names(_ kind: ProfilePlace.Kind) -> [String] {
    let names = places.isEmpty ? profile.places.filter { $0.kind == kind }.map(\.at) : places
    return names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
  }

  /// Keeps the formats that the consumer reads, if a file may have formats of several consumers. In a named file, a format that the program evaluates
  /// with its own object also stays, but is checked without the consumer's keys.
  private func own(_ found: [FoundPredicate], _ kind: ProfilePlace.Kind, in bytes: [UInt8]) -> [FoundPredicate] {
    let places = profile.places.filter { $0.kind == kind }
    let hasSyntax = places.map { place in
      let isFound = recognizesKeys || !place.passedTo.isEmpty || place.beside.contains { bytes.holds($0.utf8) }
      return !place.syntax.isEmpty && isFound
    }
    // Also predicateWithSubstitutionVariables: and fetchRequestFromTemplate(withName:substitutionVariables:).
    let setsVariables = bytes.holds("ubstitutionVariables".utf8)
    return found.compactMap { predicate in
      let own = places.indices.filter { predicate.call == nil || places[$0].at == predicate.call }
      let fitting = own.filter {
        places[$0].passedTo.isEmpty || predicate.use?.isPassed(to: places[$0].passedTo) ?? true
      }
      let isPassed = own.isEmpty || !fitting.isEmpty
      if recognizesKeys, !isPassed { return nil }
      var predicate = predicate
      predicate.setsVariables = setsVariables
      predicate.isOfOtherObject = !isPassed && predicate.use?.isInMemory ?? false
      // In a named file, a format that no call takes still gets the syntax of the place, if the place is the only one.
      let syntax = isPassed ? fitting.filter { hasSyntax[$0] } : own.count == 1 ? own : []
      predicate.syntax.formUnion(syntax.flatMap { places[$0].syntax })
      return predicate
    }
  }

  private func find(
    in document: DocumentNode, _ surroundings: Surroundings?
  ) throws(DocumentIssue) -> [FoundPredicate] {
    let words = ConsumerWords(profile)
    let wanted =
      places.isEmpty
      ? profile.places.filter { $0.kind == .document }.map { WantedPlace($0, words, recognizesKeys: recognizesKeys) }
      : places.map { WantedPlace($0) }
    let isRecipe = profile.syntax.contains(.percentNames)
    let inputs = isRecipe || wanted.contains(where: \.isOfRecipe) ? RecipeInputs(document, surroundings) : nil
    var found: [FoundPredicate] = []
    for place in wanted {
      let texts = try PlacePath(place.path).texts(
        in: document, where: place.conditions, with: place.keys, findsMissing: findsMissing)
      for (path, text) in texts {
        // A format with %@ is for NSPredicate, because the consumers of such files pass no arguments.
        let unquoted = TextQuotes.unquoted(text.text)
        let isFormat = ["%@", "%K"].contains(where: unquoted.contains)
        if place.isKeyed, isFormat || !words.stand(in: text.text) { continue }
        guard isRecipe || place.isOfRecipe, var predicate = inputs?.predicate(text, path: path) else {
          found.append(predicate(text, path: path, ofStrategy: place.strategy))
          continue
        }
        if place.isOfRecipe, predicate.text.text.contains("%") { predicate.syntax.insert(.percentNames) }
        found.append(predicate)
      }
    }
    return found
  }

  /// A predicate of a document. A locator's strategy may take a text of another kind.
  private func predicate(_ text: MappedText, path: String, ofStrategy strategy: String?) -> FoundPredicate {
    guard let strategy, let issue = LocatorStrategy.issue(at: strategy, in: text.text, profile) else {
      return FoundPredicate(text, path: path)
    }
    return FoundPredicate(text, path: path, spoilt: [issue], isMadeAtRunTime: true)
  }

  private func lines(_ bytes: [UInt8]) -> [FoundPredicate] {
    var found: [FoundPredicate] = []
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for line in bytes[mark...].split(separator: 0x0A) {
      let text = MappedText(line.last == 0x0D ? line.dropLast() : line)
      if !text.isBlank, !LineComment.isComment(text.text) { found.append(FoundPredicate(text)) }
    }
    return found
  }
}

/// A place of predicates in documents.
private struct WantedPlace {
  let path: String
  var conditions: [String: String] = [:]
  /// The keys that a table around a predicate must have; nil for any table.
  var keys: TableKeys?
  /// Whether a text must compare a key of the profile.
  var isKeyed = false
  /// Whether a program replaces `%NAME%` at the place.
  var isOfRecipe = false

  /// The name of a locator's strategy.
  var strategy: String? { conditions["using"] ?? conditions["strategy"] }

  init(_ path: String) { self.path = path }

  /// A place of a profile. In a folder, `recognizesKeys` is true, because the files may belong to any consumer.
  init(_ place: ProfilePlace, _ words: ConsumerWords, recognizesKeys: Bool) {
    path = place.at
    conditions = place.conditions
    keys = recognizesKeys && !place.with.isEmpty ? TableKeys(of: place, words) : nil
    isKeyed = recognizesKeys && place.isKeyed
    isOfRecipe = place.syntax.contains(.percentNames)
  }
}

/// Comments in files with a predicate per line. A comment begins with `#` and a space, because `#name` is a key.
public enum LineComment {
  /// Whether a line is a comment.
  ///
  /// ```swift
  /// LineComment.isComment("# laptops")    // true
  /// LineComment.isComment("#size > 1")    // false
  /// ```
  public static func isComment(_ line: String) -> Bool {
    let words = line.drop { $0 == " " || $0 == "\t" }
    return words == "#" || words.hasPrefix("# ")
  }
}
