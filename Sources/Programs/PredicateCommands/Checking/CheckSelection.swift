import Foundation
import PredicateChecking
import PredicateFacts
import PredicateOutput

/// The checks of one run of `predicate check`. It selects the check of each file.
struct CheckSelection {
  private let profile: UseProfile?
  private let places: [String]
  let configuration: CheckConfiguration
  private let files: CheckoutFiles
  /// The check of files that the command line names, and the check of the files of a folder.
  private let own: (named: FileCheck, inFolder: FileCheck)?
  private let checkout: CheckoutCheck?
  /// The checks of files for which the configuration lists a profile, by the profile's name.
  private let byPath: [String: FileCheck]
  private let lines: FileCheck

  /// The checks for the files of a command line.
  ///
  /// - Parameters:
  ///   - files: The other files of the checkout.
  ///   - learned: The keys of the records in ``ProfileCheckProgram/facts``; nil without records.
  ///   - offersEdits: Whether findings have edits (``FileCheck/offersEdits``).
  init(
    _ profile: UseProfile?, _ places: [String], _ configuration: CheckConfiguration, _ files: CheckoutFiles,
    learned: LearnedKeys?, offersEdits: Bool
  ) throws(ProfileIssue) {
    let names = files.modelNames()
    // Without a named profile, the learned keys are added to the profile that has most of them.
    var consumer = profile?.name
    if let learned, consumer == nil {
      var best = 0
      for name in UseProfile.names {
        let shared = learned.shared(with: try .named(name))
        if shared > best { (best, consumer) = (shared, name) }
      }
    }
    func adapted(_ profile: UseProfile) -> UseProfile {
      var profile = configuration.adapted(profile)
      profile = names?.added(to: profile) ?? profile
      return profile.name == consumer ? learned?.added(to: profile) ?? profile : profile
    }
    func check(_ profile: UseProfile, at places: [String] = [], recognizes: Bool = false) -> FileCheck {
      var check = FileCheck(adapted(profile), at: places, recognizes: recognizes)
      check.offersEdits = offersEdits
      return check
    }
    self.profile = profile
    self.places = places
    self.configuration = configuration
    self.files = files
    var byPath: [String: FileCheck] = [:]
    for name in configuration.profiles.values { byPath[name] = check(try ProfileCheckProgram.profile(name)) }
    self.byPath = byPath
    own = profile.map { (check($0, at: places), check($0, at: places, recognizes: true)) }
    var checkout = profile == nil ? try CheckoutCheck(adapted: adapted) : nil
    checkout?.offersEdits = offersEdits
    self.checkout = checkout
    let formats: UseProfile = if let profile { profile } else { try .named("foundation") }
    lines = check(formats, at: ["line"])
  }

  /// The check of a file; nil for a file that is not checked.
  func check(of bytes: [UInt8], named file: String, isNamed: Bool) -> (([UInt8]) -> FileCheck.Result)? {
    if configuration.hasLines(file) { return { [lines] in lines.result(of: $0, named: file) } }
    lazy var isRead =
      isNamed || FileKind(name: file, start: Array(bytes.prefix(FileKind.startLength))).isReadInFolders
    if let name = configuration.profile(of: file), let check = byPath[name], isRead {
      return { [files] in check.result(of: $0, named: file, among: files) }
    }
    if let checkout { return { [files] in checkout.result(of: $0, named: file, among: files) } }
    guard let own, isRead else { return nil }
    return { [files] in (isNamed ? own.named : own.inFolder).result(of: $0, named: file, among: files) }
  }

  /// Reports why a file that the command line names contains no predicates.
  func explain(
    _ result: FileCheck.Result, of bytes: [UInt8], named file: String, _ errors: any ShellOutput,
    _ status: inout ProgramStatus
  ) {
    guard let profile, configuration.profile(of: file) == nil, !configuration.hasLines(file) else { return }
    let kind = FileKind(name: file, start: Array(bytes.prefix(FileKind.startLength)))
    if kind == .other, places.isEmpty {
      errors.write("predicate: \(file): such a file is not searched; to read a predicate per line, add --at line\n")
    } else if !result.hasPlaces {
      errors.write(
        "predicate: \(file): the profile \(profile.name) has no place in such a file; name a place with --at\n")
      status = .failure
    } else if result.predicateCount == 0, result.findings.isEmpty, kind != .lines {
      errors.write(
        "predicate: \(file): no predicate found at the places of \(profile.name); name another place with --at\n")
    }
  }
}

struct CheckTally {
  private(set) var files = 0
  private(set) var predicates = 0
  private(set) var isUnreadable = false
  /// The number of folders that were not read because they contain dependencies: `node_modules`, `Pods`, `Carthage`.
  var leftOut = 0
  /// The number of written edits, and of the files with edits.
  private(set) var edits = (count: 0, files: 0)
  private var errors = 0
  private var notes = 0
  private var known = 0
  private var profiles: [String: Int] = [:]

  mutating func add(_ result: FileCheck.Result, _ findings: [CheckFinding], known: Int) {
    self.known += known
    // A file of a kind that is not searched was not checked.
    if result.hasPlaces { files += 1 }
    predicates += result.predicateCount
    isUnreadable = isUnreadable || result.isUnreadable
    for finding in findings { if finding.severity == .error { errors += 1 } else { notes += 1 } }
    profiles.merge(result.profiles, uniquingKeysWith: +)
  }

  mutating func addEdits(_ count: Int) { edits = (edits.count + count, edits.files + 1) }

  /// The counts as text: `412 predicates in 2142 files: 5 errors, 1 note, 3 known (munki 400, oslog 12)`.
  var summary: String {
    let names = profiles.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    return "\(Self.count(predicates, "predicate")) in \(Self.count(files, "file")): \(Self.count(errors, "error")), "
      + "\(Self.count(notes, "note"))\(known > 0 ? ", \(known) known" : "")\(names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")\n"
  }

  var leftOutSummary: String {
    "\(Self.count(leftOut, "folder")) left out: node_modules, Pods and Carthage are read only if the command line names them\n"
  }

  var editSummary: String { "\(Self.count(edits.count, "edit")) in \(Self.count(edits.files, "file"))\n" }

  /// A number with its noun: `1 file`, `2 files`.
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
