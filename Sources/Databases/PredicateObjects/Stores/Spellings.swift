import PredicateSyntax
import PredicateValues

/// Declarations with the names that Core Data, SwiftData, Realm and Fluent use. The compiler shows their messages.
extension StoredObject {
  /// Unavailable: a context creates objects.
  @available(*, unavailable, message: "write try context.insert(Movie.self), with the class in the place of Movie")
  public convenience init?() { return nil }

  /// Unavailable: a context creates objects.
  @available(*, unavailable, message: "write try context.insert(Movie.self), with the class in the place of Movie")
  public convenience init?(_ context: ObjectContext) { return nil }

  /// Unavailable: a context creates objects.
  @available(*, unavailable, message: "write try context.insert(Movie.self), with the class in the place of Movie")
  public convenience init?(context: ObjectContext) { return nil }
}

extension ObjectContext {
  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write context.revert()")
  public func rollback() {}

  /// Unavailable: an actor has the method.
  @available(*, unavailable, message: "write try await ObjectActor(context).perform { context in … }")
  public func perform(_ body: () throws -> Void) {}

  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write context.batchDelete(type, condition)")
  public func delete<Object: StoredObject>(_ type: Object.Type, _ format: QueryFormat? = nil) {}

  /// Unavailable: the method has another name.
  @available(*, unavailable, message: "write context.batchUpdate(type, condition, set: [\"year\": 1990])")
  public func update<Object: StoredObject, Value>(
    _ type: Object.Type, _ format: QueryFormat? = nil, set values: [String: Value]
  ) {}
}

/// A text in a variable in the place of a format, which the compiler explains.
extension ObjectContext {
  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "write fetch(_:text:policy:) for user text, QueryFormat(raw:) for trusted text")
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ text: String, sortedBy sortKeys: QuerySortKey..., limit: Int? = nil
  ) throws -> [Object] { [] }

  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "write fetch(_:text:policy:) for user text, QueryFormat(raw:) for trusted text")
  @_disfavoredOverload
  public func first<Object: StoredObject>(
    _ type: Object.Type, _ text: String, sortedBy sortKeys: QuerySortKey...
  ) throws -> Object? { nil }

  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "write count(_:text:policy:) for user text, QueryFormat(raw:) for trusted text")
  @_disfavoredOverload
  public func count(_ type: StoredObject.Type, _ text: String) throws -> Int { 0 }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable, message: "write observe(_:text:policy:) for user text, QueryFormat(raw:) for trusted text"
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

/// Orders by several key paths, which the compiler explains.
extension ObjectContext {
  /// Unavailable: only one property can be a key path.
  @available(*, unavailable, message: "write the names of several properties: sortedBy: \"year\", \"title\"")
  @_disfavoredOverload
  public func fetch<Object: StoredObject>(
    _ type: Object.Type, _ format: QueryFormat? = nil, sortedBy first: PartialKeyPath<Object>,
    _ second: PartialKeyPath<Object>, _ rest: PartialKeyPath<Object>...
  ) throws -> [Object] { [] }
}
