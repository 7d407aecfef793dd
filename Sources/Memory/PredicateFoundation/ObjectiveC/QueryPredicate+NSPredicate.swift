#if canImport(ObjectiveC)
  import Foundation
  import PredicateReference
  import PredicateValues

  extension QueryPredicate {
    /// Reads the condition from the format that an NSPredicate prints.
    ///
    /// ```swift
    /// try QueryPredicate(NSPredicate(format: "year > %d", 1990)).canonicalFormat  // year > 1990
    /// ```
    ///
    /// - Throws: `PredicateIssue` of kind `syntax` for a predicate without a format, such as one that was made from a block.
    public init(_ predicate: NSPredicate) throws(PredicateIssue) {
      try self.init(predicate.predicateFormat)
    }

    /// The condition as an NSPredicate, for Core Data and other Objective-C code. Variables are not replaced. Keys are passed as `%K` and constants
    /// as `%@`, so Apple's parser does not parse them.
    ///
    /// ```swift
    /// request.predicate = try QueryPredicate("year > 1990").nsPredicate()
    /// ```
    ///
    /// - Throws: `PredicateIssue` for constructs that Apple's parser refuses with an exception or reads with another meaning. Examples are extensions
    ///   of this library, unknown functions, keys with dots, variables with names beyond ASCII, and objects that are compared by identity.
    public func nsPredicate() throws(PredicateIssue) -> NSPredicate {
      let format = try FoundationFormat(self)
      return NSPredicate(format: format.text, argumentArray: format.objects)
    }
  }

  extension QuerySortKey {
    /// The key as an NSSortDescriptor: `request.sortDescriptors = [try QuerySortKey("year", ascending: false).nsSortDescriptor()]`.
    ///
    /// - Throws: `PredicateIssue` of kind `unsupported` for a key that is not a path of names. Also for the options `[d]` and `[n]`, because no
    ///   selector of strings corresponds to them.
    public func nsSortDescriptor() throws(PredicateIssue) -> NSSortDescriptor {
      let expression = try QueryExpression(format)
      guard case .keyPath = expression.node else {
        throw .withoutFoundationEqual("the order “\(format)”", expression.range)
      }
      let selector: Selector? =
        switch (isLocalizedStandard, options) {
        case (true, _): #selector(NSString.localizedStandardCompare(_:))
        case (_, []): nil
        case (_, .caseInsensitive): #selector(NSString.caseInsensitiveCompare(_:))
        case (_, .localeSensitive): #selector(NSString.localizedCompare(_:))
        case (_, [.caseInsensitive, .localeSensitive]): #selector(NSString.localizedCaseInsensitiveCompare(_:))
        default: throw .withoutFoundationEqual("the options [\(options.letters)] of an order", expression.range)
        }
      return NSSortDescriptor(key: expression.canonicalFormat, ascending: isAscending, selector: selector)
    }
  }
#endif
