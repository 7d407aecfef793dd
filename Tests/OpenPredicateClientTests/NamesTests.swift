import Foundation
import Testing

/// The names that `import OpenPredicate` shows are those of `Documentation/names.md`.
@Suite struct NamesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  /// What the target re-exports and what it declares.
  private static func shown() throws -> [String] {
    let folder = "Sources/OpenPredicate/"
    var names: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    where path.hasSuffix(".swift") {
      for line in try text(folder + path).split(separator: "\n") {
        if let export = line.wholeMatch(of: /@_exported import \w+ \w+\.(\w+)/) {
          names.append(String(export.1))
        } else if line.hasPrefix("@_exported") {
          Issue.record("\(line) re-exports a whole module")
        } else if let type = line.firstMatch(
          of: /^public (?:final |indirect )?(?:struct|enum|class|protocol|actor|typealias|func|let|var) (\w+)/)
        {
          names.append(String(type.1))
        }
      }
    }
    return names.sorted()
  }

  @Test func namesAreThoseOfTheList() throws {
    let listed = try Self.text("Documentation/names.md").matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
    let shown = try Self.shown()
    #expect(shown == listed.sorted())
    #expect(listed == listed.sorted { $0 < $1 })
    #expect(!shown.isEmpty && shown.count <= 30)
  }

  @Test func everyNameHasAnExample() throws {
    let sources = Self.root.appending(path: "Sources")
    var undocumented = Set(try Self.shown())
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
      let lines = try Self.text("Sources/" + path).split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        guard
          let type = line.firstMatch(of: /^public (?:final |indirect )?(?:struct|enum|class|protocol) (\w+)/),
          undocumented.contains(String(type.1))
        else { continue }
        let comment = lines[..<number].reversed().drop { $0.hasPrefix("@") }.prefix { $0.hasPrefix("///") }
        if comment.contains(where: { $0.hasPrefix("/// ```") }) { undocumented.remove(String(type.1)) }
      }
    }
    #expect(undocumented.isEmpty, "\(undocumented.sorted())")
  }
}
