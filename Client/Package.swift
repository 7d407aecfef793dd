// swift-tools-version:6.1
import PackageDescription

// An application that uses the library. It is a package of its own, so it sees only public declarations. With its default trait it uses databases
// through GRDB, without the trait only Foundation. scripts/check-client builds both.
let package = Package(
  name: "Client",
  platforms: [.macOS(.v14)],
  traits: [
    .default(enabledTraits: ["SQLite"]),
    .trait(name: "SQLite", description: "The tests that ask a database."),
  ],
  dependencies: [
    // PostgreSQL includes everything that SQLite has. A build of the package with the traits of scripts/traits.sh can be used for this one.
    .package(
      name: "OpenPredicate", path: "..", traits: [.trait(name: "PostgreSQL", condition: .when(traits: ["SQLite"]))]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .testTarget(
      name: "OpenPredicateClientTests",
      dependencies: [
        .product(name: "OpenPredicate", package: "OpenPredicate"),
        .product(name: "PredicateFoundation", package: "OpenPredicate"),
        .product(name: "PredicateStatements", package: "OpenPredicate"),
        // Without its trait. No test imports it; a file of Negative does.
        .product(name: "PredicateMacros", package: "OpenPredicate"),
        .product(name: "PredicateSQLite", package: "OpenPredicate", condition: .when(traits: ["SQLite"])),
        .product(name: "PredicateObjects", package: "OpenPredicate", condition: .when(traits: ["SQLite"])),
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ], swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
  ],
  swiftLanguageModes: [.v6]
)
