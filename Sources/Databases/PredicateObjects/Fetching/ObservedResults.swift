import Observation
import PredicateBinding
import PredicateDatabases
import PredicateReference
import PredicateModel
import PredicateValues

/// The results of a fetch, kept up to date: the objects in order, in sections, and their changes since the last update.
///
///     let films = try context.observe(Movie.self, "lent == YES", sortedBy: "title", sectionedBy: "genre")
///     for section in films.sections { print(section.name, films[section].map(\.title)) }
///
///     if let changes = try films.update() { print(changes.inserts.count, "more") }
///     for try await changes in films.updates() { show(changes) }
///
/// It reports changes through its context, saved or not, through other connections, and through other processes. Commits of this process end the wait for
/// changes at once: of any context over the same file, and of SQL on the same connection. It belongs to the task of its context. It is `Observable`: views that
/// read ``objects`` or ``sections`` are told when ``update()`` finds changes.
public final class ObservedResults<Object: StoredObject> {
  /// The objects, in the order of the fetch. Objects that were deleted since the last ``update()`` are still included, and cannot be read.
  public var objects: [Object] {
    noteAccess()
    return found
  }
  /// The sections in their order; one without a name if the results have no key path for sections.
  public var sections: [ResultSection] {
    noteAccess()
    return list.sections
  }

  private var found: [Object]
  /// An `ObservationRegistrar`, which needs newer systems than the package.
  private let registrar: (any Sendable)? =
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { ObservationRegistrar() } else { nil }
  private let context: ObjectContext
  private let read: (ObjectContext) throws -> ResultList
  private var list: ResultList
  private var token: ChangeToken?
  /// The signal that ends the wait for changes, and the observer that reports commits to it; nil before the first wait.
  private var commits: (signal: CommitSignal, observer: CommitObserver)?

  init(_ context: ObjectContext, _ read: @escaping (ObjectContext) throws -> ResultList) throws {
    self.context = context
    self.read = read
    token = try context.changeToken()
    list = try read(context)
    found = list.objects.compactMap { $0 as? Object }
  }

  /// The objects of a section.
  public subscript(section: ResultSection) -> ArraySlice<Object> { objects[section.range] }

  /// Checks for changes, and applies them. Returns nil for unchanged results.
  ///
  /// For unchanged results the check takes some microseconds, whatever the number of objects. Otherwise the fetch runs again. If the database has
  /// several connections and is open only for reading, the fetch runs each time.
  ///
  /// - Throws: As ``ObjectContext/fetch(_:_:_:sortedBy:limit:offset:batchSize:)``. In this case the results stay unchanged.
  public func update() throws -> ResultChanges? {
    // The number is read first. If another process writes after that, the next check finds the change.
    let now = try context.changeToken()
    if let now, now == token { return nil }
    list.noteLoaded()
    let list = try read(context)
    let changes = list.changes(since: self.list)
    func apply() {
      self.list = list
      found = list.objects.compactMap { $0 as? Object }
    }
    if changes.isEmpty { apply() } else { reporting(apply) }
    token = now
    return changes.isEmpty ? nil : changes
  }

  private func noteAccess() {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    (registrar as? ObservationRegistrar)?.access(self, keyPath: \.objects)
  }

  private func reporting(_ change: () -> Void) {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *),
      let registrar = registrar as? ObservationRegistrar
    else { return change() }
    registrar.withMutation(of: self, keyPath: \.objects, change)
  }

  /// Waits for changes, and applies them.
  ///
  /// Commits of this process are found immediately.
  ///
  /// - Parameter interval: The time between two checks for other changes: unsaved changes of the context, and changes by other processes.
  /// - Throws: As ``update()``; `CancellationError` if the task is cancelled.
  public func nextChanges(
    every interval: Duration = .milliseconds(250), isolation: isolated (any Actor)? = #isolation
  ) async throws -> ResultChanges {
    let signal = try observedCommits()
    while true {
      try Task.checkCancellation()
      // The count is read before the check, so that a commit after it always ends the wait.
      let seen = signal.count
      if let changes = try update() { return changes }
      try await signal.wait(after: seen, upTo: interval)
    }
  }

  private func observedCommits() throws -> CommitSignal {
    if let commits { return commits.signal }
    let signal = CommitSignal.of(context)
    commits = (signal, CommitObserver(context.database) { signal.announce() })
    return signal
  }

  /// All changes from now on. The sequence ends with an error, or when its task is cancelled.
  ///
  ///     for try await changes in films.updates(every: .seconds(1)) { show(changes) }
  ///
  /// - Parameter interval: The time between two checks; see ``nextChanges(every:isolation:)``.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public func updates(every interval: Duration = .milliseconds(250)) -> ResultUpdates<Object> {
    ResultUpdates(results: self, interval: interval)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservedResults: Observable {}

/// The changes of observed results as they come: ``ObservedResults/updates(every:)``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct ResultUpdates<Object: StoredObject>: AsyncSequence {
  let results: ObservedResults<Object>
  let interval: Duration

  /// Waits for changes again and again.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let results: ObservedResults<Object>
    let interval: Duration

    /// The next changes.
    public mutating func next() async throws -> ResultChanges? {
      try await results.nextChanges(every: interval, isolation: nil)
    }

    /// The next changes. Waits in the isolation of the caller.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> ResultChanges? {
      try await results.nextChanges(every: interval, isolation: actor)
    }
  }

  /// An iterator over the same results. Two iterators share the changes: each change goes to one of them.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: results, interval: interval) }
}

/// Results that are kept up to date.
extension ObjectContext {
  /// The results of a condition, kept up to date.
  ///
  ///     let films = try context.observe(Movie.self, "year > \(minimum)", sortedBy: "title", sectionedBy: "genre", batchSize: 20)
  ///
  /// - Parameters:
  ///   - type: The class of the objects.
  ///   - format: The condition; interpolations are arguments.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - sectionPath: The key path whose values make sections. The objects are sorted by it first, unless the first sort key is the same path.
  ///   - batchSize: How many rows are read together when a property of one of their objects is first read; nil reads all rows now.
  /// - Throws: As ``fetch(_:_:_:sortedBy:limit:offset:batchSize:)``.
  public func observe<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil,
    sortedBy sortKeys: QuerySortKey..., sectionedBy sectionPath: QueryFormat? = nil, batchSize: Int? = nil
  ) throws -> ObservedResults<Object> {
    try observe(type, predicate(format), sortedBy: sortKeys, sectionedBy: sectionPath, batchSize: batchSize)
  }

  /// The results of a condition, kept up to date, in an order that was made at run time.
  public func observe<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil,
    sortedBy sortKeys: [QuerySortKey], sectionedBy sectionPath: QueryFormat? = nil, batchSize: Int? = nil
  ) throws -> ObservedResults<Object> {
    try observe(type, predicate(format), sortedBy: sortKeys, sectionedBy: sectionPath, batchSize: batchSize)
  }

  /// The results of a condition, kept up to date, in the order of a property: `try context.observe(Movie.self, sortedBy: \.year)`.
  public func observe<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, sortedBy keyPath: PartialKeyPath<Object>,
    isAscending: Bool = true, sectionedBy sectionPath: QueryFormat? = nil, batchSize: Int? = nil
  ) throws -> ObservedResults<Object> {
    let key = QuerySortKey(QueryKeyPath(.key(try classes.name(of: keyPath))), isAscending: isAscending)
    return try observe(type, predicate(format), sortedBy: [key], sectionedBy: sectionPath, batchSize: batchSize)
  }

  /// The results of a predicate, kept up to date. The parameters are those of `observe` with a format.
  @_disfavoredOverload
  public func observe<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate?, sortedBy sortKeys: QuerySortKey...,
    sectionedBy sectionPath: QueryFormat? = nil, batchSize: Int? = nil
  ) throws -> ObservedResults<Object> {
    try observe(type, predicate, sortedBy: sortKeys, sectionedBy: sectionPath, batchSize: batchSize)
  }

  /// The results of a predicate, kept up to date, in an order that was made at run time.
  @_disfavoredOverload
  public func observe<Object: StoredObject>(
    _ type: Object.Type, _ predicate: QueryPredicate?, sortedBy sortKeys: [QuerySortKey],
    sectionedBy sectionPath: QueryFormat? = nil, batchSize: Int? = nil
  ) throws -> ObservedResults<Object> {
    var fetch = try request(
      type, where: predicate, sortedBy: sortKeys, limit: nil, offset: 0)
    let section = try sectionPath.map { path throws(PredicateIssue) in try QueryExpression(path) }
    if let section {
      if let first = fetch.sortKeys.first, first.expression == section {
        // The section is a second sort key. If the first one ignores case, “a” and “A” are equal in it, and the objects of the two sections would alternate.
        if !first.options.isEmpty {
          fetch.sortKeys.insert(QuerySortKey(section, isAscending: first.isAscending), at: 1)
        }
      } else {
        fetch.sortKeys.insert(QuerySortKey(section), at: 0)
      }
    }
    return try ObservedResults(self) { [fetch] in try $0.resultList(fetch, section, batchSize) }
  }

  /// The objects of a fetch, in the sections by the values of a path.
  func resultList(_ fetch: EntityFetch, _ sectionPath: QueryExpression?, _ batchSize: Int?) throws -> ResultList {
    guard let sectionPath else {
      return ResultList(try objects(fetch, batchSize: batchSize))
    }
    return try holding { try sections(fetch, sectionPath, batchSize) }
  }

  private func sections(_ fetch: EntityFetch, _ sectionPath: QueryExpression, _ batchSize: Int?) throws -> ResultList {
    let entity = try entityPlan(named: fetch.entity)
    if entity.numbers != nil {
      // If rows have no integer, the section is evaluated for each object.
      let section = try Binder.bind(sectionPath, to: .entity(entity.entity.name, modelOfObjects))
      return ResultList(try objects(fetch, batchSize: batchSize).map { ($0, try value(section, of: $0)) })
    }
    // One statement reads the keys and the sections, so that no other connection writes between two reads.
    var both = fetch
    both.columns = [
      FetchedColumn(try QueryExpression(format: "SELF"), as: "object"), FetchedColumn(sectionPath, as: "section"),
    ]
    let rows = try rows(both).rows
    let keys = rows.map { row -> Int64? in
      switch row.first {
      case .reference(let reference)?: reference.key
      case .object(let found as ContextObject)?: found.object.key
      default: nil
      }
    }
    // If the context has changes, the fetch reads its objects, because some of them are not in the database.
    let found =
      try readsChanges(bound(both, [:]))
      ? keys.compactMap { key in key.flatMap { self.objects[entity.root][$0] } }
      : objects(entity, keys.compactMap { $0 }, batchSize: batchSize)
    var known: [Int64: StoredObject] = [:]
    for object in found { known[object.key] = object }
    return ResultList(
      zip(rows, keys).compactMap { row, key in key.flatMap { known[$0] }.map { ($0, row[1]) } })
  }
}

/// Numbers that stay the same while nothing changes that a context can see.
struct ChangeToken: Hashable {
  /// The number of changes that the context has made.
  let contextChanges: Int
  let versions: [Int64]
}

extension ObjectContext {
  /// The present numbers. Reading them takes a few microseconds. Nil if the database has several connections of which none writes.
  func changeToken() throws -> ChangeToken? {
    try refreshStore()
    return try storage.versions().map { ChangeToken(contextChanges: changeCount, versions: $0) }
  }
}
