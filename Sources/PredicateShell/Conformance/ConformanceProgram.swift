import Foundation

/// `predicate conformance`: puts an implementation to the suite and tells how it went.
public struct ConformanceProgram {
  /// The command that starts the adapter of another implementation; nil for this one, in this process.
  public var adapter: String?
  /// The folder of the suite; nil for `Grammar/suite` of the current folder or one above it.
  public var suite: String?
  /// Only cases whose `topic/id rule` has this text in it.
  public var filter = ""
  /// Files for the report; what they end in is the form.
  public var reports: [String] = []
  /// How many seconds an adapter has for an answer.
  public var timeout = 5.0

  /// The program with its defaults.
  public init() {}

  /// Runs. `wrongInput` where a required case went wrong; `failure` where there is no suite, no case was judged, or a report cannot be
  /// written.
  public func run(output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    do {
      let forms = try reports.map { file in
        guard let form = ConformanceReport(file: file) else {
          throw ConformanceFormatError("\(file): a report is a file .md, .json or .html")
        }
        return form
      }
      let suite = try ConformanceSuite(folder: folder())
      let target: any ConformanceTarget = adapter.map { AdapterProcess(command: $0, timeout: timeout) } ?? LocalTarget()
      var runner = ConformanceRunner(target: target)
      let run = runner.run(suite.cases(matching: filter), version: suite.version)
      output.write(Self.text(of: run))
      output.flush()
      for (file, form) in zip(reports, forms) {
        try Data(form.text(of: run).utf8).write(to: URL(fileURLWithPath: file))
      }
      return run.status
    } catch {
      errors.write("predicate: \(error)\n")
      return .failure
    }
  }

  private func folder() throws -> URL {
    if let suite { return URL(fileURLWithPath: suite, isDirectory: true) }
    let start = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    guard let folder = ConformanceSuite.folder(above: start) else {
      throw ConformanceFormatError("there is no Grammar/suite here or above; --suite names another folder")
    }
    return folder
  }

  /// What the command prints: a line for each that went wrong, the matrix, the summary.
  static func text(of run: ConformanceRun) -> String {
    var text = ""
    for result in ConformanceReport.wrong(run) {
      text += "\(result.verdict.rawValue)  \(result.name) (\(result.item.level.rawValue))\n"
      text += "    \(ConformanceReport.shortened(result.item.text))\n"
      text += "    \(ConformanceReport.shortened(ConformanceReport.answer(result)))\n"
    }
    let verdicts = ConformanceReport.verdicts
    let rows = ConformanceReport.matrix(run)
    let width = rows.map(\.name.count).max() ?? 0
    text += "\n" + padded("", width) + verdicts.map { "  " + $0.rawValue }.joined() + "\n"
    for (name, counts) in rows {
      text += padded(name, width)
      for (verdict, count) in zip(verdicts, counts) {
        let cell = count == 0 ? "·" : String(count)
        text += String(repeating: " ", count: max(1, verdict.rawValue.count + 2 - cell.count)) + cell
      }
      text += "\n"
    }
    return text + "\n\(ConformanceReport.title(run)): \(ConformanceReport.summary(run))\n"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
