import Foundation
import PredicateSyntax
import PredicateValues

/// Declarations with the names that Core Data, SwiftData, Realm and Fluent use. The compiler shows their messages.
extension StoredObject {
  /// Unavailable: a context creates objects.
  @available(
    *, unavailable, message: "write try context.insert(Movie.self), with the name of the class in place of Movie"
  )
  public convenience init?() { return nil }

  /// Unavailable: a context creates objects.
  @available(
    *, unavailable, message: "write try context.insert(Movie.self), with the name of the class in place of Movie"
  )
  public convenience init?(_ context: ObjectContext) { return nil }

  /// Unavailable: a context creates objects.
  @available(
    *, unavailable, message: "write try context.insert(Movie.self), with the name of the class in place of Movie"
  )
  public convenience init?(context: ObjectContext) { return nil }
}

extension StoredObject {
  /// Unavailable: the property has another name.
  @available(*, unavailable, message: "write object.id")
  public var objectID: ObjectID { id }
}

extension ResultChanges {
  /// Unavailable: the property has another name.
  @available(*, unavailable, message: "write changes.inserts")
  public var inserted: [ResultPlace] { inserts }

  /// Unavailable: the property has another name.
  @available(*, unavailable, message: "write changes.deletes")
  public var deleted: [ResultPlace] { deletes }
}

extension ObjectContext {
  /// Unavailable: a context takes the path of the file.
  @available(*, unavailable, message: "write try ObjectContext(path: url.path, classes: [Movie.self])")
  public convenience init(
    url: URL, classes: [StoredObject.Type], fetchTemplates: [FetchTemplate] = [], migration: ModelMigration? = nil
  ) throws { try self.init(classes: classes) }

  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write try context.batchDelete(type, condition)")
  public func deleteAll<Object: StoredObject>(_ type: Object.Type, where format: QueryFormat? = nil) {}

  /// Unavailable: one method refreshes an object, and another one lets go of all.
  @available(*, unavailable, message: "write try context.refresh(object, mergingChanges: true), or context.reset()")
  public func refreshAllObjects() {}

  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write try context.object(for: id)")
  public func object(with id: ObjectID) -> StoredObject? { nil }

  /// Unavailable: an actor has the method.
  @available(*, unavailable, message: "write try await ObjectActor(context).perform { context in … }")
  public func perform(_ body: () throws -> Void) {}

  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write try context.batchDelete(type, condition)")
  public func delete<Object: StoredObject>(_ type: Object.Type, _ format: QueryFormat? = nil) {}

  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write try context.batchUpdate(type, condition, set: [\"year\": 1990])")
  public func update<Object: StoredObject, Value>(
    _ type: Object.Type, _ format: QueryFormat? = nil, set values: [String: Value]
  ) {}
}

extension ObjectContext {
  /// Unavailable: the context itself undoes changes.
  @available(*, unavailable, message: "write context.undo(), context.redo() and context.undoLimit")
  public var undoManager: ObjectContext? { nil }

  /// Unavailable: observed results have sections.
  @available(*, unavailable, message: "write observe(type, condition, sectionedBy: \"genre\").sections")
  public func sections<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, by path: QueryFormat, sortedBy sortKeys: QuerySortKey...
  ) throws -> [ResultSection] { [] }

  /// Unavailable: the condition has no label.
  @available(*, unavailable, message: "leave out the argument label: fetch(Movie.self, \"year > 1990\")")
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, where format: QueryFormat, sortedBy sortKeys: QuerySortKey..., limit: Int? = nil
  ) throws -> [Object] { [] }

  /// Unavailable: the condition has no label.
  @available(
    *, unavailable, message: "leave out the argument label: fetch(Movie.self, \"year > 1990\", sortedBy: \\.title)"
  )
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, where format: QueryFormat, sortedBy keyPath: PartialKeyPath<Object>, isAscending: Bool = true,
    limit: Int? = nil
  ) throws -> [Object] { [] }

  /// Unavailable: another module translates predicates of Foundation.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @available(
    *, unavailable, message: "import PredicateFoundation, and write fetch(Movie.self, QueryPredicate(predicate))"
  )
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ predicate: Predicate<Object>, sortedBy sortKeys: QuerySortKey..., limit: Int? = nil
  ) throws -> [Object] { [] }
}

extension ObservedResults {
  /// Unavailable: the objects are an array.
  @available(*, unavailable, message: "write results.objects.count")
  public var count: Int { 0 }

  /// Unavailable: the objects are an array.
  @available(*, unavailable, message: "write results.objects.isEmpty")
  public var isEmpty: Bool { true }

  /// Unavailable: the objects are an array.
  @available(*, unavailable, message: "write results.objects[0]")
  public subscript(position: Int) -> Object { objects[position] }
}

extension ResultSection {
  /// Unavailable: the results have the objects.
  @available(*, unavailable, message: "write results[section], with the observed results in place of results")
  public var objects: [StoredObject] { [] }
}

@available(
  *, unavailable, message: "write for try await changes in results.updates(), and read results.objects in the loop"
)
extension ObservedResults: AsyncSequence {
  /// Unavailable: ``updates(every:)`` has the changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// Unavailable, like its type.
    public mutating func next() async throws -> [Object]? { nil }
  }

  /// Unavailable: ``updates(every:)`` has the changes.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

/// A text in a variable in the place of a format, which the compiler explains.
extension ObjectContext {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, write fetch(_:text:policy:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ text: String, sortedBy sortKeys: QuerySortKey..., limit: Int? = nil
  ) throws -> [Object] { [] }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, write fetch(_:text:policy:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public func first<Object: StoredObject>(
    _ type: Object.Type, _ text: String, sortedBy sortKeys: QuerySortKey...
  ) throws -> Object? { nil }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, write count(_:text:policy:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public func count(_ type: StoredObject.Type, _ text: String) throws -> Int { 0 }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, write observe(_:text:policy:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public func observe<Object: StoredObject>(
    _ type: Object.Type, _ text: String, sortedBy sortKeys: QuerySortKey..., sectionedBy sectionPath: QueryFormat? = nil
  ) throws -> ObservedResults<Object> { try observe(type) }

  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "write QueryFormat(raw: text) for trusted text")
  @discardableResult
  @_disfavoredOverload
  public func batchDelete<Object: StoredObject>(
    _ type: Object.Type, _ text: String, rules: BatchRules = .respected
  ) throws -> Int { 0 }
}

extension ObjectContext {
  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "write QueryFormat(raw: text) for trusted text")
  @discardableResult
  @_disfavoredOverload
  public func batchUpdate<Object: StoredObject>(
    _ type: Object.Type, _ text: String, set values: [String: (any StorableValue)?], rules: BatchRules = .respected
  ) throws -> Int { 0 }
}

/// Orders by key paths, which the compiler explains.
extension ObjectContext {
  /// Unavailable: the order is a key path or the name of a property.
  @available(*, unavailable, message: "write sortedBy: \\.title, or a sort key such as .descending(\"title\")")
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, sortedBy descriptors: SortDescriptor<Object>...,
    limit: Int? = nil
  ) throws -> [Object] { [] }

  /// Unavailable: the order is a key path or the name of a property.
  @available(*, unavailable, message: "write sortedBy: \\.title, or keys such as \"year\", .descending(\"title\")")
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, sortedBy descriptors: [SortDescriptor<Object>],
    limit: Int? = nil
  ) throws -> [Object] { [] }

  /// Unavailable: a name in a variable has a label.
  @available(
    *, unavailable,
    message: "write sortedBy: .ascending(key: name) or .descending(key: name) for the name of a property in a variable"
  )
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, sortedBy name: String, limit: Int? = nil
  ) throws -> [Object] { [] }

  /// Unavailable: only one property can be a key path.
  @available(*, unavailable, message: "to sort by several properties, write sortedBy: \"year\", \"title\"")
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, sortedBy first: PartialKeyPath<Object>,
    _ second: PartialKeyPath<Object>, _ rest: PartialKeyPath<Object>...
  ) throws -> [Object] { [] }
}
