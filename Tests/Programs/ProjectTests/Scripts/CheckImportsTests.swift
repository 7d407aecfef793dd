import Foundation
import Testing

/// `scripts/check-imports` reports packages that break its rules, and finds nothing in this package.
@Suite(
  "Imports", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
struct CheckImportsTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let manifest = """
    // swift-tools-version:6.1
    import PackageDescription

    let package = Package(
      name: "Fixture",
      products: [.library(name: "Tools", targets: ["Tool"])],
      dependencies: [.package(url: "https://example.com/json", from: "1.0.0")],
      targets: [
        .target(name: "PredicateSyntax"),
        .systemLibrary(name: "CLibEdit"),
        .target(
          name: "Tool",
          dependencies: ["PredicateSyntax", "CLibEdit", .product(name: "JSON", package: "json")],
          linkerSettings: [.linkedLibrary("Linked")]),
        .executableTarget(name: "show", dependencies: ["Tool"], path: "examples/show"),
        .testTarget(name: "ToolTests", dependencies: ["Tool"]),
      ]
    )
    """

  private static let benchmarks = """
    // swift-tools-version:6.1
    import PackageDescription

    let package = Package(
      name: "Benchmarks",
      dependencies: [.package(name: "Fixture", path: "..")],
      targets: [.executableTarget(name: "bench", dependencies: [.product(name: "Tools", package: "Fixture")])]
    )
    """

  /// Runs the script on a package of these files, and returns its status and its reports.
  private func check(_ files: [String: String]) async throws -> (status: Int32, lines: [String]) {
    let shell = try ShellOnTerminal()
    let package = ["Package.swift": Self.manifest].merging(files) { $1 }
    for (path, text) in package {
      let file = shell.folder.appendingPathComponent("package/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let (status, _, errors) = try await shell.script(
      "/usr/bin/python3 '\(Self.root.path)/scripts/check-imports' package")
    return (status, errors.split(separator: "\n").map(String.init))
  }

  @Test func whatIsDeclaredMayBeImported() async throws {
    let (status, lines) = try await check([
      "Sources/PredicateSyntax/a.swift":
        "// import Foundation\n/* import Foundation */ let a = \"import Foundation\"\n",
      "Sources/Tool/a.swift": """
      @_exported public import PredicateSyntax
      import struct Foundation.URL
      import JSON
      import JSON.Reader
      import Linked
      #if canImport(Glibc)
        import Glibc
      #endif
      let text = \"\"\"
        import Nothing
        \"\"\"
      """,
      "Tests/ToolTests/a.swift": "import Testing\n@testable import Tool\n",
      "examples/show/main.swift": "import Foundation; import Tool\n",
      "Benchmarks/Package.swift": Self.benchmarks,
      "Benchmarks/Sources/bench/main.swift": "import Tool\n",
    ])
    #expect(lines == [])
    #expect(status == 0)
  }

  @Test func whatIsNotDeclaredIsReported() async throws {
    let (status, lines) = try await check([
      "Sources/PredicateSyntax/a.swift": "\nimport Foundation\n",
      "Sources/Tool/a.swift": "import CLibEdit\nprivate import GRDB\nimport func Shell.run\nimport Testing\n",
      "Sources/Stray/a.swift": "",
      "Tests/ToolTests/a.swift": "import Tool; import JSON\n  @testable import PredicateSyntax\n",
      "examples/show/main.swift": "import PredicateSyntax\n",
      "Benchmarks/Package.swift": Self.benchmarks,
      "Benchmarks/Sources/bench/main.swift": "import PredicateSyntax\n",
    ])
    #expect(
      lines == [
        "Sources/PredicateSyntax/a.swift:2: PredicateSyntax imports nothing, found Foundation",
        "Sources/Stray/a.swift:1: no target of Package.swift has this file",
        "Sources/Tool/a.swift:1: only Sources/Asking/PredicateShell/Terminal/LineEditor.swift imports CLibEdit",
        "Sources/Tool/a.swift:2: Tool does not declare its dependency on GRDB",
        "Sources/Tool/a.swift:3: Tool does not declare its dependency on Shell",
        "Sources/Tool/a.swift:4: Tool does not declare its dependency on Testing",
        "Tests/ToolTests/a.swift:1: ToolTests does not declare its dependency on JSON",
        "Tests/ToolTests/a.swift:2: ToolTests does not declare its dependency on PredicateSyntax",
        "examples/show/main.swift:1: show does not declare its dependency on PredicateSyntax",
        "Benchmarks/Sources/bench/main.swift:1: bench does not declare its dependency on PredicateSyntax",
      ])
    #expect(status == 1)
  }

  @Test func databasesAndDriversHaveTheirPlaces() async throws {
    func target(_ path: String, _ dependencies: [String]) -> String {
      let name = path.split(separator: "/")[1]
      let names = dependencies.map { $0 == "GRDB" ? ".product(name: \"GRDB\", package: \"GRDB.swift\")" : "\"\($0)\"" }
      return ".target(name: \"\(name)\", dependencies: [\(names.joined(separator: ", "))], path: \"Sources/\(path)\")"
    }
    let targets = [
      target("Databases/PredicateSQLite", ["GRDB"]), target("Databases/PredicateObjects", ["PredicateSQLite", "GRDB"]),
      target("Asking/PredicateSessions", ["PredicateSQLite"]),
      target("Asking/PredicateShell", ["PredicateSQLite", "GRDB"]),
    ]
    let manifest = """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "Fixture", dependencies: [.package(url: "https://example.com/GRDB.swift", from: "7.0.0")],
        targets: [\(targets.joined(separator: ",\n"))])
      """
    let both = "import GRDB\nimport PredicateSQLite\n"
    let (status, lines) = try await check([
      "Package.swift": manifest, "Sources/Databases/PredicateSQLite/a.swift": "import GRDB\n",
      "Sources/Databases/PredicateObjects/a.swift": both,
      "Sources/Asking/PredicateSessions/a.swift": "import PredicateSQLite\n",
      "Sources/Asking/PredicateShell/a.swift": both,
    ])
    let found: [String] = lines.map { line in
      "\(line.split(separator: ": only")[0]) \(line.split(separator: " ").last ?? "")"
    }
    #expect(
      found == [
        "Sources/Asking/PredicateSessions/a.swift:1 PredicateSQLite", "Sources/Asking/PredicateShell/a.swift:1 GRDB",
        "Sources/Asking/PredicateShell/a.swift:2 PredicateSQLite",
        "Sources/Databases/PredicateObjects/a.swift:1 GRDB",
      ])
    #expect(status == 1)
  }

  /// A file may not call functions of a room above its own. Members of extensions and functions outside of types are found, unless another room or
  /// target declares the same name.
  @Test func aRoomMayNotCallTheRoomsAboveIt() async throws {
    let manifest = """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "Fixture",
        targets: [
          .target(name: "Base", path: "Sources/Language/Base"),
          .target(name: "Tool", dependencies: ["Base"], path: "Sources/Asking/Tool"),
        ])
      """
    let (status, lines) = try await check([
      "Package.swift": manifest,
      "Sources/Language/Base/Base.swift": "let first = [1].foreign()\n",
      "Sources/Asking/Tool/README.md": "## Rooms\n\n| `Session` | lower |\n| `Commands` | upper |\n",
      "Sources/Asking/Tool/Session/Lower.swift": """
      struct Lower {
        func ownWord() {}
      }
      let a = Lower().risen()
      // .inComment()
      let b = topLevel(1) + Lower().height.count
      let c = ".inText() hidden()" + Lower().ownWord() + Lower().foreign() + Lower().shared() + Lower().ofType()
      """,
      "Sources/Asking/Tool/Commands/Upper.swift": """
      extension Lower {
        package func risen() -> Int { 1 }
        static var height: [Int] { [] }
        func foreign() {}
        func inComment() {}
        func inText() {}
        private func hidden() {}
        func ownWord() {}
      }
      func topLevel(_ number: Int) -> Int { number }
      struct Upper {
        func ofType() {}
      }
      """,
      "Sources/Asking/Tool/Commands/Shared.swift": "extension Upper { func shared() {} }\n",
      "Sources/Language/Base/Shared.swift": "extension Int { func shared() {} }\n",
    ])
    #expect(
      lines == [
        "Sources/Asking/Tool/Session/Lower.swift:4: Session may not know Commands, found risen",
        "Sources/Asking/Tool/Session/Lower.swift:6: Session may not know Commands, found topLevel",
        "Sources/Asking/Tool/Session/Lower.swift:6: Session may not know Commands, found height",
      ])
    #expect(status == 1)
  }

  @Test func aRoomMayNotKnowTheRoomsAboveIt() async throws {
    let manifest = """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(name: "Fixture", targets: [.target(name: "Tool", path: "Sources/Asking/Tool")])
      """
    let readme =
      "# Tool\n\n| `Attic` | is in no table of rooms |\n\n## Rooms\n\n| room | has |\n|---|---|\n"
      + "| `Session` | the lower room |\n| `Commands` | the upper room |\n\n## More\n\n| `Attic` | neither |\n"
    let (status, lines) = try await check([
      "Package.swift": manifest, "Sources/Asking/Tool/README.md": readme,
      "Sources/Asking/Tool/Exports.swift": "typealias Anything = Upper\n",
      "Sources/Asking/Tool/Session/Lower.swift":
        "// Upper\nstruct Lower {\n  let text = \"Upper\"\n  let upper: Upper\n}\n",
      "Sources/Asking/Tool/Commands/Upper.swift": "public final class Upper { let lower: Lower }\n",
      "Sources/Asking/Tool/Attic/Old.swift": "struct Old {}\n",
    ])
    #expect(
      lines == [
        "Sources/Asking/Tool/Attic/Old.swift:1: Sources/Asking/Tool/README.md lists no room Attic",
        "Sources/Asking/Tool/Session/Lower.swift:4: Session may not know Commands, found Upper",
      ])
    #expect(status == 1)
  }

  @Test func arrowsRunDownwards() async throws {
    let manifest = """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "Fixture",
        targets: [
          .target(name: "Low", dependencies: [.target(name: "High"), .byName(name: "Low2")], path: "Sources/Language/Low"),
          .target(name: "Low2", path: "Sources/Language/Low2"),
          .target(name: "High", dependencies: ["Low2"], path: "Sources/Programs/High"),
          .target(name: "Cellar", path: "Sources/Basement/Cellar"),
          .testTarget(name: "LowTests", dependencies: ["High"], path: "Tests/Language/LowTests"),
        ]
      )
      """
    let (status, lines) = try await check([
      "Package.swift": manifest, "Sources/Language/Low/a.swift": "", "Sources/Language/Low2/a.swift": "",
      "Sources/Programs/High/a.swift": "", "Sources/Basement/Cellar/a.swift": "", "Tests/Language/LowTests/a.swift": "",
    ])
    #expect(
      lines == [
        "Package.swift:1: Basement, the folder of Cellar, is no floor",
        "Package.swift:1: Low may not depend on High, which is above it",
        "Package.swift:1: Low may not depend on Low2, which is above it",
      ])
    #expect(status == 1)
  }

  @Test func onlyTheRoomsForItReadMemoryByAddresses() async throws {
    let pointer = "// UnsafePointer\nlet text = \"Unmanaged\"\nlet pointer: UnsafeRawPointer? = nil\n"
    let manifest = """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "Fixture",
        targets: [
          .target(name: "PredicateMemory", path: "Sources/Memory/PredicateMemory"),
          .target(name: "PredicateModel", path: "Sources/Databases/PredicateModel"),
        ])
      """
    let (status, lines) = try await check([
      "Package.swift": manifest, "Sources/Memory/PredicateMemory/a.swift": pointer,
      "Sources/Databases/PredicateModel/a.swift": pointer,
    ])
    #expect(
      lines == [
        "Sources/Databases/PredicateModel/a.swift:3: memory is read by addresses in the rooms of ADDRESSES, "
          + "found UnsafeRawPointer"
      ])
    #expect(status == 1)
  }

  @Test func aManifestThatCannotBeReadIsAnError() async throws {
    let (status, lines) = try await check(["Package.swift": "nonsense"])
    #expect(status == 2)
    #expect(lines.first?.hasPrefix("check-imports: ") == true && lines[0].contains("Package.swift cannot be read"))
  }

  @Test func thisPackageDeclaresItsImports() async throws {
    let shell = try ShellOnTerminal()
    let (status, _, errors) = try await shell.script("/usr/bin/python3 '\(Self.root.path)/scripts/check-imports'")
    #expect(errors.isEmpty)
    #expect(status == 0)
  }
}
