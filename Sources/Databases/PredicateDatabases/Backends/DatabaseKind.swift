import PredicateModel

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
  package let help: Help
  /// Opens a database. Throws ``DatabaseIssue``. In a build with an ``obstacle``, throws the obstacle.
  package let open: @Sendable (DatabaseOpening) throws -> any QueryDatabase
  /// Copies a database of any kind into a new schema at an address of this kind; nil if this kind has no schemas. In a build with an ``obstacle``,
  /// throws the obstacle.
  package let copy: Copier?

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

  /// The paragraphs about this kind in the help of commands and options; nil for those that it does not have.
  package struct Help: Sendable {
    /// For `.export`: how a database is copied into an address of this kind.
    package let copying: String?
    /// For `.explain --run`: the numbers that it shows.
    package let measuredPlan: String?
    /// For `--server-sums`.
    package let serverSums: String?

    package init(copying: String? = nil, measuredPlan: String? = nil, serverSums: String? = nil) {
      (self.copying, self.measuredPlan, self.serverSums) = (copying, measuredPlan, serverSums)
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
    countedRows: CountedRows, changeRefusal: (@Sendable (_ name: String) -> String)?, help: Help = Help(),
    open: @escaping @Sendable (DatabaseOpening) throws -> any QueryDatabase
  ) {
    self.init(
      name: name, noun: noun, isServer: isServer, addresses: addresses, foldsLike: foldsLike, countedRows: countedRows,
      changeRefusal: changeRefusal, help: help, driver: .success(Driver(open: open)))
  }

  /// A kind whose driver some builds lack.
  ///
  /// - Parameter driver: The driver, or the reason why this build cannot open such databases. ``open`` throws the reason. ``copy`` throws it if the
  ///   help describes copying.
  package init(
    name: String, noun: String, isServer: Bool, addresses: DatabaseAddresses, foldsLike: Bool,
    countedRows: CountedRows, changeRefusal: (@Sendable (_ name: String) -> String)?, help: Help = Help(),
    driver: Result<Driver, DatabaseIssue>
  ) {
    (self.name, self.noun, self.isServer, self.addresses) = (name, noun, isServer, addresses)
    (self.foldsLike, self.countedRows, self.changeRefusal) = (foldsLike, countedRows, changeRefusal)
    self.help = help
    switch driver {
    case .success(let driver):
      obstacle = nil
      open = { opening in try driver.open(opening.at(addresses.normalized(opening.address))) }
      if let copy = driver.copy {
        self.copy = { source, address, schema in try copy(source, addresses.normalized(address), schema) }
      } else {
        copy = nil
      }
    case .failure(let issue):
      obstacle = issue
      open = { _ in throw issue }
      if help.copying == nil {
        copy = nil
      } else {
        copy = { _, _, _ in throw issue }
      }
    }
  }
}

/// How a program opens a database.
package struct DatabaseOpening: Sendable {
  /// The path of a file, or the address of a database on a server.
  package private(set) var address: String
  /// Whether rows cannot be changed or imported.
  package var isReadOnly = true
  /// Whether a server may sum floating-point numbers itself.
  package var usesServerSums = false
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
  /// Default: false.
  package var refusesImports: Bool { false }

  /// Default: unknown.
  package var activity: String? { nil }
}
