import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateFacts
import PredicateOutput

/// Reads the records of the files and folders that a command line names, one file after another.
struct FactSource {
  let profile: UseProfile?
  let files: [String]
  /// The key whose value is a record's id.
  let idKey: String?
  let errors: any ShellOutput

  /// The endings of the files that are read in a folder.
  private static let endings = [".plist", ".json", ".yaml", ".yml", ".ndjson", ".jsonl"]

  /// Calls a function with each record. A record that cannot be read is reported with its position and skipped.
  ///
  /// - Returns: Whether everything was read, and there was at least one record.
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

  /// Reads a file with a record per line in parts, so that it can have any size.
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

/// The words of a command line with files after `--facts` and predicates anywhere.
///
/// A shell splits `--facts facts/*.plist 'machine_type == "laptop"'` into words, which do not show where the files end. So the last words after
/// `--facts` are predicates if they do not name files and contain a blank or an operator. TRUEPREDICATE and FALSEPREDICATE are predicates, too.
public struct FactArguments: Sendable, Hashable {
  /// The texts of predicates.
  public let predicates: [String]
  /// The paths of files with facts.
  public let facts: [String]

  /// Separates the words into predicates and files.
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
