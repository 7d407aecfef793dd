import Foundation
import PredicateDocuments
import PredicateOutput

/// `predicate conformance`: runs the suite on an implementation and reports the results.
public struct ConformanceProgram {
  /// The command that starts the adapter of another implementation. Nil for this implementation, which runs in this process.
  public var adapter: String?
  /// The folder of the suite. Nil for `Grammar/suite` in the current folder or in a folder above it.
  public var suite: String?
  /// The cases that are run.
  public var selection = ConformanceSelection()
  /// The paths of report files. A path's ending determines the format.
  public var reports: [String] = []
  /// The time, in seconds, that an adapter has for an answer.
  public var timeout = 5.0

  private let engine: () throws -> any AdapterEngine

  /// A program with default settings that tests the given engine, unless ``adapter`` is set. With an adapter, the engine is not made. If making the
  /// engine throws, the program reports the error.
  public init(engine: @autoclosure @escaping () throws -> any AdapterEngine) {
    self.engine = engine
  }

  /// Runs the suite. Returns `wrongInput` if a required case fails. Returns `failure` if there is no suite, if the adapter ends before its first
  /// answer, if no case was judged, or if a report cannot be written.
  public func run(output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    ProgramStatus.reporting(to: errors) {
      let forms = try reports.map { file in
        guard let form = ConformanceReport(file: file) else {
          throw ConformanceFormatError("\(file): the name of a report must end in .md, .json or .html")
        }
        return form
      }
      let folder = try folder()
      let suite = try ConformanceSuite(folder: folder, statements: suite == nil ? Self.statements(beside: folder) : nil)
      var runner = ConformanceRunner(target: try target(), dialect: selection.dialect)
      var run = runner.run(suite.cases(selection), version: suite.version)
      run.hasWholeRungs = self.suite == nil && selection.hasWholeRungs
      output.write(Self.text(of: run))
      output.flush()
      for (file, form) in zip(reports, forms) {
        try Data(form.text(of: run).utf8).write(to: URL(fileURLWithPath: file))
      }
      return run.status
    }
  }

  private func target() throws -> any ConformanceTarget {
    guard let adapter else { return LocalTarget(engine: try engine()) }
    let process = AdapterProcess(command: adapter, timeout: timeout)
    try process.requireAnswer()
    return process
  }

  /// The folder `fetch` next to the suite's folder; nil if it does not exist.
  private static func statements(beside folder: URL) -> URL? {
    let statements = folder.deletingLastPathComponent().appendingPathComponent("fetch", isDirectory: true)
    return FileManager.default.fileExists(atPath: statements.path) ? statements : nil
  }

  private func folder() throws -> URL {
    if let suite { return URL(fileURLWithPath: suite, isDirectory: true) }
    let start = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    guard let folder = ConformanceSuite.folder(above: start) else {
      throw ConformanceFormatError(
        "this folder and the folders above it have no folder Grammar/suite. Name the folder of the suite with --suite")
    }
    return folder
  }

  /// The output of the command: a paragraph for each wrong result, the matrix, the summary.
  static func text(of run: ConformanceRun) -> String {
    var text = ""
    for result in ConformanceReport.wrong(run) {
      text += explanation(of: result)
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
    return text + "\n\(ConformanceReport.title(run)): \(ConformanceReport.summary(run))\n" + run.ladderText
  }

  /// The request, the expectation and the answer, with the position of the case.
  private static func explanation(of result: ConformanceResult) -> String {
    let item = result.item
    var lines = [(item.textName, item.text)]
    if let fixture = item.fixture { lines.append(("rows of", "\(fixture.entity) in \(fixture.name)")) }
    lines += item.inputs.map { ($0.name, JSONWriter.text(of: $0.value)) }
    lines.append(("expected", item.expectation.summary + (item.canonical.map { ", and the print \($0)" } ?? "")))
    lines.append(("found", ConformanceReport.answer(result)))
    return "\(result.verdict.rawValue)  \(result.name) (\(item.level.rawValue)), \(item.place)\n"
      + lines.map { "    \(padded($0.0, 10)) \(ConformanceReport.shortened($0.1))\n" }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
