import Foundation
import PredicateTestSupport
import Testing

/// The example programs print the output that their READMEs show.
@Suite struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of this package's programs and tests.
  private static var products: URL { URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent() }

  @Test(arguments: ["movie-lending", "failed-banks", "drill-down", "sales-record", "departments-employees"])
  func prints(_ name: String) throws {
    let readme = try String(
      contentsOf: Self.root.appending(path: "examples/\(name)/README.md"), encoding: .utf8)
    let shown = try #require(
      readme.components(separatedBy: "```console\n").dropFirst().first?.components(separatedBy: "```").first)
    let run = try TestProcess.run(Self.products.appending(path: name).path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == shown)
  }
}
