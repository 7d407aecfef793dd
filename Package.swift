// swift-tools-version:6.1
import CompilerPluginSupport
import PackageDescription

/// The floors of `Sources`, bottom to top. A target depends on targets of floors below its own, and on those listed before it on its own floor.
enum Floor: String { case Language, Memory, Documents, Databases, Checking, Asking, Programs }

/// With OPENPREDICATE_OPTIMISED these targets, and those of the floors Language and Memory, are optimised in debug builds as well. The tests spend most
/// of their time there, and the build takes about as long. Optimising the whole floor Databases took more time than it saved. `scripts/traits.sh` sets
/// the variable. A package with such flags cannot be fetched by a version, so they are not the default.
let optimisedTargets: Set = ["PredicateModel", "PredicateSQL", "PredicateFetching", "PredicateDatabases"]
let optimisedFloors: Set<Floor> = [.Language, .Memory]
let optimised: [SwiftSetting] =
  Context.environment["OPENPREDICATE_OPTIMISED"] == nil
  ? []
  : [
    // SwiftPM enables the batch mode in debug builds, and the compiler warns that it cannot be used together with the optimisation of a whole module.
    .unsafeFlags(
      ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
      .when(configuration: .debug))
  ]

/// The traits with which the databases, the shell and the whole command are built. The trait PostgreSQL has everything that the trait SQLite has, so that
/// one trait builds everything: SwiftPM passes several to the compiler in random order, and builds everything again where that order changes.
let databaseTraits: Set<String> = ["SQLite", "PostgreSQL"]
/// The targets of the databases. Programs and tests that open every kind of database depend on all of them.
let databaseTargets: [Target.Dependency] = ["PredicateSQLite", "PredicatePostgreSQL"]
/// The traits with which the command is built.
let commandTraits = databaseTraits.union(["CommandLine"])

/// The conditions `#if Databases` and `#if Commands` of the programs, so that their code does not list traits.
let programSettings: [SwiftSetting] = [
  .define("Databases", .when(traits: databaseTraits)), .define("Commands", .when(traits: commandTraits)),
]

extension Target {
  /// A library target, in the folder of its floor. Its README.md is for readers.
  static func module(
    _ floor: Floor, _ name: String, _ dependencies: [Dependency] = [], exclude: [String] = [],
    resources: [Resource]? = nil, linkerSettings: [LinkerSetting]? = nil
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", exclude: ["README.md"] + exclude,
      resources: resources,
      swiftSettings: (optimisedFloors.contains(floor) || optimisedTargets.contains(name) ? optimised : [])
        + (floor == .Programs ? programSettings : []),
      linkerSettings: linkerSettings)
  }

  /// Tests, in the folder of the floor that they test.
  static func tests(
    _ floor: Floor, _ name: String, _ dependencies: [Dependency], exclude: [String] = [],
    linkerSettings: [LinkerSetting]? = nil
  ) -> Target {
    .testTarget(
      name: name, dependencies: dependencies, path: "Tests/\(floor)/\(name)", exclude: exclude,
      linkerSettings: linkerSettings)
  }

  /// An example with a README.md.
  static func example(_ name: String, _ dependencies: [Dependency], resources: [Resource]? = nil) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: "examples/\(name)", exclude: ["README.md"], resources: resources)
  }
}

extension Target.Dependency {
  /// SQLite's toolkit.
  static let grdb = product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: databaseTraits))
  /// SQLite's functions of C.
  static let sqlite = product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: databaseTraits))
  /// The server of `predicate web`, and the addresses that it listens at.
  static let web = [
    product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: databaseTraits)),
    product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: databaseTraits)),
  ]
  /// A module of swift-syntax, which the trait Macros brings.
  static func swiftSyntax(_ name: String) -> Self {
    .product(name: name, package: "swift-syntax", condition: .when(traits: ["Macros"]))
  }

  /// A target that only builds with a trait have.
  static func target(_ name: String, trait: String) -> Self {
    .target(name: name, condition: .when(traits: [trait]))
  }

  /// A target that only builds with databases have.
  static func databases(_ name: String) -> Self {
    .target(name: name, condition: .when(traits: databaseTraits))
  }
}

/// The ICU that Foundation brings. On Apple's platforms Foundation's own interface is used instead.
let icu = LinkerSetting.linkedLibrary(
  "_FoundationICU", .when(platforms: [.linux, .android, .windows, .wasi]))

let package = Package(
  name: "OpenPredicate",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "OpenPredicate", targets: ["OpenPredicate"]),
    .library(name: "PredicateSyntax", targets: ["PredicateSyntax"]),
    // Predicates of Foundation, and Objective-C's spellings.
    .library(name: "PredicateFoundation", targets: ["PredicateFoundation"]),
    // Statements over arrays: `movies.fetch("group by genre show genre, count()")`.
    .library(name: "PredicateStatements", targets: ["PredicateStatements"]),
    // What tools need beside the names that `import OpenPredicate` and `import PredicateSQLite` show.
    .library(
      name: "PredicateTools",
      targets: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine",
        "PredicateDocuments", "PredicateModel", "PredicateFetching", "PredicateSQL", "PredicateDatabases",
      ]),
    // @Queryable and #query, with the trait Macros only.
    .library(name: "PredicateMacros", targets: ["PredicateMacros"]),
    .library(name: "PredicateChecking", targets: ["PredicateChecking"]),
    // The language server in a program of another name.
    .library(name: "PredicateLanguageServer", targets: ["PredicateLanguageServer"]),
    // For programs in other languages: libopenpredicate, with the header Sources/Checking/PredicateLibrary/include/openpredicate.h.
    .library(name: "openpredicate", type: .dynamic, targets: ["PredicateLibrary"]),
    .library(name: "PredicateSQLite", targets: ["PredicateSQLite"]),
    // With the trait PostgreSQL only.
    .library(name: "PredicatePostgreSQL", targets: ["PredicatePostgreSQL"]),
    .library(name: "PredicateObjects", targets: ["PredicateObjects"]),
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
      name: "PostgreSQL",
      description: "Everything that the trait SQLite has, and the PostgreSQL back end, which needs libpq."),
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
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // Text to tree, values and their operations, tree to typed core.
    .module(.Language, "PredicateSyntax"),
    .module(.Language, "PredicateValues", ["PredicateSyntax"], linkerSettings: [icu]),
    .module(.Language, "PredicateBinding", ["PredicateValues"]),

    // Predicates over Swift values.
    .systemLibrary(name: "CPrefetch", path: "Sources/Memory/CPrefetch"),
    .module(.Memory, "PredicateMemory", ["PredicateValues", "CPrefetch"]),
    .module(.Memory, "PredicateReference", ["PredicateValues", "PredicateBinding", "PredicateMemory"]),
    .module(
      .Memory, "PredicateEngine",
      ["PredicateSyntax", "PredicateValues", "PredicateBinding", "CPrefetch", "PredicateMemory", "PredicateReference"]),
    .module(
      .Memory, "OpenPredicate",
      ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine"]),
    .module(
      .Memory, "PredicateFoundation",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine",
        "OpenPredicate",
      ]),

    // Checks by the compiler. Without the trait the plugin is an empty program, on which nothing depends.
    .macro(
      name: "PredicateMacroPlugin",
      dependencies: [
        .target("PredicateSyntax", trait: "Macros"), .swiftSyntax("SwiftSyntax"), .swiftSyntax("SwiftSyntaxMacros"),
        .swiftSyntax("SwiftDiagnostics"), .swiftSyntax("SwiftCompilerPlugin"),
      ], path: "Sources/Memory/PredicateMacroPlugin", exclude: ["README.md"]),
    .module(.Memory, "PredicateMacros", ["OpenPredicate", .target("PredicateMacroPlugin", trait: "Macros")]),

    // Files of other tools, and streams of records.
    .module(.Documents, "PredicateDocuments", ["PredicateSyntax", "PredicateValues"]),
    .module(
      .Documents, "PredicateRecords",
      ["PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine", "PredicateDocuments"]),

    // The same meaning on the rows of databases.
    .module(
      .Databases, "PredicateModel", ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateDocuments"]),
    .module(
      .Databases, "PredicateFetching", ["PredicateValues", "PredicateBinding", "PredicateReference", "PredicateModel"]),

    // Xcode's data models.
    .module(
      .Databases, "PredicateXcodeModels",
      ["PredicateSyntax", "PredicateValues", "PredicateDocuments", "PredicateModel"]),
    .module(.Databases, "PredicateSQL", ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel"]),
    .module(
      .Databases, "PredicateDatabases",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateModel",
        "PredicateFetching", "PredicateSQL",
      ]),
    // zlib, which inflates the model that a store of Core Data carries.
    .systemLibrary(name: "CZlib", path: "Sources/Databases/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .module(
      .Databases, "PredicateSQLite",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "OpenPredicate",
        "PredicateDocuments", "PredicateModel", "PredicateFetching", "PredicateSQL", "PredicateDatabases",
        .databases("CZlib"),
        .grdb, .sqlite,
      ]),
    // PostgreSQL's own client library.
    .systemLibrary(name: "CLibPQ", path: "Sources/Databases/CLibPQ", providers: [.apt(["libpq-dev"])]),
    .module(
      .Databases, "PredicatePostgreSQL",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateModel", "PredicateFetching", "PredicateSQL", "PredicateDatabases",
        .target("CLibPQ", trait: "PostgreSQL"),
      ]),
    .module(
      .Databases, "PredicateObjects",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateModel", "PredicateFetching", "PredicateDatabases", "PredicateSQLite", .grdb,
      ]),
    .module(.Databases, "PredicateDemo", ["PredicateModel", "PredicateSQLite", .grdb]),

    // Predicates in the files of other tools, and for programs in other languages.
    .module(
      .Checking, "PredicateChecking",
      ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateDocuments", "PredicateModel"],
      resources: [.embedInCode("Profiles"), .embedInCode("errors.json")]),
    .module(
      .Checking, "PredicateFacts",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateChecking",
      ]),
    .module(
      .Checking, "PredicateLibrary",
      [
        "PredicateSyntax", "PredicateValues", "PredicateReference", "PredicateDocuments", "PredicateChecking",
        "PredicateFacts",
      ],
      exclude: ["include", "python"]),

    // Statements, the output of programs, sessions over a database, the shell.
    .module(
      .Asking, "PredicateStatements",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine",
        "OpenPredicate", "PredicateModel", "PredicateFetching",
      ]),
    .module(
      .Asking, "PredicateOutput",
      [
        "PredicateSyntax", "PredicateValues", "PredicateReference", "PredicateDocuments", "PredicateRecords",
        "PredicateModel",
      ]),
    .module(
      .Asking, "PredicateSessions",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateRecords", "PredicateModel", "PredicateFetching", "PredicateSQL", "PredicateDatabases",
        "PredicateObjects", "PredicateStatements", "PredicateOutput",
      ]),
    .systemLibrary(name: "CLibEdit", path: "Sources/Asking/CLibEdit", providers: [.apt(["libedit-dev"])]),
    .module(
      .Asking, "PredicateShell",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateRecords",
        "PredicateModel", "PredicateXcodeModels", "PredicateSQL", "PredicateDatabases", "PredicateObjects",
        "PredicateDemo", "PredicateStatements", "PredicateOutput", "PredicateSessions", "CLibEdit",
      ] + databaseTargets),
    .module(
      .Asking, "PredicateWeb",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateModel", "PredicateDatabases", "PredicateStatements", "PredicateOutput", "PredicateSessions",
      ] + Target.Dependency.web, resources: [.embedInCode("Page")]),

    // The programs that people start.
    .module(
      .Programs, "PredicateConformance",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateRecords",
        .databases("PredicateModel"), .databases("PredicateSQL"),
        .databases("PredicateFetching"), .databases("PredicateDatabases"),
        .databases("PredicateStatements"), "PredicateOutput",
        .databases("PredicateSessions"),
      ]),
    .module(
      .Programs, "PredicateCommands",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateDocuments",
        "PredicateRecords", "PredicateModel", "PredicateFetching", "PredicateXcodeModels", "PredicateChecking",
        "PredicateFacts", "PredicateStatements", "PredicateOutput",
      ]),
    .module(
      .Programs, "PredicateLanguageServer",
      [
        "PredicateSyntax", "PredicateValues", "PredicateDocuments", "PredicateModel", "PredicateChecking",
        "PredicateStatements",
      ]),
    .executableTarget(
      name: "predicate",
      dependencies: [
        "PredicateValues", "PredicateDocuments", "PredicateRecords", "PredicateChecking", "PredicateLibrary",
        "PredicateOutput",
        "PredicateConformance", "PredicateCommands", "PredicateLanguageServer",
        .databases("PredicateShell"), .databases("PredicateWeb"),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: commandTraits)),
      ], path: "Sources/Programs/predicate", exclude: ["README.md"], swiftSettings: programSettings),

    // Examples; the tests run them.
    // The programs of README.md and of Documentation/start/swift.md, as they are shown there.
    .executableTarget(name: "first-lines", dependencies: ["OpenPredicate"], path: "examples/first-lines"),
    .executableTarget(name: "ten-minutes", dependencies: ["OpenPredicate"], path: "examples/ten-minutes"),
    .example("filter-array", ["OpenPredicate"]),
    .example("movie-lending", ["PredicateObjects", "PredicateDemo"]),
    .example("failed-banks", ["PredicateObjects"]),
    .example("drill-down", ["PredicateObjects"], resources: [.embedInCode("places.xml")]),
    .example("sales-record", ["PredicateObjects"]),
    .example("departments-employees", ["PredicateObjects"]),

    // A shell on a query that never ends, for the tests of Ctrl-C and of the progress bar.
    .executableTarget(
      name: "endless-shell",
      dependencies: [
        "PredicateValues", "PredicateModel", "PredicateFetching", "PredicateSQL", "PredicateDatabases",
        "PredicateSQLite", "PredicateDemo", "PredicateShell", .grdb,
      ], path: "Tests/Support/EndlessShell"),
    // Processes that write objects, for the tests of killed writers and of two writers at once.
    .executableTarget(name: "store-writer", dependencies: ["PredicateObjects"], path: "Tests/Support/StoreWriter"),
    // The line protocol over Swift values: the engine and the reference, without a database.
    .executableTarget(
      name: "engine-adapter",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "PredicateReference",
        "PredicateEngine", "PredicateDocuments", "PredicateConformance",
      ], path: "Tests/Support/EngineAdapter"),
    // Shared by several test targets: random trees, the oracle, child processes.
    .target(
      name: "PredicateTestSupport",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateModel", .target("CLibPQ", trait: "PostgreSQL"),
      ],
      path: "Tests/Support/PredicateTestSupport"),
    // What is asked of every database, and the data for it.
    .target(
      name: "PredicateDatabaseSuite",
      dependencies: [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateModel",
        "PredicateFetching", "PredicateSQL", "PredicateDatabases", "PredicateTestSupport", .grdb,
      ] + databaseTargets, path: "Tests/Support/PredicateDatabaseSuite"),
    .target(
      name: "PredicateEngineFixtures", dependencies: ["PredicateMemory", "PredicateReference"],
      path: "Tests/Support/PredicateEngineFixtures"),

    // Tests, floor by floor.
    .tests(.Language, "PredicateSyntaxTests", ["PredicateSyntax", "PredicateTestSupport"]),
    .tests(.Language, "PredicateValuesTests", ["PredicateValues", "PredicateTestSupport"], linkerSettings: [icu]),
    .tests(
      .Language, "PredicateBindingTests",
      ["PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel", "PredicateTestSupport"]),
    .tests(.Memory, "PredicateMemoryTests", ["PredicateValues", "PredicateMemory", "OpenPredicate"]),
    .tests(
      .Memory, "PredicateReferenceTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "PredicateReference",
        "PredicateEngine", "OpenPredicate", "PredicateStatements", "PredicateTestSupport", "PredicateEngineFixtures",
      ]),
    .tests(
      .Memory, "PredicateEngineTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateMemory", "PredicateReference",
        "PredicateEngine", "OpenPredicate", "PredicateFoundation", "PredicateTestSupport", "PredicateEngineFixtures",
      ]),
    .tests(.Memory, "PredicateFoundationTests", ["PredicateSyntax", "PredicateFoundation", "PredicateTestSupport"]),
    .tests(
      .Documents, "PredicateDocumentsTests", ["PredicateSyntax", "PredicateValues", "PredicateDocuments"]),
    .tests(
      .Documents, "PredicateRecordsTests",
      [
        "PredicateValues", "PredicateReference", "PredicateEngine", "PredicateDocuments", "PredicateRecords",
        "PredicateTestSupport",
      ]),
    .tests(
      .Databases, "PredicateModelTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateDocuments", "PredicateModel",
        "PredicateTestSupport",
      ]),
    .tests(.Databases, "PredicateXcodeModelsTests", ["PredicateModel", "PredicateXcodeModels", "PredicateObjects"]),
    .tests(
      .Databases, "PredicateSQLTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel", "PredicateSQL", "PredicateSQLite",
        "PredicateTestSupport",
      ]),
    .tests(
      .Databases, "PredicateDatabasesTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateModel", "PredicateFetching", "PredicateSQL",
        "PredicateDatabases", "PredicateStatements", "PredicateDatabaseSuite",
      ]),
    .tests(
      .Databases, "PredicateSQLiteTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine",
        "PredicateModel", "PredicateFetching", "PredicateSQL", "PredicateDatabases", "PredicateSQLite",
        "PredicateDemo", "PredicateDatabaseSuite", "PredicateTestSupport", .grdb, .sqlite,
      ]),
    .tests(
      .Databases, "PredicatePostgreSQLTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateModel",
        "PredicateFetching", "PredicateSQL", "PredicateDatabases", "PredicateSQLite", "PredicatePostgreSQL",
        "PredicateDemo", "PredicateDocuments", "PredicateOutput", "PredicateStatements", "PredicateSessions",
        "PredicateDatabaseSuite", "PredicateTestSupport", .grdb,
      ]),
    .tests(
      .Databases, "PredicateObjectsTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateEngine", "PredicateModel", "PredicateFetching",
        "PredicateSQLite", "PredicatePostgreSQL", "PredicateObjects", "PredicateDemo", "PredicateTestSupport", .grdb,
        "movie-lending", "failed-banks",
        "drill-down", "sales-record", "departments-employees", "store-writer",
      ]),
    .tests(.Databases, "PredicateDemoTests", ["PredicateModel", "PredicateSQLite", "PredicateDemo", .grdb]),
    .tests(
      .Checking, "PredicateCheckingTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateReference", "PredicateEngine", "PredicateDocuments",
        "PredicateChecking", "PredicateTestSupport", "predicate",
      ], exclude: ["Checkouts/checkout.json", "Shapes/file-shapes.json", "Shapes/shapes.json"]),
    .tests(
      .Checking, "PredicateFactsTests",
      ["PredicateSyntax", "PredicateValues", "PredicateDocuments", "PredicateChecking", "PredicateFacts"]),
    .tests(.Checking, "PredicateLibraryTests", ["PredicateLibrary", "PredicateTestSupport"]),
    .tests(
      .Asking, "PredicateStatementsTests",
      ["PredicateSyntax", "OpenPredicate", "PredicateModel", "PredicateStatements", "PredicateTestSupport"]),
    .tests(
      .Asking, "PredicateOutputTests", ["PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateOutput"]),
    .tests(
      .Asking, "PredicateSessionsTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateDocuments", "PredicateRecords",
        "PredicateModel",
        "PredicateFetching", "PredicateSQL", "PredicateDatabases", "PredicateSQLite", "PredicateObjects",
        "PredicateDemo", "PredicateStatements", "PredicateOutput", "PredicateSessions", .grdb,
      ]),
    .tests(
      .Asking, "PredicateShellTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateReference", "PredicateEngine",
        "PredicateModel", "PredicateFetching", "PredicateSQL", "PredicateDatabases", "PredicateDemo",
        "PredicateStatements", "PredicateSessions", "PredicateShell", "PredicateCommands", "PredicateTestSupport",
        .grdb, "predicate", "endless-shell",
      ] + databaseTargets),
    .tests(
      .Asking, "PredicateWebTests",
      [
        "PredicateValues", "PredicateDocuments", "PredicateModel", "PredicateFetching", "PredicateSQL",
        "PredicateDatabases", "PredicateSQLite", "PredicateObjects", "PredicateDemo", "PredicateStatements",
        "PredicateWeb",
        "PredicateTestSupport", .grdb,
      ] + Target.Dependency.web),
    .tests(
      .Programs, "PredicateConformanceTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateBinding", "PredicateDocuments", "PredicateRecords",
        "PredicateModel", "PredicateDemo", "PredicateStatements", "PredicateOutput", "PredicateShell",
        "PredicateConformance", "PredicateDatabaseSuite", "PredicateTestSupport", .grdb, "predicate", "engine-adapter",
      ] + databaseTargets),
    .tests(
      .Programs, "PredicateCommandsTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateRecords", "PredicateModel", "PredicateChecking",
        "PredicateOutput", "PredicateCommands", "PredicateTestSupport",
      ]),
    .tests(
      .Programs, "PredicateLanguageServerTests",
      ["PredicateChecking", "PredicateLanguageServer", "PredicateTestSupport", "predicate"],
      exclude: ["Editors/vscode.js"]),
    .tests(
      .Programs, "ProjectTests",
      [
        "PredicateSyntax", "PredicateValues", "PredicateModel", "PredicateSQLite", "PredicatePostgreSQL",
        "PredicateDemo",
        "PredicateStatements", "PredicateShell", "PredicateTestSupport", .grdb, "predicate", "filter-array",
        "first-lines", "ten-minutes",
      ]),
    // A client of the library: its files import what an application imports, and nothing else. The package Client compiles them from outside.
    .testTarget(
      name: "OpenPredicateClientTests",
      dependencies: [
        "OpenPredicate", "PredicateFoundation", "PredicateSQLite", "PredicateObjects", "PredicateStatements", .grdb,
      ], path: "Client/Tests/OpenPredicateClientTests",
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ],
  swiftLanguageModes: [.v6]
)
