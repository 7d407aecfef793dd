import Foundation
import PredicateChecking
import PredicateOutput

/// `predicate check --profile`: every error and note of the predicates in files, each with its place in the file.
///
/// A folder stands for the files in it, without those whose names begin with a point. Of files that hold a predicate a line a folder gives only
/// those whose names end in `.txt`: any file could be one.
public struct ProfileCheckProgram {
  /// Whether notes make the input wrong, as errors do.
  public var isStrict = false
  /// How findings are written.
  public var format = FindingFormat.text
  /// Whether text is coloured.
  public var usesColor = false

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
    var status = ProgramStatus.success
    var findings: [CheckFinding] = []
    func report(_ findings: [CheckFinding]) {
      do {
        output.write(try FindingReport(format, usesColor: usesColor).text(findings))
      } catch {
        errors.write("predicate: \(error)\n")
        status = .failure
      }
    }
    for (file, isNamed) in files.flatMap(Self.expanded) {
      guard let bytes = Self.bytes(of: file, errors) else {
        status = .failure
        continue
      }
      if !isNamed, !file.hasSuffix(".txt"), FileKind(name: file, start: Array(bytes.prefix(1_024))) == .lines {
        continue
      }
      let result = check.result(of: bytes, named: file)
      if isNamed, !result.hasPlaces {
        errors.write("predicate: \(file): the profile \(profile.name) knows no place in such a file; --at names one\n")
        status = .failure
      } else if isNamed, result.predicateCount == 0, result.findings.isEmpty {
        errors.write("predicate: \(file): no predicate found\n")
      }
      if result.findings.contains(where: { $0.severity == .error || isStrict }) {
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

  /// A file, or the files of a folder in the order of their names.
  private static func expanded(_ path: String) -> [(file: String, isNamed: Bool)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
      let paths = FileManager.default.enumerator(atPath: path)
    else { return [(path, true)] }
    var files: [String] = []
    for case let inner as String in paths {
      let isHidden = inner.split(separator: "/").contains { $0.hasPrefix(".") }
      let full = path.hasSuffix("/") ? path + inner : path + "/" + inner
      var isFolder: ObjCBool = false
      guard !isHidden, FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue
      else { continue }
      files.append(full)
    }
    return files.sorted().map { ($0, false) }
  }

  /// The bytes of a file, no more than one beyond the limit; nil where it cannot be read, which is told.
  private static func bytes(of file: String, _ errors: any ShellOutput) -> [UInt8]? {
    let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY)
    guard descriptor >= 0 else {
      errors.write("predicate: \(file): \(String(cString: strerror(errno)))\n")
      return nil
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= FileCheck.sizeLimit {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        errors.write("predicate: \(file): \(String(cString: strerror(errno)))\n")
        return nil
      }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
