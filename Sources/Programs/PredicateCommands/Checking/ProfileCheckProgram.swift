import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateFacts
import PredicateOutput
import PredicateStatements
import PredicateSyntax

/// `predicate check --profile`: every error and note of the predicates in files, each with its place in the file.
///
/// For a folder, the files in it are checked, except those of tools and dependencies: `.git`, `node_modules`. Files with a predicate per line are
/// skipped in a folder, because any text could be such a file. Files of a folder may belong to any consumer (`FileCheck`).
public struct ProfileCheckProgram {
  /// Whether notes make the input wrong, like errors.
  public var isStrict = false
  /// The format of findings.
  public var format = FindingFormat.text
  /// The least number of predicates. Fewer predicates make the input wrong. With 1 or more, so does a folder without any predicate.
  public var required = 0
  /// The path of the file with known findings. Known findings are not reported.
  public var baseline: String?
  /// The path of the file to which all findings are written as known ones. No finding is reported then.
  public var newBaseline: String?
  /// Whether the edits that fix findings are written into the files. Only the remaining findings are reported then.
  public var writesEdits = false
  /// Whether named files are treated like files of a folder: texts and predicates of other consumers are skipped.
  public var readsAsFolder = false
  /// The line on a terminal that shows how many files are checked; nil for none.
  package var progress: ProgressBar?
  /// Files and folders of records. A record has the keys and values of a real machine, event or object. The keys are added to the profile.
  public var facts: [String] = []
  /// The configuration of the checks. Nil for the nearest `.predicate.yml` in a folder around each path.
  public var configuration: CheckConfiguration? = CheckConfiguration()

  private let profile: UseProfile?
  private let places: [String]

  /// The program for a profile, at the profile's places or at the given places. Without a profile, each file is checked by the profiles that it
  /// belongs to.
  public init(_ profile: UseProfile?, at places: [String] = []) {
    self.profile = profile
    self.places = places
  }

  /// Reads a profile by its name, or from a file if the name contains a slash or ends in `.json`.
  ///
  /// - Throws: ``ProfileIssue``.
  public static func profile(_ name: String) throws(ProfileIssue) -> UseProfile {
    guard name.contains("/") || name.hasSuffix(".json") else { return try .named(name) }
    let text: String
    do {
      text = try String(contentsOf: URL(fileURLWithPath: name), encoding: .utf8)
    } catch {
      throw .text("\(name) is not a text file")
    }
    return try UseProfile(jsonText: text)
  }

  /// The folder with the nearest `.predicate.yml`: the path itself, or a folder around it, up to the root of its repository. The current folder if
  /// there is none.
  private static func configurationFolder(of path: String) -> String {
    let start = FindingPath.absolute(path == "-" ? "." : path)
    var parts = start.split(separator: "/").map(String.init)
    while true {
      let folder = "/" + parts.joined(separator: "/")
      if FileManager.default.fileExists(atPath: "\(folder)/\(CheckConfiguration.fileName)") {
        return folder == FindingPath.absolute(".") ? "." : folder
      }
      if parts.isEmpty || FileManager.default.fileExists(atPath: "\(folder)/.git") { return "." }
      parts.removeLast()
    }
  }

  /// Reads the configuration of a folder. Without a configuration file, it returns the defaults.
  ///
  /// - Returns: Nil if the file cannot be read. The reason is written to `errors`.
  public static func configuration(of folder: String = ".", errors: any ShellOutput) -> CheckConfiguration? {
    let path = folder == "." ? CheckConfiguration.fileName : "\(folder)/\(CheckConfiguration.fileName)"
    guard let data = FileManager.default.contents(atPath: path) else { return CheckConfiguration() }
    do throws(DocumentIssue) {
      let configuration = try CheckConfiguration(Array(data))
      return folder == "." ? configuration : configuration.located(in: folder)
    } catch {
      let line = FileLines(Array(data), around: error.offset).position(error.offset).line
      errors.write("predicate: \(path):\(line): \(error.message)\n")
      return nil
    }
  }

  /// Whether all paths that are given without a profile contain a format per line: standard input, texts, and files that do not exist.
  public static func holdLines(_ paths: [String]) -> Bool {
    paths.allSatisfy { path in
      var isFolder: ObjCBool = false
      guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return true }
      guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: path) else { return false }
      defer { file.closeFile() }
      return FileKind(name: path, start: Array(file.readData(ofLength: FileKind.startLength))) == .lines
    }
  }

  /// Checks files in order. `-` is standard input. If a file cannot be read, the next ones are checked anyway.
  public func run(files: [String], output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    var status = ProgramStatus.success
    guard var known = knownFindings(errors) else { return .failure }
    let found = files.map { InputFiles.search($0) }
    guard let checksOfPaths = checks(of: files, found.flatMap(\.files), errors, &status) else { return .failure }
    var tally = CheckTally()
    tally.leftOut = found.flatMap(\.leftOut).count
    var findings: [CheckFinding] = []
    var isReported = false
    let count = found.reduce(0) { $0 + $1.files.count }
    var done = 0
    progress?.begin()
    defer { progress?.finish() }
    for ((path, inner), checks) in zip(zip(files, found.map(\.files)), checksOfPaths) {
      let before = tally
      let configuration = checks.configuration
      let fix = FileFix(except: configuration.disable, known: known)
      for (file, isGiven) in inner {
        done += 1
        if configuration.excludes(file) { continue }
        progress?.update(done: done, total: count)
        let isNamed = isGiven && !readsAsFolder
        guard let bytes = InputFiles.bytes(of: file, errors) else {
          status = .failure
          continue
        }
        guard let check = checks.check(of: bytes, named: file, isNamed: isNamed) else { continue }
        var result = check(bytes)
        if isNamed { checks.explain(result, of: bytes, named: file, errors, &status) }
        if writesEdits, file != "-", let fixed = fix.fixed(bytes, check) {
          if InputFiles.write(fixed.bytes, to: file, errors) {
            tally.addEdits(fixed.count)
            result = check(fixed.bytes)
          } else {
            status = .failure
          }
        }
        let all = configuration.reported(result.findings)
        let reported = newBaseline == nil ? known.removeKnown(from: all) : []
        tally.add(result, reported, known: all.count - reported.count)
        // An unreadable file that the baseline has is known.
        if result.isUnreadable, newBaseline != nil || all.isEmpty || !reported.isEmpty { status = .failure }
        if format == .text, !reported.isEmpty {
          // The line is erased before findings are written to the same terminal.
          progress?.hide()
          report(reported, output, errors, &status)
          if progress != nil { output.flush() }
        }
        findings += newBaseline == nil ? reported : all
      }
      if InputFiles.isFolder(path), tally.predicates == before.predicates, !tally.isUnreadable {
        let places = profile.map { "at the places of \($0.name)" } ?? "of any profile"
        let found = "no predicate \(places) in \(CheckTally.count(tally.files - before.files, "file"))"
        progress?.hide()
        if required > 0 {
          errors.write("predicate: \(path): error: \(found), and --require \(required) asks for one in each folder\n")
          status = status.combined(with: .wrongInput)
          isReported = true
        } else {
          errors.write("predicate: \(path): note: \(found)\n")
        }
      }
    }
    progress?.finish()
    if let newBaseline {
      do {
        try KnownFindings.text(findings, in: Self.folder(of: newBaseline)).write(
          toFile: newBaseline, atomically: true, encoding: .utf8)
        errors.write("recorded \(findings.count) finding\(findings.count == 1 ? "" : "s") in \(newBaseline)\n")
      } catch {
        errors.write("predicate: \(newBaseline): \(error.localizedDescription)\n")
        status = .failure
      }
      findings = []
    }
    if format != .text { report(findings, output, errors, &status) }
    if findings.contains(where: { $0.severity == .error && $0.code != CheckCode.unreadableFile.rawValue || isStrict }) {
      status = status.combined(with: .wrongInput)
    }
    if tally.predicates < required {
      let found = CheckTally.count(tally.predicates, "predicate")
      if tally.predicates > 0 || !isReported {
        errors.write("predicate: error: found \(found), and --require asks for \(required)\n")
      }
      status = status.combined(with: .wrongInput)
    }
    output.flush()
    if writesEdits { errors.write(tally.editSummary) }
    if profile == nil || baseline != nil { errors.write(tally.summary) }
    if tally.leftOut > 0 { errors.write(tally.leftOutSummary) }
    return status
  }

  /// The checks for each path, by the configuration of its folder. Nil if a profile or a configuration cannot be read.
  private func checks(
    of paths: [String], _ files: [(file: String, isNamed: Bool)], _ errors: any ShellOutput,
    _ status: inout ProgramStatus
  ) -> [CheckSelection]? {
    do throws(ProfileIssue) {
      let learned = facts.isEmpty ? nil : try learnedKeys(errors, &status)
      let surroundings = Self.surroundings(of: files)
      var known: [String: CheckSelection] = [:]
      var found: [CheckSelection] = []
      for path in paths {
        let folder = configuration == nil ? Self.configurationFolder(of: path) : ""
        if known[folder] == nil {
          guard let settings = configuration ?? Self.configuration(of: folder, errors: errors) else { return nil }
          known[folder] = try CheckSelection(
            profile, places, settings, surroundings, learned: learned, offersEdits: writesEdits || format == .sarif)
        }
        if let checks = known[folder] { found.append(checks) }
      }
      return found
    } catch {
      errors.write("predicate: \(error)\n")
      return nil
    }
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
  }

  /// The known findings in the baseline file; nil if the file cannot be read.
  private func knownFindings(_ errors: any ShellOutput) -> KnownFindings? {
    guard let baseline else { return KnownFindings() }
    guard FileManager.default.fileExists(atPath: baseline) else {
      errors.write(
        "predicate: \(baseline): there is no such baseline; to write it, use --record-baseline \(baseline)\n")
      return nil
    }
    return InputFiles.bytes(of: baseline, errors).map {
      KnownFindings(String(decoding: $0, as: UTF8.self), in: Self.folder(of: baseline))
    }
  }

  /// The keys of the records in ``facts``, with their types. Without a profile, the records are read with Munki's profile.
  private func learnedKeys(_ errors: any ShellOutput, _ status: inout ProgramStatus) throws(ProfileIssue) -> LearnedKeys
  {
    let reader: UseProfile = if let profile { profile } else { try .named("munki") }
    var keys = LearnedKeys()
    let source = FactSource(profile: reader, files: facts, idKey: nil, errors: errors)
    if !source.forEach({ keys.look(at: $0) }) { status = .failure }
    return keys
  }

  /// The other files of a checkout: the files of the given folders, and the files next to named files.
  private static func surroundings(of files: [(file: String, isNamed: Bool)]) -> CheckoutFiles {
    CheckoutFiles {
      let named = files.filter { $0.isNamed && $0.file != "-" }.map(\.file)
      let folders = Set(named.map { path in path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." })
      let around = folders.sorted().flatMap { folder in
        InputFiles.inside(folder).map { folder == "." ? String($0.dropFirst(2)) : $0 }
      }
      let known = Set(files.map(\.file))
      return files.map(\.file) + around.filter { !known.contains($0) }
    } read: { path in
      FileManager.default.contents(atPath: path).map(Array.init)
    }
  }

  private func report(
    _ findings: [CheckFinding], _ output: any ShellOutput, _ errors: any ShellOutput, _ status: inout ProgramStatus
  ) {
    do {
      output.write(try FindingReport(format, usesColor: output.hasColors).text(findings))
    } catch {
      errors.write("predicate: \(error)\n")
      status = .failure
    }
  }
}

/// `predicate profile`: the page of a profile, or a list of all profiles.
public enum ProfileProgram {
  /// Writes the page of a profile; without a name, a line for each profile.
  public static func run(_ name: String?, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    do throws(ProfileIssue) {
      if let name {
        output.write(ProfilePage(try ProfileCheckProgram.profile(name)).text)
      } else {
        let width = (UseProfile.names.map(\.count).max() ?? 0) + 2
        for name in UseProfile.names {
          let padding = String(repeating: " ", count: width - name.count)
          output.write(name + padding + (try UseProfile.named(name)).title + "\n")
        }
      }
      output.flush()
      return .success
    } catch {
      errors.write("predicate: \(error)\n")
      return .wrongInput
    }
  }
}

/// `predicate explain CODE`: the meaning of a code, with a wrong text and a right text.
///
/// Known codes are those of profiles (``CodeExample``), of the language (``LanguageCodeExample``) and of statements (`StatementCode`). `refused-…`
/// and `misread-…` with the name of a construct are known, too. For a word of the language, such as `OR`, the programs that refuse or misread it are
/// listed.
public enum ExplainProgram {
  /// Writes the explanation. An unknown code is wrong input.
  public static func run(_ code: String, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    if let example = CodeExample.of(code) {
      output.write("\(code): \(example.reason)\n\nwrong (\(example.profile)):\n\(indented(example.wrong))")
      output.write("right:\n\(indented(example.right))")
    } else if let example = LanguageCodeExample.of(code) {
      output.write("\(code): \(example.reason)\n")
      if let wrong = example.wrong, let right = example.right {
        output.write("\nwrong:\n\(indented(wrong))right:\n\(indented(right))")
      }
    } else if let example = StatementCode.of(code) {
      output.write("\(code): \(example.meaning)\n")
      if let wrong = example.wrong, let right = example.right {
        output.write("\nwrong:\n\(indented(wrong))right:\n\(indented(right))")
      }
    } else {
      let rules = CodeExample.rules(of: code)
      if rules.isEmpty, let text = ConstructWords.text(about: code) {
        output.write(text)
        output.flush()
        return .success
      }
      guard !rules.isEmpty else {
        let known = CodeExample.codes + LanguageCodeExample.all.map(\.code) + StatementCode.all.map(\.code)
        let near =
          UseProfile.names.contains(code)
          ? "; the profile of this name is shown by predicate profile \(code)"
          : NearestSpelling.of(code, among: known).map { "; the nearest code is \($0)" } ?? ""
        errors.write("predicate: no code has the name “\(code)”\(near)\n")
        return .wrongInput
      }
      for (profile, rule) in rules {
        output.write("\(profile): \(rule.message)\(rule.hint.map { " (\($0))" } ?? "")\n")
      }
    }
    output.flush()
    return .success
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }
}
