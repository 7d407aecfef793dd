// swift-tools-version:6.1
import CompilerPluginSupport
import PackageDescription

/// The ICU that Foundation brings. On Apple's platforms Foundation's own interface is used instead.
let icu = LinkerSetting.linkedLibrary(
  "_FoundationICU", .when(platforms: [.linux, .android, .windows, .wasi]))

let package = Package(
  name: "OpenPredicate",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "OpenPredicate", targets: ["OpenPredicate"]),
    .library(name: "PredicateSyntax", targets: ["PredicateSyntax"]),
    // What tools need beside the names that `import OpenPredicate` and `import PredicateSQLite` show.
    .library(
      name: "PredicateTools",
      targets: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateModel",
        "PredicateFetching", "PredicateStatements", "PredicateSQL",
      ]),
    // @Queryable and #query, with the trait Macros only.
    .library(name: "PredicateMacros", targets: ["PredicateMacros"]),
    .library(name: "PredicateChecking", targets: ["PredicateChecking"]),
    // For programs in other languages: libopenpredicate, with the header Sources/PredicateLibrary/include/openpredicate.h.
    .library(name: "openpredicate", type: .dynamic, targets: ["PredicateLibrary"]),
    .library(name: "PredicateSQLite", targets: ["PredicateSQLite"]),
    .library(name: "PredicateStore", targets: ["PredicateStore"]),
    .library(name: "PredicateXcodeModels", targets: ["PredicateXcodeModels"]),
    .library(name: "PredicateDemo", targets: ["PredicateDemo"]),
    .executable(name: "predicate", targets: ["predicate"]),
  ],
  traits: [
    // One default only: SwiftPM passes several to the compiler in random order, and builds everything again where it changes.
    .default(enabledTraits: ["SQLite"]),
    .trait(
      name: "SQLite",
      description: "The SQLite back end, the demo database and the shell, which need GRDB, and the whole command."),
    .trait(
      name: "CommandLine",
      description: "The command predicate without SQLite, which needs swift-argument-parser."),
    .trait(
      name: "Macros",
      description: "The macros @Queryable and #query of the product PredicateMacros, which need swift-syntax."),
    .trait(
      name: "Portable",
      description:
        "No reads of memory by layouts that Swift does not promise, and no private declarations of its library."),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    // The language. Arrows run one way, from the bottom of this list to the top.
    .target(name: "PredicateSyntax"),
    .target(
      name: "PredicateValues",
      dependencies: ["PredicateSyntax"],
      linkerSettings: [icu]),
    .target(name: "PredicateBinding", dependencies: ["PredicateSyntax", "PredicateValues"]),
    .systemLibrary(name: "CPrefetch"),
    .target(name: "PredicateMemory", dependencies: ["PredicateValues", "CPrefetch"], exclude: ["README.md"]),
    .target(
      name: "PredicateEvaluation",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "CPrefetch"]),
    .target(
      name: "PredicateModel",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateBinding"]),
    // Xcode's data models, apart from PredicateModel: an application that reads none does not load FoundationXML.
    .target(
      name: "PredicateXcodeModels",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateModel"]),
    .target(
      name: "PredicateStatements",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel"]),
    // What those who take predicates accept, and what is wrong with a predicate for one of them.
    .target(
      name: "PredicateChecking",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel"],
      resources: [.embedInCode("Profiles")]),
    .target(
      name: "PredicateFetching",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateModel"]),
    .target(
      name: "OpenPredicate",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateModel",
        "PredicateStatements", "PredicateFetching",
      ]),

    // What is checked when compiling. Without the trait the plugin is an empty program, which nothing depends on.
    .macro(
      name: "PredicateMacroPlugin",
      dependencies: [
        .target(name: "PredicateSyntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntax", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: .when(traits: ["Macros"])),
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax", condition: .when(traits: ["Macros"])),
      ]),
    .target(
      name: "PredicateMacros",
      dependencies: ["OpenPredicate", .target(name: "PredicateMacroPlugin", condition: .when(traits: ["Macros"]))]),

    // Streams of records.
    .target(
      name: "PredicateRecords",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation"]),

    // Predicates of consumers, tried against facts.
    .target(
      name: "PredicateMatching",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateChecking",
      ]),

    // The functions of the C library.
    .target(
      name: "PredicateLibrary",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateEvaluation", "PredicateChecking", "PredicateMatching",
      ], exclude: ["include"]),

    // Databases.
    .target(
      name: "PredicateSQL",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel"]),
    .target(
      name: "PredicateSQLite",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "OpenPredicate",
        "PredicateModel", "PredicateFetching", "PredicateSQL",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]),

    .target(
      name: "PredicateDemo",
      dependencies: [
        "PredicateModel", "PredicateFetching", "PredicateSQLite",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]),

    // What programs write, the line protocol with its runner, and the commands that need neither a database nor a terminal.
    .target(
      name: "PredicateOutput",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateEvaluation", "PredicateRecords", "PredicateModel",
      ]),
    // The object graph.
    .target(
      name: "PredicateStore",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateRecords",
        "PredicateModel", "PredicateFetching", "PredicateSQLite",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ]),

    // Query statements over a database: run, explained, verified.
    .target(
      name: "PredicateAnswers",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateRecords",
        "PredicateModel", "PredicateStatements", "PredicateFetching", "PredicateSQL", "PredicateSQLite",
        "PredicateOutput",
      ]),

    // Statements that change data, over the object graph.
    .target(
      name: "PredicateChanges",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateModel",
        "PredicateStatements", "PredicateSQL", "PredicateSQLite", "PredicateOutput", "PredicateAnswers",
        "PredicateStore",
      ]),

    .target(
      name: "PredicateConformance",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateRecords",
        "PredicateOutput",
      ]),
    .target(
      name: "PredicatePrograms",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateRecords",
        "PredicateModel", "PredicateXcodeModels", "PredicateChecking", "PredicateMatching", "PredicateOutput",
      ]),

    // The line protocol over databases.
    .target(
      name: "PredicateEngines",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateRecords",
        "PredicateModel", "PredicateStatements", "PredicateSQL", "PredicateSQLite", "PredicateDemo", "PredicateOutput",
        "PredicateAnswers", "PredicateConformance",
      ]),

    // What editors ask while predicates are typed.
    .target(
      name: "PredicateLanguageServer",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateStatements", "PredicateChecking",
      ]),

    // Files of records into databases.
    .target(
      name: "PredicateImport",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateRecords", "PredicateModel", "PredicateSQLite",
        "PredicateOutput",
      ]),

    // The command line.
    .systemLibrary(name: "CLibEdit", providers: [.apt(["libedit-dev"])]),
    .target(
      name: "PredicateShell",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation",
        "PredicateRecords", "PredicateModel", "PredicateXcodeModels", "PredicateStatements", "PredicateFetching",
        "PredicateSQL", "PredicateSQLite", "PredicateStore", "PredicateChanges", "PredicateDemo", "PredicateOutput",
        "PredicateAnswers", "PredicateImport", "CLibEdit",
      ]),
    .executableTarget(
      name: "predicate",
      dependencies: [
        "PredicateValues", "PredicateRecords", "PredicateChecking", "PredicateOutput", "PredicateConformance",
        "PredicatePrograms", "PredicateLanguageServer", "PredicateLibrary",
        .target(name: "PredicateEngines", condition: .when(traits: ["SQLite"])),
        .target(name: "PredicateShell", condition: .when(traits: ["SQLite"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["SQLite", "CommandLine"])),
      ]),

    // Examples; the tests run them.
    .executableTarget(name: "filter-array", dependencies: ["OpenPredicate"], path: "examples/filter-array"),
    .executableTarget(
      name: "movie-lending", dependencies: ["PredicateDemo", "PredicateStore"], path: "examples/movie-lending",
      exclude: ["README.md"]),
    .executableTarget(
      name: "failed-banks", dependencies: ["PredicateStore"], path: "examples/failed-banks", exclude: ["README.md"]),
    .executableTarget(
      name: "drill-down", dependencies: ["PredicateStore"], path: "examples/drill-down", exclude: ["README.md"],
      resources: [.embedInCode("places.xml")]),
    .executableTarget(
      name: "sales-record", dependencies: ["PredicateStore"], path: "examples/sales-record", exclude: ["README.md"]),
    .executableTarget(
      name: "departments-employees", dependencies: ["PredicateStore"], path: "examples/departments-employees",
      exclude: ["README.md"]),

    // A shell on a query that never ends, for the tests of Ctrl-C and of the progress bar.
    .executableTarget(
      name: "endless-shell",
      dependencies: [
        "PredicateValues", "PredicateModel", "PredicateSQL", "PredicateSQLite", "PredicateDemo", "PredicateAnswers",
        "PredicateShell",
        .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
      ], path: "Tests/EndlessShell"),

    // Processes that write objects, for the tests of what happens when they are killed and when two write at once.
    .executableTarget(name: "store-writer", dependencies: ["PredicateStore"], path: "Tests/StoreWriter"),

    // The line protocol over Swift values: the engine and the reference, without a database.
    .executableTarget(
      name: "engine-adapter",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "PredicateEvaluation",
        "PredicateRecords", "PredicateConformance",
      ], path: "Tests/EngineAdapter"),

    // What several test targets share: random trees, the oracle.
    .target(
      name: "PredicateTestSupport", dependencies: ["PredicateSyntax", "PredicateValues", "PredicateModel"],
      path: "Tests/PredicateTestSupport"),
    .testTarget(name: "PredicateSyntaxTests", dependencies: ["PredicateSyntax", "PredicateTestSupport"]),
    .testTarget(
      name: "PredicateValuesTests", dependencies: ["PredicateSyntax", "PredicateValues", "PredicateTestSupport"],
      linkerSettings: [icu]),
    .testTarget(
      name: "PredicateEvaluationTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "PredicateEvaluation",
        "OpenPredicate", "PredicateTestSupport",
      ]),
    // A client of the library: its files import what an application imports, and nothing else. The package Client compiles them from outside.
    .testTarget(
      name: "OpenPredicateClientTests",
      dependencies: [
        "OpenPredicate", "PredicateSQLite", "PredicateStore", .product(name: "GRDB", package: "GRDB.swift"),
      ], path: "Client/Tests/OpenPredicateClientTests",
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(
      name: "PredicateRecordsTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateEvaluation", "PredicateRecords", "PredicateTestSupport",
      ]),
    .testTarget(
      name: "PredicateBindingTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel", "PredicateTestSupport",
      ]),
    .testTarget(
      name: "PredicateModelTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel", "PredicateTestSupport",
      ]),
    .testTarget(
      name: "PredicateCheckingTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateEvaluation", "PredicateChecking", "PredicateTestSupport",
        "predicate",
      ], exclude: ["shapes.json", "file-shapes.json"]),
    .testTarget(
      name: "PredicateMatchingTests",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateChecking", "PredicateMatching"]),
    .testTarget(
      name: "PredicateLanguageServerTests",
      dependencies: ["PredicateSyntax", "PredicateChecking", "PredicateLanguageServer", "predicate"]),
    .testTarget(name: "PredicateLibraryTests", dependencies: ["PredicateLibrary", "PredicateTestSupport"]),
    .testTarget(
      name: "PredicateStatementsTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateStatements", "PredicateTestSupport",
      ]),
    .testTarget(
      name: "PredicateSQLTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel", "PredicateSQL",
        "PredicateTestSupport",
      ]),
    .testTarget(
      name: "PredicateSQLiteTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateModel",
        "PredicateFetching", "PredicateSQL", "PredicateSQLite", "PredicateDemo", "PredicateTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PredicateStoreTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateFetching", "PredicateSQLite", "PredicateDemo",
        "PredicateStore", "PredicateXcodeModels", "PredicateTestSupport", "movie-lending", "failed-banks", "drill-down",
        "sales-record",
        "departments-employees",
        "store-writer",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PredicateDemoTests",
      dependencies: [
        "PredicateModel", "PredicateSQLite", "PredicateDemo", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PredicateOutputTests",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateOutput"]),
    .testTarget(
      name: "PredicateProgramsTests",
      dependencies: [
        "PredicateSyntax", "PredicateRecords", "PredicateModel", "PredicateChecking", "PredicateOutput",
        "PredicatePrograms",
      ]),
    .testTarget(
      name: "PredicateAnswersTests",
      dependencies: ["PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateSQLite", "PredicateAnswers"]),
    .testTarget(
      name: "PredicateChangesTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateStatements", "PredicateSQLite",
        "PredicateStore", "PredicateDemo", "PredicateOutput", "PredicateChanges",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PredicateImportTests", dependencies: ["PredicateRecords", "PredicateModel", "PredicateImport"]),
    .testTarget(
      name: "PredicateShellTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateEvaluation", "PredicateModel",
        "PredicateStatements", "PredicateFetching", "PredicateSQL", "PredicateSQLite", "PredicateDemo",
        "PredicateAnswers", "PredicatePrograms", "PredicateShell", "PredicateTestSupport", "filter-array",
        "predicate", "endless-shell",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PredicateConformanceTests",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateRecords", "PredicateModel",
        "PredicateStatements", "PredicateSQLite", "PredicateDemo", "PredicateOutput", "PredicateConformance",
        "PredicateEngines", "PredicateShell", "PredicateTestSupport", "predicate", "engine-adapter",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
