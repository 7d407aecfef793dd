import Foundation
import Testing

/// The public names of the products for applications are those of `Documentation/swift/names.md`.
@Suite struct NamesTests {
  /// The names that a target re-exports or declares.
  private static func shown(by target: String) throws -> [String] {
    let floors = Page.root.appending(path: "Sources")
    let folder = try #require(
      try FileManager.default.contentsOfDirectory(atPath: floors.path).map { floors.appending(path: "\($0)/\(target)") }
        .first { FileManager.default.fileExists(atPath: $0.path) })
    var names: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
      for line in try Page.text(folder.appending(path: path)).split(separator: "\n")
      where line.hasPrefix("public ") || line.hasPrefix("open ") || line.hasPrefix("@_exported") {
        if let export = line.wholeMatch(of: /@_exported import \w+ \w+\.(\w+)/) {
          names.append(String(export.1))
        } else if line.hasPrefix("@_exported"), line.firstMatch(of: /import (OpenPredicate|PredicateSQLite)$/) == nil {
          Issue.record("\(line) re-exports a whole module")
        } else if let type = line.firstMatch(
          of: /^(?:public|open) (?:final |indirect )?(?:struct|enum|class|protocol|actor|typealias|func|let|var) (\w+)/)
        {
          names.append(String(type.1))
        }
      }
    }
    return names.sorted()
  }

  /// The names in the table of a target's section.
  private static func listed(by target: String) throws -> [String] {
    let page = try Page("Documentation/swift/names.md").text
    let section = page.components(separatedBy: "# The names of `import ").first { $0.hasPrefix("\(target)`") } ?? ""
    return section.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
  }

  @Test(arguments: [
    ("OpenPredicate", 30), ("PredicateStatements", 1), ("PredicateSQLite", 30), ("PredicateObjects", 30),
  ])
  func namesAreThoseOfTheList(target: String, most: Int) throws {
    let (shown, listed) = (try Self.shown(by: target), try Self.listed(by: target))
    #expect(shown == listed.sorted())
    #expect(listed == listed.sorted { $0 < $1 })
    #expect(!shown.isEmpty && shown.count <= most)
  }

  @Test func everyNameHasAnExample() throws {
    let sources = Page.root.appending(path: "Sources")
    var undocumented = Set(try Self.shown(by: "OpenPredicate") + Self.shown(by: "PredicateStatements"))
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
      let lines = try Page.text(sources.appending(path: path)).split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where line.hasPrefix("public ") {
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
