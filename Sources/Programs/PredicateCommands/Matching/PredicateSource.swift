import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateFacts
import PredicateOutput
import PredicateValues

/// Reads the predicates that a command line names: texts, and files with predicates at the places of a profile.
struct PredicateSource {
  let profile: UseProfile
  let places: [String]
  let variables: [(name: String, value: QueryValue)]
  let errors: any ShellOutput

  /// Reads predicates. Reports every error, also errors of predicates that can be evaluated.
  ///
  /// - Returns: The predicates that can be evaluated, and whether all predicates can.
  func read(_ texts: [String], files: [String]) -> (predicates: [TriedPredicate], isFine: Bool) {
    var predicates: [TriedPredicate] = []
    var isFine = true
    for text in texts {
      if let predicate = predicate(text, at: { _ in nil }) {
        predicates.append(TriedPredicate(predicate: predicate, place: nil))
      } else {
        isFine = false
      }
    }
    for (file, isNamed) in files.flatMap(InputFiles.expanded) {
      guard let bytes = InputFiles.bytes(of: file, errors).map(FileText.utf8) else {
        isFine = false
        continue
      }
      let kind = FileKind(name: file, start: Array(bytes.prefix(FileKind.startLength)))
      // Markdown files of a folder are skipped, because the examples on a page are not a site's predicates.
      if !isNamed, !kind.isReadInFolders || kind == .markdown { continue }
      do throws(DocumentIssue) {
        let found = try PredicateFinder(profile, at: places).predicates(in: bytes, kind: kind)
        if isNamed, found.isEmpty {
          errors.write(
            "predicate: \(file): no predicate found at the places of \(profile.name); name another place with --at\n")
          isFine = false
        }
        let lines = FileLines(bytes)
        for item in found where item.form == .condition {
          let place = place(of: item, in: file, kind, lines)
          let placeOfIssue = { (issue: PredicateIssue) in
            self.place(of: item, issue.range, in: file, kind, lines)
          }
          if item.isMadeAtRunTime || item.hasPercentNames {
            errors.write("\(place): the predicate is made when its program runs, and is not tried\n")
            isFine = false
          } else if let predicate = predicate(item.text.text, at: placeOfIssue) {
            predicates.append(TriedPredicate(predicate: predicate, place: place))
          } else {
            isFine = false
          }
        }
      } catch {
        errors.write("\(CellText.escaped(file)): \(error.message)\n")
        isFine = false
      }
    }
    return (predicates, isFine)
  }

  /// The position of a predicate, or of a part of it.
  private func place(
    of found: FoundPredicate, _ part: SourceRange? = nil, in file: String, _ kind: FileKind, _ lines: FileLines
  ) -> String {
    if kind == .binaryPropertyList { return CellText.escaped(found.path.map { "\(file):\($0)" } ?? file) }
    let range = found.text.place(of: part ?? SourceRange(0, 0))
    let (line, column) = lines.position(range.isNone ? 0 : Int(range.lowerBound))
    return CellText.escaped("\(file):\(line):\(column)")
  }

  /// A predicate that can be evaluated; nil for another one. Reports its errors.
  private func predicate(_ text: String, at place: (PredicateIssue) -> String?) -> RecordPredicate? {
    var told = ProfileCheck(profile).issues(in: text).filter { $0.severity == .error }
    defer {
      let renderer = DiagnosticRenderer(usesColor: errors.hasColors)
      for issue in told {
        let start = place(issue).map { $0 + ": " } ?? ""
        errors.write(start + renderer.render(issue, in: text) + "\n")
      }
    }
    do throws(PredicateIssue) {
      return try RecordPredicate(text, profile: profile, variables: variables)
    } catch {
      if !told.contains(where: { $0.code == error.code }) { told.append(error) }
      return nil
    }
  }
}

/// A predicate that is evaluated, from the command line or from a file.
struct TriedPredicate {
  let predicate: RecordPredicate
  /// The predicate's position: `manifests/lab:8:15`; nil for a predicate of the command line.
  let place: String?
}
