import PredicateModel
import PredicateSyntax

/// A kind of database, declared once by the target of the database. Programs list the kinds, and ask them instead of testing types.
///
/// ```swift
/// let kind = NamedDatabase.kind(at: "postgresql://ann@db.example.org/shop")  // .postgreSQL
/// let shop = try kind.open(DatabaseOpening("postgresql://ann@db.example.org/shop"))
/// ```
package struct DatabaseKind: Sendable {
  /// The name in the line protocol: `sqlite`.
  package let name: String
  /// The address of such a database in help texts, with its article.
  package let noun: String
  /// Whether the databases are on servers. Other databases are files, or are in the memory of this process.
  package let isServer: Bool
  /// How an address or a file of this kind is recognized.
  package let addresses: DatabaseAddresses
  /// The reason why this build cannot open such databases; nil if it can.
  package let obstacle: DatabaseIssue?
  /// Whether LIKE ignores case in the database's SQL.
  package let foldsLike: Bool
  /// The rows that progress reports count: `rows looked at`.
  package let countedRows: CountedRows
  /// The sentence about a database with this name for a statement that changes rows; nil if statements can change them.
  package let changeRefusal: (@Sendable (_ name: String) -> String)?
  /// Whether a database may be a Core Data store. ``open(_:)`` of other kinds refuses ``DatabaseOpening/coreDataModel``.
  package let readsCoreDataModels: Bool
  /// The options of the command line that this kind understands. ``open(_:)`` refuses other options.
  package let options: [Option]
  package let help: Help
  /// Copies a database of any kind into a new schema at an address of this kind; nil if this kind has no schemas. In a build with an ``obstacle``,
  /// throws the obstacle.
  package let copy: Copier?
  private let driver: Result<Driver, DatabaseIssue>

  /// Returns the number of copied rows, and one sentence for each part that was not copied.
  package typealias Copier =
    @Sendable (
      _ source: any QueryDatabase, _ address: String, _ schema: String
    ) throws -> (rows: Int, notes: [String])

  /// The rows that ``QueryDatabase/watching(_:_:)`` counts.
  package enum CountedRows: Sendable {
    /// The rows that the statement has read.
    case read
    /// The rows that have arrived. The number of rows that the statement reads is unknown.
    case received
  }

  /// An option of the command line that changes how databases of a kind are opened: `--server-sums`.
  package struct Option: Sendable {
    /// The name without dashes: `server-sums`.
    package let name: String
    /// The effect of the option.
    package var help: String

    package init(_ name: String, help: String) { (self.name, self.help) = (name, help) }
  }

  /// The paragraphs about this kind in the help of commands and options; nil for those that it does not have.
  package struct Help: Sendable {
    /// For `.export`: how a database is copied into an address of this kind.
    package let copying: String?
    /// For `.explain --run`: the numbers that it shows.
    package let measuredPlan: String?
    /// For `predicate schema`: facts of model files that only this kind has.
    package let modelFiles: String?
    /// For `.raw`: an example in the SQL of this kind.
    package let rawSQL: String?

    package init(
      copying: String? = nil, measuredPlan: String? = nil, modelFiles: String? = nil, rawSQL: String? = nil
    ) {
      (self.copying, self.measuredPlan) = (copying, measuredPlan)
      (self.modelFiles, self.rawSQL) = (modelFiles, rawSQL)
    }
  }

  /// How databases of a kind are opened and copied. The functions get a URL with its scheme in small letters.
  package struct Driver: Sendable {
    let open: @Sendable (DatabaseOpening) throws -> any QueryDatabase
    let copy: Copier?

    package init(
      copy: Copier? = nil, open: @escaping @Sendable (DatabaseOpening) throws -> any QueryDatabase
    ) {
      (self.copy, self.open) = (copy, open)
    }
  }

  /// A kind whose driver every build has.
  package init(
    name: String, noun: String, isServer: Bool, addresses: DatabaseAddresses, foldsLike: Bool,
    countedRows: CountedRows, changeRefusal: (@Sendable (_ name: String) -> String)?,
    readsCoreDataModels: Bool = false, options: [Option] = [], help: Help = Help(),
    open: @escaping @Sendable (DatabaseOpening) throws -> any QueryDatabase
  ) {
    self.init(
      name: name, noun: noun, isServer: isServer, addresses: addresses, foldsLike: foldsLike, countedRows: countedRows,
      changeRefusal: changeRefusal, readsCoreDataModels: readsCoreDataModels, options: options, help: help,
      driver: .success(Driver(open: open)))
  }

  /// A kind whose driver some builds lack.
  ///
  /// - Parameter driver: The driver, or the reason why this build cannot open such databases. ``open(_:)`` throws the reason. ``copy`` throws it if the
  ///   help describes copying.
  package init(
    name: String, noun: String, isServer: Bool, addresses: DatabaseAddresses, foldsLike: Bool,
    countedRows: CountedRows, changeRefusal: (@Sendable (_ name: String) -> String)?,
    readsCoreDataModels: Bool = false, options: [Option] = [], help: Help = Help(),
    driver: Result<Driver, DatabaseIssue>
  ) {
    (self.name, self.noun, self.isServer, self.addresses) = (name, noun, isServer, addresses)
    (self.foldsLike, self.countedRows, self.changeRefusal) = (foldsLike, countedRows, changeRefusal)
    (self.readsCoreDataModels, self.options, self.help) = (readsCoreDataModels, options, help)
    self.driver = driver
    switch driver {
    case .success(let driver):
      obstacle = nil
      if let copy = driver.copy {
        self.copy = { source, address, schema in try copy(source, addresses.normalized(address), schema) }
      } else {
        copy = nil
      }
    case .failure(let issue):
      obstacle = issue
      if help.copying == nil {
        copy = nil
      } else {
        copy = { _, _, _ in throw issue }
      }
    }
  }

  /// Opens a database. Throws ``DatabaseIssue``: the ``obstacle`` in a build that has one, and an issue if this kind does not understand a part of the
  /// opening.
  package func open(_ opening: DatabaseOpening) throws -> any QueryDatabase {
    let driver = try driver.get()
    guard readsCoreDataModels || opening.coreDataModel == nil else {
      throw DatabaseIssue(.unusableSchema, "only a store of Core Data has the data model of an Xcode project")
    }
    if let option = opening.options.subtracting(options.map(\.name)).min() {
      throw DatabaseIssue(
        .notPermitted, "the option --\(option) does not apply to \(noun)", hint: "run the command without --\(option)")
    }
    return try driver.open(opening.at(addresses.normalized(opening.address)))
  }
}

/// How a program opens a database.
package struct DatabaseOpening: Sendable {
  /// The path of a file, or the address of a database on a server.
  package private(set) var address: String
  /// Whether rows cannot be changed or imported.
  package var isReadOnly = true
  /// The names of the options of the command line (``DatabaseKind/Option``): `server-sums`.
  package var options: Set<String> = []
  /// The only schema whose tables have names without a schema; nil for the schemas that the server chooses. Files have no schemas.
  package var schema: String?
  /// A whole model, or changes to the schema's model.
  package var file: ModelFile?
  /// The model of the application that wrote a Core Data store. If it is set, ``file`` is nil.
  package var coreDataModel: DataModel?

  package init(_ address: String) {
    self.address = address
  }

  /// The same opening of a database at another address.
  fileprivate func at(_ address: String) -> DatabaseOpening {
    var opening = self
    opening.address = address
    return opening
  }
}

/// Defaults for a database that accepts rows and does not report its work.
extension QueryDatabase {
  /// Default: nil.
  package func importRefusal(into entity: String) -> PredicateIssue? { nil }

  /// Default: unknown.
  package var activity: String? { nil }
}
