import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

/// What a fetch finds, kept up to date: sorted, in sections, and with the changes since the last look.
///
///     let films = try context.observe(Movie.self, "lent == YES", sortedBy: "title", sectionedBy: "genre")
///     for section in films.sections { print(section.name, films[section].map(\.title)) }
///
///     if let changes = try films.update() { print(changes.inserts.count, "more") }
///     for try await changes in films.updates() { show(changes) }
///
/// It sees what changes through its context, saved or not, through other connections, and through other processes. It belongs to the
/// task of its context.
public final class ObservedResults<Object: StoredObject> {
  /// The objects, in the order of the fetch. Those that are deleted since the last ``update()`` are still there, and cannot be read.
  public private(set) var objects: [Object]
  /// The sections in their order; one without a name where there is no key path for them.
  public var sections: [ResultSection] { list.sections }

  private let context: ObjectContext
  private let fetch: EntityFetch
  private let sectionPath: QueryExpression?
  private let batchSize: Int?
  private var list: ResultList
  private var token: ChangeToken?

  init(
    _ context: ObjectContext, _ fetch: EntityFetch, sectionPath: QueryExpression?, batchSize: Int?
  ) throws {
    self.context = context
    self.fetch = fetch
    self.sectionPath = sectionPath
    self.batchSize = batchSize
    token = try context.changeToken()
    list = try context.resultList(fetch, sectionPath, batchSize)
    objects = list.objects.compactMap { $0 as? Object }
  }

  /// The objects of a section.
  public subscript(section: ResultSection) -> ArraySlice<Object> { objects[section.range] }

  /// Looks for changes, and takes them over. Returns nil where there are none.
  ///
  /// A look at what did not change takes some microseconds, whatever the number of objects. Otherwise the fetch runs once more. Over a
  /// database of several connections that is open for reading only it runs each time.
  ///
  /// - Throws: As ``ObjectContext/fetch(_:_:_:sortedBy:limit:offset:batchSize:)``. The results stay as they are then.
  public func update() throws -> ResultChanges? {
    // What another process writes behind this number is seen by the next look.
    let now = try context.changeToken()
    if let now, now == token { return nil }
    list.noteLoaded()
    let found = try context.resultList(fetch, sectionPath, batchSize)
    let changes = found.changes(since: list)
    list = found
    objects = found.objects.compactMap { $0 as? Object }
    token = now
    return changes.isEmpty ? nil : changes
  }

  /// Waits for changes, and takes them over.
  ///
  /// - Parameter interval: The time between two looks.
  /// - Throws: As ``update()``; `CancellationError` where the task is cancelled.
  public func nextChanges(
    every interval: Duration = .milliseconds(250), isolation: isolated (any Actor)? = #isolation
  ) async throws -> ResultChanges {
    while true {
      try Task.checkCancellation()
      if let changes = try update() { return changes }
      try await Task.sleep(for: interval)
    }
  }

  /// All changes from now on, as they come. The sequence ends when its task is cancelled, by an error.
  ///
  ///     for try await changes in films.updates(every: .seconds(1)) { show(changes) }
  ///
  /// - Parameter interval: The time between two looks.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public func updates(every interval: Duration = .milliseconds(250)) -> ResultUpdates<Object> {
    ResultUpdates(results: self, interval: interval)
  }
}
