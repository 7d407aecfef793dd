import Foundation
import PredicateChecking
import PredicateOutput

/// `predicate check --profile`: every error and note of the predicates in files, each with its place in the file.
///
/// A folder stands for the files in it, without those whose names begin with a point. It gives no files with a predicate per line, since any text could be
/// one, and no Markdown, whose examples may be wrong on purpose. Files of a folder may be of any consumer (`FileCheck`).
public struct ProfileCheckProgram {
  /// Whether notes make the input wrong, as errors do.
  public var isStrict = false
  /// How findings are written.
  public var format = FindingFormat.text

  private let profile: UseProfile
  private let places: [String]

  /// The program for a profile, at its places or at other ones.
  public init(_ profile: UseProfile, at places: [String] = []) {
    self.profile = profile
    self.places = places
  }

  /// The profile of a name, or of a file: a name with a slash, or one that ends in `.json`.
  ///
  /// - Throws: ``ProfileIssue``.
  public static func profile(_ name: String) throws(ProfileIssue) -> UseProfile {
    guard name.contains("/") || name.hasSuffix(".json") else { return try .named(name) }
    let text: String
    do {
      text = try String(contentsOf: URL(fileURLWithPath: name), encoding: .utf8)
    } catch {
      throw .text("\(name) is no file of text")
    }
    return try UseProfile(jsonText: text)
  }

  /// Checks files in order; `-` is standard input. Goes on behind a file that cannot be read.
  public func run(files: [String], output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    let check = FileCheck(profile, at: places)
    let folderCheck = FileCheck(profile, at: places, recognizes: true)
    var status = ProgramStatus.success
    var findings: [CheckFinding] = []
    func report(_ findings: [CheckFinding]) {
      do {
        output.write(try FindingReport(format, usesColor: output.hasColors).text(findings))
      } catch {
        errors.write("predicate: \(error)\n")
        status = .failure
      }
    }
    for (file, isNamed) in files.flatMap(InputFiles.expanded) {
      guard let bytes = InputFiles.bytes(of: file, errors) else {
        status = .failure
        continue
      }
      let kind = FileKind(name: file, start: Array(bytes.prefix(FileKind.startLength)))
      if !isNamed, !kind.isReadInFolders { continue }
      let result = (isNamed ? check : folderCheck).result(of: bytes, named: file)
      if isNamed, kind == .other, places.isEmpty {
        errors.write("predicate: \(file): no predicates are looked for in such a file; --at line reads one per line\n")
      } else if isNamed, !result.hasPlaces {
        errors.write("predicate: \(file): the profile \(profile.name) knows no place in such a file; --at names one\n")
        status = .failure
      } else if isNamed, result.predicateCount == 0, result.findings.isEmpty {
        errors.write(
          "predicate: \(file): no predicate found at the places of \(profile.name); --at names another one\n")
      }
      if result.isUnreadable {
        status = .failure
      } else if result.findings.contains(where: { $0.severity == .error || isStrict }) {
        status = status.combined(with: .wrongInput)
      }
      if format == .text {
        report(result.findings)
      } else {
        findings += result.findings
      }
    }
    if format != .text { report(findings) }
    output.flush()
    return status
  }
}
