import Foundation
import Testing

/// A package that depends on this one fetches only the dependencies that its traits need.
@Suite("Traits")
struct TraitTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The output of `swift package show-dependencies` for a package.
  private struct Dependency: Decodable {
    let name: String
    let dependencies: [Dependency]
  }

  @Test func withoutTraitsNothingElseIsResolved() async throws {
    let shell = try ShellOnTerminal()
    let manifest = """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "Client",
        dependencies: [.package(name: "OpenPredicate", path: "\(Self.root.path)", traits: [])],
        targets: [
          .target(name: "Client", dependencies: [.product(name: "OpenPredicate", package: "OpenPredicate")])
        ]
      )
      """
    try Data(manifest.utf8).write(to: shell.folder.appendingPathComponent("Package.swift"))
    let (status, output, errors) = try await shell.script(
      "mkdir -p Sources/Client && touch Sources/Client/Client.swift && swift package show-dependencies --format json")
    #expect(status == 0, "\(errors)")
    let client = try JSONDecoder().decode(Dependency.self, from: Data(output.utf8))
    #expect(client.dependencies.count == 1)
    #expect(client.dependencies.first?.dependencies.map(\.name) == [])
  }
}
