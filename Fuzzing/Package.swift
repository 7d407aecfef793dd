// swift-tools-version:6.1
import PackageDescription

// A separate package, because libFuzzer instruments everything that is built with it. scripts/fuzz builds it and runs its targets.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "OpenPredicate", path: "..", traits: ["SQLite"])],
  targets: [
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "PredicateTools", package: "OpenPredicate"),
        .product(name: "PredicateSQLite", package: "OpenPredicate"),
        .product(name: "PredicateXcodeModels", package: "OpenPredicate"),
        .product(name: "PredicateChecking", package: "OpenPredicate"),
        .product(name: "PredicateLanguageServer", package: "OpenPredicate"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
  ],
  swiftLanguageModes: [.v6]
)
