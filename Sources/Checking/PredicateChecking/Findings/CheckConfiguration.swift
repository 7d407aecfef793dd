import PredicateDocuments
import PredicateSyntax

/// The settings of a folder for its checks, in the file `.predicate.yml`.
///
/// ```yaml
/// profiles: {"pkgsinfo/*": munki}   # the profile of files, by path
/// exclude: [Tests/Fixtures]         # folders and files that are not checked
/// lines: ["formats/*.txt"]          # files that hold a predicate per line
/// disable: [interpolated]           # codes that are not reported
/// errors: [unknown-key]             # codes that are errors, also if they are notes otherwise
/// keys: {munki: {building: text}}   # the site's keys of a profile, with their types
/// ```
public struct CheckConfiguration: Sendable, Hashable {
  /// The profiles of files, by patterns of their paths.
  public private(set) var profiles: [String: String] = [:]
  /// Patterns of paths that are not checked.
  public private(set) var exclude: [String] = []
  /// Patterns of files with a predicate per line.
  public private(set) var lines: [String] = []
  /// Codes that are not reported.
  public private(set) var disable: Set<String> = []
  /// Codes that are errors, also if they are notes otherwise.
  public private(set) var errors: Set<String> = []
  /// The keys that the site adds to profiles, by the profile's name.
  public private(set) var keys: [String: [String: ProfileKey]] = [:]

  /// The name of the file.
  public static let fileName = ".predicate.yml"

  /// The defaults: nothing is changed.
  public init() {}

  /// Reads the file.
  ///
  /// - Throws: ``DocumentIssue`` if it is not YAML, or has an unknown member.
  public init(_ bytes: [UInt8]) throws(DocumentIssue) {
    guard case .table(let members) = try YAMLDocument.read(FileText.utf8(bytes)) else {
      throw DocumentIssue("expected members: \(Self.members)", at: 0)
    }
    for member in members {
      switch member.key {
      case "profiles":
        for entry in try Self.table(member) {
          let name = try Self.text(entry.value, member)
          // A name with a slash or the ending `.json` is the path of a profile file.
          if !name.contains("/"), !name.hasSuffix(".json") { try Self.requireProfile(name, at: entry.value.start) }
          profiles[entry.key] = name
        }
      case "exclude": exclude = try Self.texts(member)
      case "lines": lines = try Self.texts(member)
      case "disable": disable = try Self.codes(member)
      case "errors": errors = try Self.codes(member)
      case "keys":
        for profile in try Self.table(member) {
          try Self.requireProfile(profile.key, at: profile.value.start)
          for key in try Self.table(profile) {
            let word = try Self.text(key.value, profile)
            guard let type = ProfileKey(word: word) else {
              let types = ProfileType.allCases.map(\.rawValue).joined(separator: ", ")
              throw DocumentIssue(
                "“\(word)” is not a type. The types are \(types), and lists such as “list of text”",
                at: key.value.start)
            }
            keys[profile.key, default: [:]][key.key] = type
          }
        }
      default:
        throw DocumentIssue(
          "a configuration cannot have the key “\(member.key)”. The keys are \(Self.members)", at: member.value.start)
      }
    }
  }

  private static let members = "profiles, exclude, lines, disable, errors, keys"

  /// The configuration with paths of profile files relative to another folder.
  package func located(in folder: String) -> CheckConfiguration {
    var configuration = self
    configuration.profiles = profiles.mapValues { name in
      let isFile = name.contains("/") || name.hasSuffix(".json")
      return isFile && !name.hasPrefix("/") ? "\(folder)/\(name)" : name
    }
    return configuration
  }

  /// A profile with the site's keys.
  public func adapted(_ profile: UseProfile) -> UseProfile {
    var profile = profile
    profile.keys.merge(keys[profile.name] ?? [:]) { $1 }
    return profile
  }

  /// The severity with which a code is reported; nil if the code is not reported.
  private func severity(_ code: String, _ severity: PredicateIssue.Severity) -> PredicateIssue.Severity? {
    disable.contains(code) ? nil : errors.contains(code) ? .error : severity
  }

  /// An issue with the severity that the site chose; nil if its code is not reported.
  package func reported(_ issue: PredicateIssue) -> PredicateIssue? {
    severity(issue.code, issue.severity).map { $0 == .error ? issue.asError : issue }
  }

  /// The findings that are reported, with the severities that the site chose.
  package func reported(_ findings: [CheckFinding]) -> [CheckFinding] {
    findings.compactMap { finding in
      var finding = finding
      guard let severity = severity(finding.code, finding.severity) else { return nil }
      finding.severity = severity
      return finding
    }
  }

  /// Whether a path is excluded from checks.
  public func excludes(_ path: String) -> Bool { exclude.contains { Self.matches(path, $0) } }

  /// The profile of a path: the profile of the longest matching pattern. Among patterns of equal length the last one in alphabetical order is used.
  public func profile(of path: String) -> String? {
    profiles.filter { Self.matches(path, $0.key) }
      .max { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }?.value
  }

  /// Whether a path is a file with a predicate per line.
  public func hasLines(_ path: String) -> Bool { lines.contains { Self.matches(path, $0) } }

  /// Whether a pattern matches a path or a folder around it. `*` matches any text within a name, `**` any text.
  static func matches(_ path: String, _ pattern: String) -> Bool {
    func fits(_ path: Substring.UTF8View, _ pattern: Substring.UTF8View) -> Bool {
      guard let first = pattern.first else { return path.isEmpty || path.first == UInt8(ascii: "/") }
      if first == UInt8(ascii: "*") {
        let isDeep = pattern.starts(with: "**".utf8)
        let rest = pattern.drop { $0 == UInt8(ascii: "*") }
        var tail = path
        while true {
          if fits(tail, rest) { return true }
          guard let byte = tail.first, isDeep || byte != UInt8(ascii: "/") else { return false }
          tail = tail.dropFirst()
        }
      }
      return first == path.first && fits(path.dropFirst(), pattern.dropFirst())
    }
    let pattern = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
    let path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    // A pattern matches from the beginning of any folder or name of the path.
    let starts = [path.startIndex] + path.indices.filter { path[$0] == "/" }.map { path.index(after: $0) }
    return starts.contains { fits(path[$0...].utf8, pattern[...].utf8) }
  }

  private static func table(_ member: DocumentMember) throws(DocumentIssue) -> [DocumentMember] {
    guard case .table(let members) = member.value else {
      throw DocumentIssue("expected names and values under “\(member.key)”", at: member.value.start)
    }
    return members
  }

  private static func text(_ node: DocumentNode, _ member: DocumentMember) throws(DocumentIssue) -> String {
    guard let text = node.text else {
      throw DocumentIssue("expected a text under “\(member.key)”", at: member.value.start)
    }
    return text.text
  }

  private static func texts(_ member: DocumentMember) throws(DocumentIssue) -> [String] {
    guard case .list(let elements) = member.value else {
      throw DocumentIssue("expected a list under “\(member.key)”", at: member.value.start)
    }
    var texts: [String] = []
    for element in elements { texts.append(try text(element, member)) }
    return texts
  }

  private static func requireProfile(_ name: String, at offset: Int) throws(DocumentIssue) {
    if UseProfile.names.contains(name) { return }
    let issue = ProfileIssue.unknown(name: name, nearest: NearestSpelling.of(name, among: UseProfile.names))
    throw DocumentIssue("\(issue)", at: offset)
  }

  private static func codes(_ member: DocumentMember) throws(DocumentIssue) -> Set<String> {
    let codes = try texts(member)
    for code in codes where !CodeExample.exists(code) {
      let nearest = NearestSpelling.of(code, among: CodeExample.all).map { "; the nearest code is \($0)" } ?? ""
      throw DocumentIssue("no code has the name “\(code)”\(nearest)", at: member.value.start)
    }
    return Set(codes)
  }
}

extension DocumentNode {
  /// The file offset of the first text in the node; 0 if there is none.
  fileprivate var start: Int {
    switch self {
    case .list(let elements): elements.first?.start ?? 0
    case .table(let members): members.first?.value.start ?? 0
    default: text.map { Int($0.place(of: SourceRange(0, 0)).lowerBound) } ?? 0
    }
  }
}
