// swift-tools-version:6.1
import PackageDescription

// A client of the macros. It is a package of its own, so that only it resolves and builds swift-syntax. scripts/check-macros runs it.
let package = Package(
  name: "Macros",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "OpenPredicate", path: "..", traits: ["Macros"])],
  targets: [
    .testTarget(
      name: "MacroTests",
      dependencies: [
        .product(name: "PredicateMacros", package: "OpenPredicate"),
        .product(name: "PredicateFoundation", package: "OpenPredicate"),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
  ],
  swiftLanguageModes: [.v6]
)
