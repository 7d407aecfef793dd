import Foundation
import PredicateChecking
import PredicateOutput
import PredicateRecords
import PredicateSyntax

/// `predicate check`: every error and note of files that hold one format per line, each with its place.
///
/// Blank lines and comments, which begin with `#` and a space, are skipped. `%` specifiers remain specifiers, so formats are checked as they are in
/// code.
public enum CheckProgram {
  /// Far beyond the longest format that is read.
  private static let maximumLineLength = 1 << 24

  /// Checks files in order; `-` is standard input. Continues after a file that cannot be read.
  ///
  /// - Parameter isStrict: Whether notes make the input wrong, as errors do.
  public static func run(
    files: [String], isStrict: Bool, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    var status = ProgramStatus.success
    for file in files {
      let descriptor = file == "-" ? STDIN_FILENO : open(file, O_RDONLY)
      guard descriptor >= 0 else {
        errors.write("predicate: \(file): \(String(cString: strerror(errno)))\n")
        status = .failure
        continue
      }
      defer { if descriptor != STDIN_FILENO { close(descriptor) } }
      status = status.combined(with: check(descriptor, named: file, isStrict: isStrict, output: output, errors: errors))
    }
    output.flush()
    return status
  }

  private static func check(
    _ descriptor: Int32, named file: String, isStrict: Bool, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    var lines = ByteLines(descriptor: descriptor, maximumLength: maximumLineLength)
    let renderer = DiagnosticRenderer(usesColor: output.hasColors)
    var status = ProgramStatus.success
    var number = 0
    while true {
      let format: String
      let issues: [PredicateIssue]
      number += 1
      switch lines.next() {
      case .end:
        guard let failure = lines.failure else { return status }
        errors.write("predicate: \(file): \(failure)\n")
        return .failure
      case .tooLong:
        format = ""
        issues = [longLine]
      case .line(let bytes):
        format = text(bytes, isFirst: number == 1)
        issues = self.issues(of: bytes, format)
      }
      for issue in issues {
        output.write("\(file):\(number): \(renderer.render(issue, in: format))\n")
        if issue.severity == .error || isStrict { status = status.combined(with: .wrongInput) }
      }
    }
  }

  /// A line without the marks of editors: a carriage return at its end, a byte order mark before the first line.
  private static func text(_ bytes: [UInt8], isFirst: Bool) -> String {
    var line = bytes[...]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    return String(decoding: line, as: UTF8.self)
  }

  private static func issues(of bytes: [UInt8], _ format: String) -> [PredicateIssue] {
    if bytes.contains(where: { $0 >= 0x80 }), !isUTF8(bytes) {
      return [
        .error("encoding", nil, "expected UTF-8, found bytes that are none")
      ]
    }
    if LineComment.isComment(format) || format.allSatisfy({ $0 == " " || $0 == "\t" }) { return [] }
    let result = PredicateParser.predicate(format)
    guard let tree = result.tree else { return result.issues }
    return result.issues + PatternCheck.issues(in: tree) + PredicateLint.notes(for: tree, in: format)
      + ExtensionCheck.notes(in: tree)
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
  }

  private static let longLine = PredicateIssue.error(
    "line-length", nil, "expected a line of at most \(maximumLineLength) bytes, found a longer one", kind: .limit)
}
