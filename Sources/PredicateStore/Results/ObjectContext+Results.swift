import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

/// Results that are kept up to date.
extension ObjectContext {
  /// What a condition finds, kept up to date.
  ///
  ///     let films = try context.observe(Movie.self, "year > %@", 1990, sortedBy: "title", sectionedBy: "genre", batchSize: 20)
  ///
  /// - Parameters:
  ///   - sectionPath: The key path whose values make sections; the objects are sorted by it first, unless the first sort key is the same.
  ///   - batchSize: How many rows are read at once, when the first property of one of them is read; nil reads all rows now.
  /// - Throws: As ``fetch(_:_:_:sortedBy:limit:offset:batchSize:)``.
  public func observe<Object: StoredObject>(
    _ type: Object.Type, _ format: String? = nil, _ arguments: any QueryArgumentConvertible...,
    sortedBy sortKeys: QuerySortKey..., sectionedBy sectionPath: String? = nil, batchSize: Int? = nil
  ) throws -> ObservedResults<Object> {
    var fetch = try request(
      type, where: predicate(format, arguments), sortedBy: sortKeys, limit: nil, offset: 0)
    let section = try sectionPath.map { path throws(PredicateIssue) in try QueryExpression(format: path) }
    if let section {
      if let first = fetch.sortKeys.first, first.expression == section {
        // An order without case has “a” and “A” side by side: without a second key objects of both would alternate.
        if !first.options.isEmpty { fetch.sortKeys.insert(SortKey(section, isAscending: first.isAscending), at: 1) }
      } else {
        fetch.sortKeys.insert(SortKey(section), at: 0)
      }
    }
    return try ObservedResults(self, fetch, sectionPath: section, batchSize: batchSize)
  }

  /// The objects of a fetch in the sections that a path makes.
  func resultList(_ fetch: EntityFetch, _ sectionPath: QueryExpression?, _ batchSize: Int?) throws -> ResultList {
    guard let sectionPath else {
      let found = try objects(fetch, batchSize: batchSize)
      return ResultList(found, [ResultSection(name: .null, range: 0..<found.count)])
    }
    // One statement gives both, so that nobody writes in between.
    var both = fetch
    both.columns = [
      FetchedColumn(try QueryExpression(format: "SELF"), as: "object"), FetchedColumn(sectionPath, as: "section"),
    ]
    let entity = try entityPlan(named: fetch.entity)
    let rows = try rows(both).rows
    let keys = rows.map { row -> Int64? in
      switch row.first {
      case .reference(let reference)?: reference.key
      case .object(let found as ContextObject)?: found.object.key
      default: nil
      }
    }
    // Of a context with changes the rows are its objects, some of which have no row in the database.
    let found =
      try readsChanges(both, [:])
      ? keys.compactMap { key in key.flatMap { self.objects[entity.root][$0] } }
      : objects(entity, keys.compactMap { $0 }, batchSize: batchSize)
    var known: [Int64: StoredObject] = [:]
    for object in found { known[object.key] = object }
    var objects: [StoredObject] = []
    var sections: [ResultSection] = []
    for (row, key) in zip(rows, keys) {
      guard let key, let object = known[key] else { continue }
      let next = ResultSection(name: row[1], range: objects.count..<(objects.count + 1))
      if let last = sections.last, last.hasSameName(as: next) {
        sections[sections.count - 1] = ResultSection(
          name: last.name, range: last.range.lowerBound..<next.range.upperBound)
      } else {
        sections.append(next)
      }
      objects.append(object)
    }
    return ResultList(objects, sections)
  }
}
