import PredicateDocuments
import PredicateSyntax

/// Checks the predicates in files: in a property list, YAML, JSON, XML, a shell script or a source, or one per line.
///
/// ```swift
/// let check = FileCheck(try .named("munki"))
/// let result = check.result(of: bytes, named: "manifests/lab")
/// result.predicateCount  // 3
/// result.findings        // errors and notes, with file, line and column
/// ```
public struct FileCheck: Sendable {
  /// The result for one file.
  public struct Result: Sendable {
    /// Errors and notes in the order of the file.
    public internal(set) var findings: [CheckFinding]
    /// The number of predicates in the file whose text is known.
    public let predicateCount: Int
    /// Whether the profile has places in files of this kind.
    public let hasPlaces: Bool
    /// Whether the file cannot be read.
    public internal(set) var isUnreadable: Bool
    /// The number of predicates in the file, by profile.
    public internal(set) var profiles: [String: Int] = [:]
    /// The predicates by the offsets of their first bytes.
    var texts: [UInt32: String] = [:]
  }

  private let check: ProfileCheck
  /// The check of formats in sources: the program passes arguments.
  private let sourceCheck: ProfileCheck
  /// The check of formats in sources that set variables of predicates.
  private let templateCheck: ProfileCheck
  /// The check of formats that a program evaluates with its own object: the consumer's keys do not apply.
  private let objectCheck: ProfileCheck
  /// The check of formats in sources that use a map library, which adds functions.
  private let mapCheck: ProfileCheck
  /// The check of formats that are evaluated in memory: only the names of the consumer's keys count (``NearNames``).
  private let namesCheck: ProfileCheck
  /// The check of Realm's queries in JavaScript, which support more than predicates in Swift.
  private let queryCheck: ProfileCheck
  /// The check of predicates in a recipe: a program replaces names in percent signs.
  private let recipeCheck: ProfileCheck
  private let finder: PredicateFinder
  private let recognizes: Bool
  private let search: WordSearch
  /// Whether findings have edits that fix them. Each file with such a finding is then read again a few times.
  public var offersEdits = false

  /// The greatest number of bytes in a file that is read.
  public static let sizeLimit = DocumentLimits.size

  /// A check by a profile, at the profile's places or at the given ones (``PredicateFinder``).
  ///
  /// - Parameter recognizes: Whether the files may belong to any consumer, like the files of a folder. Then predicates of other consumers are left
  ///   out, and an unreadable file is a finding only if it contains the keys of a place.
  public init(_ profile: UseProfile, at places: [String] = [], recognizes: Bool = false) {
    self.recognizes = recognizes
    check = ProfileCheck(profile)
    var source = profile
    source.takesArguments = true
    templateCheck = ProfileCheck(source)
    source.setsVariables = false
    sourceCheck = ProfileCheck(source)
    var map = source
    map.syntax.append(.mapFunctions)
    mapCheck = ProfileCheck(map)
    namesCheck = ProfileCheck(NearNames.profile(of: source))
    source.keys = [:]
    source.unknownKeys = .unnoted
    objectCheck = ProfileCheck(source)
    var query = source
    query.rules = []
    query.functions = nil
    queryCheck = ProfileCheck(query)
    var recipe = profile
    recipe.syntax.append(.percentNames)
    recipeCheck = ProfileCheck(recipe)
    finder = PredicateFinder(profile, at: places)
    search = WordSearch(recognizes ? finder.searched : [])
  }

  /// The findings in a file. An unreadable file is a finding, too: `unreadable-file`.
  ///
  /// - Parameter files: The other files of the checkout, for facts that the file takes from them.
  public func result(of bytes: [UInt8], named name: String, among files: CheckoutFiles? = nil) -> Result {
    result(of: CheckedFile(bytes, named: name, among: files), except: [])
  }

  /// The words that a file must contain to have a predicate of the profile.
  var searched: Set<String> { finder.searched }
  func mayHold(_ found: Set<String>) -> Bool { finder.mayHold(found) }

  /// The findings in a file, without the predicates whose first byte's offset is in `taken`.
  func result(of file: CheckedFile, except taken: Set<UInt32>) -> Result {
    var finder = finder
    if recognizes {
      let words = file.words ?? search.words(in: file.bytes)
      finder = finder.recognizing(words, named: file.name)
      guard finder.hasPlaces(in: file.kind) else {
        return Result(findings: [], predicateCount: 0, hasPlaces: false, isUnreadable: false)
      }
    }
    do throws(DocumentIssue) {
      guard file.size <= Self.sizeLimit else { throw DocumentIssue.tooLarge }
      let all = try finder.predicates(
        in: file.bytes, kind: file.kind, around: file.surroundings, document: file.document)
      return result(of: file, all, except: taken, finder)
    } catch {
      return result(ofUnreadable: file, error, except: taken, finder)
    }
  }

  /// The result for a file with some predicates.
  private func result(
    of file: CheckedFile, _ all: [FoundPredicate], except taken: Set<UInt32>, _ finder: PredicateFinder
  ) -> Result {
    let predicates = all.filter { !taken.contains($0.start) }
    let hasPlaces = finder.hasPlaces(in: file.kind)
    if predicates.isEmpty {
      return Result(findings: [], predicateCount: 0, hasPlaces: hasPlaces, isUnreadable: false)
    }
    // A predicate whose text is unknown was not checked.
    let isOfChains = check.profile.syntax.contains(.classChain)
    let count = predicates.count {
      // A class chain without a predicate is checked, but it is no predicate.
      $0.isRead && !(isOfChains && ClassChain.predicates(in: $0.text.text)?.isEmpty ?? false)
    }
    var result = Result(
      findings: findings(in: all, except: taken, file, finder), predicateCount: count, hasPlaces: hasPlaces,
      isUnreadable: false, profiles: count > 0 ? [check.profile.name: count] : [:])
    for predicate in predicates { result.texts[predicate.start] = predicate.text.text }
    return result
  }

  /// The result for a file that cannot be read. A YAML file whose texts have quotes that are not escaped is still searched for predicates.
  private func result(
    ofUnreadable file: CheckedFile, _ error: DocumentIssue, except taken: Set<UInt32>, _ finder: PredicateFinder
  ) -> Result {
    if recognizes, !finder.expectsPredicates(in: file.bytes) {
      return Result(findings: [], predicateCount: 0, hasPlaces: true, isUnreadable: false)
    }
    let mended = mended(file, finder)
    let error = mended?.flaw ?? error
    let issue = PredicateIssue.unreadable(error)
    let place = SourceRange(error.offset, error.offset)
    let unreadable = finding(issue, place, nil, issue.message, file.name, FileLines(file.bytes, around: error.offset))
    var result =
      mended.map { self.result(of: file, $0.predicates, except: taken, finder) }
      ?? Result(findings: [], predicateCount: 0, hasPlaces: true, isUnreadable: true)
    result.findings = [unreadable] + result.findings
    result.isUnreadable = true
    return result
  }

  /// The predicates of a YAML file whose texts have quotes that are not escaped, and the issue about these quotes. Nil for another file.
  private func mended(
    _ file: CheckedFile, _ finder: PredicateFinder
  ) -> (predicates: [FoundPredicate], flaw: DocumentIssue)? {
    guard file.kind == .yaml, file.size <= Self.sizeLimit else { return nil }
    do throws(DocumentIssue) {
      let (node, flaw) = try YAMLDocument.readMended(file.bytes)
      guard let flaw else { return nil }
      let found = try finder.predicates(
        in: file.bytes, kind: file.kind, around: file.surroundings, document: .success(node))
      return (found, flaw)
    } catch {
      // The file has another mistake, which the caller reports.
      return nil
    }
  }

  /// The predicates of a file in their order.
  ///
  /// - Parameter findsMissing: Whether a missing value of YAML counts as an empty predicate.
  /// - Throws: ``DocumentIssue`` if the file cannot be read.
  package func predicates(
    in bytes: [UInt8], kind: FileKind, findsMissing: Bool = false
  ) throws(DocumentIssue) -> [FoundPredicate] {
    var finder = finder
    finder.findsMissing = findsMissing
    return try finder.predicates(in: bytes, kind: kind)
  }

  /// The issues of one found predicate. The ranges are offsets in its text.
  package func issues(in predicate: FoundPredicate) -> [PredicateIssue] {
    if predicate.isMadeAtRunTime { return predicate.spoilt }
    let check = check(of: predicate)
    let known = predicate.text.text.utf8.count
    let predicate = Self.completed(predicate, by: check)
    let unknown = UnknownParts(predicate.text.text, at: predicate.unknown)
    let text = unknown.text
    var found = unknown.certain(
      predicate.form == .condition ? check.issues(in: text, inputs: predicate.inputs) : check.issues(inValue: text),
      by: check)
    if text.utf8.count > known {
      found = found.filter {
        $0.severity == .error && !UnknownParts.isOfLogic($0) && ($0.range?.upperBound).map { Int($0) <= known } ?? false
      }
    } else if let start = predicate.unknown.map(\.lowerBound).min(), predicate.form == .condition, !check.reads(text) {
      // The complete conditions before the first unknown part.
      let head = String(decoding: text.utf8.prefix(start), as: UTF8.self)
      let before = check.issuesBeforeError(in: head).filter { $0.severity == .error && !UnknownParts.isOfLogic($0) }
      found = (before + found).inTextOrder()
    }
    // The note about the number of arguments is left out for a format that cannot be read.
    let isRead = !found.contains { $0.severity == .error }
    let spoilt = predicate.spoilt.filter {
      isRead || $0.severity == .error || $0.code != CheckCode.argumentCount.rawValue
    }
    return spoilt
      + found.filter {
        !isSpoilt($0, spoilt) && !tellsOfReplaced($0, predicate) && !tellsOfStore($0, predicate)
          && !(predicate.syntax.contains(.namesOnly) && NearNames.isDoubtful($0, in: text, among: found))
      }.map {
        swallowed($0, predicate)
      }
  }

  /// The predicate with a value for the text that the program appends, if the known text cannot be read alone: `name == _` for `"name == " + name`.
  /// The value may need a quote and brackets after it. The predicate itself if no such value makes it readable.
  private static func completed(_ predicate: FoundPredicate, by check: ProfileCheck) -> FoundPredicate {
    let text = predicate.text.text
    let bytes = Array(text.utf8)
    guard predicate.form == .condition, predicate.replaced.contains(bytes.count..<bytes.count), !check.reads(text)
    else {
      return predicate
    }
    let quote = TextQuotes.open(in: text).map { String(decoding: [$0], as: UTF8.self) }
    let brackets = String(repeating: ")", count: max(TextQuotes.depth(of: bytes[...]), 0))
    let values = quote.map { ["_\($0)"] } ?? ["_", " _", " == _", ""]
    let end = values.map { $0 + brackets }.first { check.reads(text + $0) }
    return end.map(predicate.appending) ?? predicate
  }

  /// The issues of the complete conditions before a syntax error.
  package func issuesBeforeError(in predicate: FoundPredicate) -> [PredicateIssue] {
    if predicate.isMadeAtRunTime || predicate.form != .condition || !predicate.unknown.isEmpty { return [] }
    return check(of: predicate).issuesBeforeError(in: predicate.text.text).filter { !tellsOfReplaced($0, predicate) }
  }

  private func check(of predicate: FoundPredicate) -> ProfileCheck {
    if predicate.isOfOtherObject { return objectCheck }
    if predicate.syntax.contains(.mapFunctions) { return mapCheck }
    if predicate.syntax.contains(.namesOnly) { return namesCheck }
    if predicate.syntax.contains(.realmQuery) { return queryCheck }
    if predicate.takesArguments { return predicate.setsVariables ? templateCheck : sourceCheck }
    return predicate.hasPercentNames ? recipeCheck : check
  }

  /// Whether the arguments of the call already show that a placeholder is in quotes.
  private func isSpoilt(_ issue: PredicateIssue, _ spoilt: [PredicateIssue]) -> Bool {
    issue.has(.quotedSpecifier) && spoilt.contains { $0.has(.quotedSpecifier) && $0.range == issue.range }
  }

  /// Whether an issue is about a constant that the script or the program replaces: `machine_type == "$TYPE"`.
  private func tellsOfReplaced(_ issue: PredicateIssue, _ predicate: FoundPredicate) -> Bool {
    if issue.has(.matchesPart) { return !predicate.replaced.isEmpty }
    guard let range = issue.range,
      issue.kind == .domain || issue.kind == .type || issue.has(.quotedSpecifier) || issue.has(.plainLike)
    else {
      return false
    }
    return predicate.replaced.contains {
      $0.lowerBound < Int(range.upperBound) && $0.upperBound > Int(range.lowerBound)
    }
  }

  /// Whether an issue applies only to predicates that a store runs, but no store runs this one: the store refuses or misreads a construct, or its
  /// model lacks a name.
  private func tellsOfStore(_ issue: PredicateIssue, _ predicate: FoundPredicate) -> Bool {
    !predicate.isOfFetch
      && (issue.code.hasPrefix("misread-") || issue.code.hasPrefix("refused-")
        || issue.has(.unknownKey) && check.profile.unknownKeys == .near)
  }

  /// Whether an issue is about an unknown name that a site may define. A page may explain exactly this name.
  private static func isOfSite(_ issue: PredicateIssue) -> Bool {
    issue.has(.unknownKey) && issue.severity == .note && issue.suggestion == nil
  }

  /// Whether an issue is about an attribute of an application's own index of Spotlight. The application chooses the attributes, such as `title`.
  private func isOfOwnIndex(_ issue: PredicateIssue, _ predicate: FoundPredicate, _ file: CheckedFile) -> Bool {
    guard issue.has(.unknownKey), issue.severity == .note, check.profile.syntax.contains(.spotlight),
      file.bytes.holds("CSSearchQuery".utf8), let range = issue.range
    else { return false }
    let name = predicate.text.text.utf8.prefix(Int(range.upperBound)).dropFirst(Int(range.lowerBound))
    return !String(decoding: Array(name), as: UTF8.self).uppercased().contains("MD")
  }

  /// Replaces an issue by its cause in the surrounding file: the file consumes one backslash of each pair, or the shell consumes quotes.
  private func swallowed(_ issue: PredicateIssue, _ predicate: FoundPredicate) -> PredicateIssue {
    guard let range = issue.range else { return issue }
    let lower = Int(range.lowerBound)
    if issue.has(.unknownEscape), predicate.text.isEscaped(at: lower) {
      return .found(
        .escapeSwallowed, PatternEscape.isClass(at: lower, in: predicate.text.text) ? .error : .note, range,
        "the file format removes one backslash of each pair, and the predicate removes the other one",
        hint: "write four backslashes for one backslash in the pattern")
    }
    if issue.has(.unquotedWord), predicate.lostQuotes.contains(lower) {
      return .found(
        .escapeSwallowed, .error, range, "the shell removes these double quotes, so the word is a key, not a text",
        hint: "write the predicate in single quotes, or \\\" for each quote in it")
    }
    return issue
  }

  /// The codes whose edits let a predicate match more records.
  private static let findsMore = [CheckCode.caseSensitive.rawValue, CheckCode.accentSensitive.rawValue]

  private func findings(
    in predicates: [FoundPredicate], except taken: Set<UInt32>, _ file: CheckedFile, _ finder: PredicateFinder
  ) -> [CheckFinding] {
    let issues = predicates.map { predicate -> [PredicateIssue] in
      if taken.contains(predicate.start) { return [] }
      let found = self.issues(in: predicate)
      // A page may also call a doubtful text wrong. An unknown name is never meant, because the predicate can still be parsed.
      let mayBeMeant = found.contains { !$0.has(.unknownKey) && (predicate.isOnPage || $0.severity == .error) }
      if mayBeMeant, file.isExpectedToFail(predicate) { return found.filter { $0.has(.unknownKey) } }
      return found.filter {
        !(predicate.isOnPage && Self.isOfSite($0)) && !isOfOwnIndex($0, predicate, file)
      }
    }
    if issues.allSatisfy(\.isEmpty) { return [] }
    let lines = FileLines(file.bytes)
    let ignored = IgnoreComments(file.bytes)
    var found: [CheckFinding] = []
    var changes: [(finding: Int, change: PredicateChange)] = []
    // The findings that stand for others of the same code in the predicate, with the number of the others.
    var others: [Int: Int] = [:]
    for (number, predicate) in predicates.enumerated() {
      var first: [String: Int] = [:]
      for (finding, issue) in zip(findings(issues[number], in: predicate, file, lines), issues[number]) {
        if ignored.cover(finding.code, line: finding.line, of: predicate) { continue }
        // The name of each unknown key is a fact of its own.
        let isRepeated = finding.severity == .note && finding.code != CheckCode.unknownKey.rawValue
        if isRepeated || finding.code == CheckCode.escapeSwallowed.rawValue {
          if let first = first[finding.code] {
            others[first, default: 0] += 1
            continue
          }
          first[finding.code] = found.count
        }
        var finding = finding
        finding.hint = ignored.hint(line: finding.line, of: predicate, after: finding.hint)
        if let replacement = issue.replacement, !predicate.isEncoded, !predicate.standsForValue(in: replacement.range) {
          let change = PredicateChange(
            predicate: number, range: replacement.range, text: replacement.text,
            isGuess: issue.suggestion != nil || Self.findsMore.contains(issue.code))
          changes.append((found.count, change))
        }
        found.append(finding)
      }
    }
    for (index, count) in others { found[index].message += " (and \(count) more in this predicate)" }
    guard offersEdits, !changes.isEmpty, file.takesEdits else { return found }
    let edits = PredicateEdits(file.bytes, predicates) { bytes in
      do throws(DocumentIssue) {
        return try finder.predicates(in: bytes, kind: file.kind, around: file.surroundings).map(\.text.text)
      } catch {
        return nil
      }
    }
    for ((number, change), form) in zip(changes, edits.forms(changes.map(\.change))) {
      let predicate = predicates[change.predicate]
      guard let form else { continue }
      let (text, written) = form.of(change.text)
      let meant = PredicateIssue.Replacement(text: text, range: change.range).applied(to: predicate.text.text)
      guard let meant else { continue }
      let range = edits.place(of: change)
      let start = lines.position(range.lowerBound)
      let end = lines.position(range.upperBound)
      found[number].edit = FileEdit(
        line: start.line, column: start.column, endLine: end.line, endColumn: end.column, text: written, range: range,
        predicate: predicate.start, result: meant, isGuess: change.isGuess)
    }
    return found
  }

  private func findings(
    _ issues: [PredicateIssue], in predicate: FoundPredicate, _ file: CheckedFile, _ lines: FileLines
  ) -> [CheckFinding] {
    // Findings in a binary file have positions in the predicate, because such a file has no lines. A Base64 text is shown decoded.
    let isBinary = file.kind == .binaryPropertyList
    let own = !issues.isEmpty && (isBinary || predicate.isEncoded) ? FileLines(Array(predicate.text.text.utf8)) : nil
    let lines = isBinary ? own ?? lines : lines
    return issues.map { issue in
      let range = issue.range ?? SourceRange(0, predicate.text.text.utf8.count)
      let place = isBinary ? range : predicate.text.place(of: range)
      return finding(issue, place, predicate.path, predicate.text.text, file.name, lines, own?.excerpt(range))
    }
  }

  private func finding(
    _ issue: PredicateIssue, _ range: SourceRange, _ path: String?, _ predicate: String, _ name: String,
    _ lines: FileLines, _ shown: (text: String, place: SourceRange)? = nil
  ) -> CheckFinding {
    let range = range.isNone ? SourceRange(0, 0) : range
    let start = lines.position(Int(range.lowerBound))
    let end = lines.position(Int(range.upperBound))
    let (excerpt, place) = shown ?? lines.excerpt(range)
    return CheckFinding(
      file: name, line: start.line, column: start.column, endLine: end.line, endColumn: end.column,
      severity: issue.severity, code: issue.code, message: issue.message, hint: issue.hint,
      profile: check.profile.name, path: path, predicate: predicate,
      excerpt: excerpt, place: place)
  }
}
