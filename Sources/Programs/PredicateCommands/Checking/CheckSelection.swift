import Foundation
import PredicateChecking
import PredicateOutput

/// The checks of one run, and which of them a file gets.
struct CheckSelection {
  private let profile: UseProfile?
  private let places: [String]
  private let configuration: CheckConfiguration
  /// The check of named files, and of those of a folder.
  private let own: (named: FileCheck, inFolder: FileCheck)?
  private let checkout: CheckoutCheck?
  /// The checks that the configuration gives files by their paths.
  private let byPath: [String: FileCheck]
  private let lines: FileCheck

  init(_ profile: UseProfile?, _ places: [String], _ configuration: CheckConfiguration) throws(ProfileIssue) {
    self.profile = profile
    self.places = places
    self.configuration = configuration
    var byPath: [String: FileCheck] = [:]
    for name in configuration.profiles.values {
      byPath[name] = FileCheck(configuration.adapted(try ProfileCheckProgram.profile(name)))
    }
    self.byPath = byPath
    let adapted = profile.map(configuration.adapted)
    own = adapted.map { (FileCheck($0, at: places), FileCheck($0, at: places, recognizes: true)) }
    checkout = profile == nil ? try CheckoutCheck(adapted: configuration.adapted) : nil
    let formats: UseProfile = if let adapted { adapted } else { try .named("foundation") }
    lines = FileCheck(formats, at: ["line"])
  }

  /// What is found in a file; nil for one that is not read. Says why a named file has no predicates.
  func result(
    of bytes: [UInt8], named file: String, isNamed: Bool, _ errors: any ShellOutput, _ status: inout ProgramStatus
  ) -> FileCheck.Result? {
    let kind = FileKind(name: file, start: Array(bytes.prefix(FileKind.startLength)))
    if configuration.hasLines(file) { return lines.result(of: bytes, named: file) }
    if let name = configuration.profile(of: file), let check = byPath[name], kind.isReadInFolders || isNamed {
      return check.result(of: bytes, named: file)
    }
    if let checkout { return checkout.result(of: bytes, named: file) }
    guard let own, let profile, isNamed || kind.isReadInFolders else { return nil }
    let result = (isNamed ? own.named : own.inFolder).result(of: bytes, named: file)
    guard isNamed else { return result }
    if kind == .other, places.isEmpty {
      errors.write("predicate: \(file): no predicates are looked for in such a file; --at line reads one per line\n")
    } else if !result.hasPlaces {
      errors.write("predicate: \(file): the profile \(profile.name) knows no place in such a file; --at names one\n")
      status = .failure
    } else if result.predicateCount == 0, result.findings.isEmpty {
      errors.write(
        "predicate: \(file): no predicate found at the places of \(profile.name); --at names another one\n")
    }
    return result
  }
}

/// What a run has seen.
struct CheckTally {
  private(set) var files = 0
  private(set) var predicates = 0
  private(set) var isUnreadable = false
  private var errors = 0
  private var notes = 0
  private var profiles: [String: Int] = [:]

  mutating func add(_ result: FileCheck.Result, _ findings: [CheckFinding]) {
    files += 1
    predicates += result.predicateCount
    isUnreadable = isUnreadable || result.isUnreadable
    for finding in findings { if finding.severity == .error { errors += 1 } else { notes += 1 } }
    profiles.merge(result.profiles, uniquingKeysWith: +)
  }

  /// `412 predicates in 2142 files: 5 errors, 1 note (munki 400, oslog 12)`.
  var summary: String {
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    let names = profiles.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    return "\(count(predicates, "predicate")) in \(count(files, "file")): \(count(errors, "error")), "
      + "\(count(notes, "note"))\(names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")\n"
  }
}

/// The findings of a former run, in a file with an identity per line.
enum KnownFindings {
  /// The findings that the file does not have. Without the file all findings are recorded there, and none is left.
  static func unknown(
    _ findings: [CheckFinding], _ file: String, _ errors: any ShellOutput, _ status: inout ProgramStatus
  ) -> [CheckFinding] {
    let identities = FindingReport.identities(findings)
    do {
      if FileManager.default.fileExists(atPath: file) {
        let known = Set(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init))
        return zip(findings, identities).filter { !known.contains($1) }.map(\.0)
      }
      try identities.map { $0 + "\n" }.joined().write(toFile: file, atomically: true, encoding: .utf8)
      return []
    } catch {
      errors.write("predicate: \(file): \(error.localizedDescription)\n")
      status = .failure
      return findings
    }
  }
}
