// swift-tools-version:6.1
import PackageDescription

/// With OPENPREDICATE_OPTIMISED what `instruction-bench` consists of is optimised in debug builds as well, as the floors below it are
/// (`../Package.swift`), so that `scripts/check-instructions` needs no build for release.
let optimised: [SwiftSetting] =
  Context.environment["OPENPREDICATE_OPTIMISED"] == nil
  ? [] : [.unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))]

// A package of its own, so that the library stays light.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    // The traits of scripts/traits.sh, so that a build of the package serves this one.
    .package(name: "OpenPredicate", path: "..", traits: ["PostgreSQL"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "parse-bench",
      dependencies: [.product(name: "PredicateSyntax", package: "OpenPredicate")]),
    .target(name: "BenchData", swiftSettings: optimised),
    .executableTarget(
      name: "filter-bench",
      dependencies: [
        "BenchData", .product(name: "OpenPredicate", package: "OpenPredicate"),
        .product(name: "PredicateTools", package: "OpenPredicate"),
      ]),
    .executableTarget(
      name: "layout-bench",
      dependencies: ["BenchData", .product(name: "OpenPredicate", package: "OpenPredicate")]),
    .executableTarget(
      name: "use-bench",
      dependencies: ["BenchData", .product(name: "OpenPredicate", package: "OpenPredicate")]),
    .executableTarget(
      name: "instruction-bench",
      dependencies: ["BenchData", .product(name: "OpenPredicate", package: "OpenPredicate")], swiftSettings: optimised),
    .executableTarget(
      name: "dictionary-bench",
      dependencies: ["BenchData", .product(name: "OpenPredicate", package: "OpenPredicate")]),
    .executableTarget(
      name: "call-bench",
      dependencies: [
        "BenchData", .product(name: "OpenPredicate", package: "OpenPredicate"),
        .product(name: "PredicateStatements", package: "OpenPredicate"),
      ]),
    .executableTarget(
      name: "sql-bench",
      dependencies: [
        .product(name: "PredicateSQLite", package: "OpenPredicate"),
        .product(name: "PredicateDemo", package: "OpenPredicate"), .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .executableTarget(
      name: "any-bench",
      dependencies: [
        "BenchData", .product(name: "PredicateSQLite", package: "OpenPredicate"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .executableTarget(
      name: "store-bench",
      dependencies: [
        "BenchData", .product(name: "PredicateObjects", package: "OpenPredicate"),
        .product(name: "PredicateTools", package: "OpenPredicate"), .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
