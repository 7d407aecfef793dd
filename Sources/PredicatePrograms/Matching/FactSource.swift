import Foundation
import PredicateChecking
import PredicateMatching
import PredicateOutput

/// The records of the files and folders that a command line names, one file after another.
struct FactSource {
  let profile: UseProfile
  let files: [String]
  /// The key whose value is the id of a record.
  let idKey: String?
  let errors: any ShellOutput

  /// Of a folder these files are read.
  private static let endings = [".plist", ".json", ".yaml", ".yml", ".ndjson", ".jsonl"]

  /// Calls a function with each record. What cannot be read is told with its place and left out.
  ///
  /// - Returns: Whether all was read, and there was a record.
  func forEach(_ body: (FactRecord) -> Void) -> Bool {
    var isFine = true
    var count = 0
    for (file, isNamed) in files.flatMap(InputFiles.expanded) {
      if !isNamed, !Self.endings.contains(where: { file.lowercased().hasSuffix($0) }) { continue }
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

  private func tell(_ issues: [DocumentIssue], _ file: String, _ bytes: [UInt8]) {
    guard let last = issues.map(\.offset).max() else { return }
    let isBinary = FileKind(name: file, start: Array(bytes.prefix(1_024))) == .binaryPropertyList
    let lines = FileLines(bytes, around: last)
    for issue in issues {
      let (line, column) = lines.position(issue.offset)
      let place = isBinary ? file : "\(file):\(line):\(column)"
      errors.write("\(CellText.escaped(place)): \(CellText.escaped(issue.message))\n")
    }
  }
}
