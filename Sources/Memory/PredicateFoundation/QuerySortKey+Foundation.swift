import Foundation
import PredicateSyntax

extension QuerySortKey {
  /// A key that is a property, given by a Swift key path of one component.
  ///
  /// ```swift
  /// try movies.sorted(by: QuerySortKey(\Movie.genre), .descending(\Movie.year))
  /// ```
  ///
  /// The property has the name that the property table of its type gives the key path, otherwise the name of the stored property.
  ///
  /// - Throws: A `PredicateIssue` of code `unnamed-key-path` for a computed property without a name in a table, and for a key path of several
  ///   components.
  public init<Root>(_ keyPath: PartialKeyPath<Root>, isAscending: Bool = true) throws(PredicateIssue) {
    self.init(QueryKeyPath(.key(try KeyPathName.name(of: keyPath))), isAscending: isAscending)
  }

  /// An ascending key that is a property: `try movies.sorted(by: .ascending(\Movie.year))`.
  ///
  /// - Throws: A `PredicateIssue` of code `unnamed-key-path`, as ``init(_:isAscending:)-(PartialKeyPath<Root>,_)``.
  public static func ascending<Root>(_ keyPath: PartialKeyPath<Root>) throws(PredicateIssue) -> QuerySortKey {
    try QuerySortKey(keyPath)
  }

  /// A descending key that is a property: `try movies.sorted(by: .descending(\Movie.year), "title")`.
  ///
  /// - Throws: A `PredicateIssue` of code `unnamed-key-path`, as ``init(_:isAscending:)-(PartialKeyPath<Root>,_)``.
  public static func descending<Root>(_ keyPath: PartialKeyPath<Root>) throws(PredicateIssue) -> QuerySortKey {
    try QuerySortKey(keyPath, isAscending: false)
  }
}

extension Sequence {
  /// The elements in the order of a property: `try movies.sorted(by: \.year)`. Elements with equal values keep their order.
  ///
  /// - Throws: A `PredicateIssue` of code `unnamed-key-path`, and the issues of `sorted(by:)` with sort keys.
  @_disfavoredOverload
  public func sorted(by keyPath: PartialKeyPath<Element>, isAscending: Bool = true) throws(PredicateIssue) -> [Element]
  {
    try sorted(by: [QuerySortKey(keyPath, isAscending: isAscending)])
  }

  /// The element with the least value of a property; the first of them if there are several. Nil if no element has a value: `try movies.min(by:
  /// \.rating)`.
  ///
  /// - Throws: A `PredicateIssue` of code `unnamed-key-path`, and the issues of `min(by:)` with a sort key.
  @_disfavoredOverload
  public func min(by keyPath: PartialKeyPath<Element>) throws(PredicateIssue) -> Element? {
    try self.min(by: QuerySortKey(keyPath))
  }

  /// The element with the greatest value of a property; the last of them if there are several. Nil if no element has a value: `try movies.max(by:
  /// \.rating)`.
  ///
  /// - Throws: A `PredicateIssue` of code `unnamed-key-path`, and the issues of `max(by:)` with a sort key.
  @_disfavoredOverload
  public func max(by keyPath: PartialKeyPath<Element>) throws(PredicateIssue) -> Element? {
    try self.max(by: QuerySortKey(keyPath))
  }
}

extension QuerySortKey {
  /// The sort key that corresponds to a sort descriptor of Foundation.
  ///
  /// ```swift
  /// let order = SortDescriptor(\Movie.year, order: .reverse)
  /// try movies.sorted(by: QuerySortKey(order))
  /// ```
  ///
  /// Strings are compared by their scalars if the descriptor has no comparator, or `.lexical`. On Apple's platforms, `.localizedStandard` and
  /// `.localized` keep their meaning.
  ///
  /// - Throws: A `PredicateIssue` as for a key path. Of code `no-equal` for a descriptor with a comparator of the application.
  public init<Root>(_ descriptor: SortDescriptor<Root>) throws(PredicateIssue) {
    guard let keyPath = descriptor.keyPath else {
      throw .error(
        "no-equal", nil, "a sort key cannot use a comparator that the application defines",
        hint: "write the sort key as a key path or as a string", kind: .unsupported)
    }
    try self.init(keyPath, isAscending: descriptor.order == .forward)
    #if canImport(ObjectiveC)
      switch descriptor.stringComparator {
      case .localizedStandard?: isLocalizedStandard = true
      case .localized?: options = .localeSensitive
      default: break
      }
    #endif
  }
}

extension Sequence {
  /// Unavailable: the direction is a Bool, or a part of the sort key.
  @available(
    *, unavailable,
    message: "write sorted(by: \\.year, isAscending: false), or sorted(by: .descending(\\Movie.year))"
  )
  @_disfavoredOverload
  public func sorted(
    by keyPath: PartialKeyPath<Element>, order: QuerySortKey.OtherOrder
  ) throws(PredicateIssue) -> [Element] { [] }

  /// Unavailable: Foundation sorts by its descriptors, and ``QuerySortKey`` makes a sort key from one.
  @available(*, unavailable, message: "write sorted(using: descriptor), or try sorted(by: QuerySortKey(descriptor))")
  @_disfavoredOverload
  public func sorted(by descriptor: SortDescriptor<Element>) throws(PredicateIssue) -> [Element] { [] }
}
