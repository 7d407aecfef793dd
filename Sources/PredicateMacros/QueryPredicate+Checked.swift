#if Macros
  import OpenPredicate

  extension QueryPredicate {
    /// What `#query` expands to: a format that the compiler has checked. The checks never run.
    public init(
      checked format: String, _ arguments: [any QueryArgumentConvertible],
      _ checks: () throws -> Void
    ) {
      do throws(PredicateIssue) {
        self = try PredicateParser.predicate(format, arguments: arguments).get()
      } catch {
        // Only a value can be wrong now, as a range beside another operator than BETWEEN and IN. Binding says what it is.
        self = QueryExpression.unreadable(error.description).isNil
      }
    }
  }
#endif
