import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateFacts
import PredicateOutput

/// The records of the files and folders that a command line names, one file after another.
struct FactSource {
  let profile: UseProfile?
  let files: [String]
  /// The key whose value is the id of a record.
  let idKey: String?
  let errors: any ShellOutput

  /// The files of a folder that are read.
  private static let endings = [".plist", ".json", ".yaml", ".yml", ".ndjson", ".jsonl"]

  /// Calls a function with each record. A record that cannot be read is reported with its place and left out.
  ///
  /// - Returns: Whether everything was read, and there was a record.
  func forEach(_ body: (FactRecord) -> Void) -> Bool {
    var isFine = true
    var count = 0
    for (file, isNamed) in files.flatMap({ InputFiles.search($0, readsHidden: false).files }) {
      if !isNamed, !Self.endings.contains(where: { file.lowercased().hasSuffix($0) }) { continue }
      if [".ndjson", ".jsonl"].contains(where: { file.lowercased().hasSuffix($0) }) {
        let lines = forEachLine(of: file, body)
        count += lines.count
        isFine = isFine && lines.isFine
        continue
      }
      guard let bytes = InputFiles.bytes(of: file, errors).map(FileText.utf8) else {
        isFine = false
        continue
      }
      do throws(DocumentIssue) {
        let read = try FactFile(
          bytes, named: file == "-" ? "(standard input)" : file, profile: profile, identifiedBy: idKey)
        tell(read.issues, file, bytes)
        isFine = isFine && read.issues.isEmpty
        count += read.records.count
        for record in read.records { body(record) }
      } catch {
        tell([error], file, bytes)
        isFine = false
      }
    }
    if count == 0, isFine {
      errors.write("predicate: there is no record in \(files.joined(separator: ", "))\n")
      return false
    }
    return isFine
  }

  /// Reads a file with a record per line in parts, so that its size has no limit.
  private func forEachLine(of file: String, _ body: (FactRecord) -> Void) -> (count: Int, isFine: Bool) {
    var count = 0
    var isFine = true
    var records = 0
    let isRead = InputFiles.forEachPart(of: file, errors) { bytes, line in
      let bytes = FileText.utf8(bytes)
      do throws(DocumentIssue) {
        let read = try FactFile(bytes, named: file, profile: profile, identifiedBy: idKey, startingAt: records)
        tell(read.issues, file, bytes, line)
        isFine = isFine && read.issues.isEmpty
        count += read.records.count
        records += read.records.count + read.issues.count
        for record in read.records { body(record) }
      } catch {
        tell([error], file, bytes, line)
        isFine = false
      }
    }
    return (count, isFine && isRead)
  }

  private func tell(_ issues: [DocumentIssue], _ file: String, _ bytes: [UInt8], _ before: Int = 0) {
    guard let last = issues.map(\.offset).max() else { return }
    let isBinary = FileKind(name: file, start: Array(bytes.prefix(FileKind.startLength))) == .binaryPropertyList
    let lines = FileLines(bytes, around: last)
    for issue in issues {
      let (line, column) = lines.position(issue.offset)
      let place = isBinary ? file : "\(file):\(before + line):\(column)"
      errors.write("\(CellText.escaped(place)): \(CellText.escaped(issue.message))\n")
    }
  }
}

/// The words of a command line that takes files after `--facts` and predicates anywhere.
///
/// A shell makes `--facts facts/*.plist 'machine_type == "laptop"'` into words without a mark between the files and the predicate. The last words
/// after `--facts` that do not name files and that have a blank or an operator are predicates, and so are TRUEPREDICATE and FALSEPREDICATE.
public struct FactArguments: Sendable, Hashable {
  /// The texts of predicates.
  public let predicates: [String]
  /// The files of facts.
  public let facts: [String]

  /// Sorts the words.
  ///
  /// ```swift
  /// FactArguments(predicates: [], facts: ["a.plist", "b.plist", "arch == \"arm64\""]).facts  // a.plist, b.plist
  /// ```
  public init(predicates: [String], facts: [String]) {
    let count = facts.reversed().prefix { Self.isPredicate($0) }.count
    self.predicates = predicates + facts.suffix(count)
    self.facts = Array(facts.dropLast(count))
  }

  private static func isPredicate(_ word: String) -> Bool {
    let isText = word.contains { " =<>!".contains($0) } || word == "TRUEPREDICATE" || word == "FALSEPREDICATE"
    return isText && !FileManager.default.fileExists(atPath: word)
  }
}
