#if Macros
  import OpenPredicate

  /// The literal of `#query`: any text, with interpolations that can be arguments. It exists only for the compiler's check.
  public struct QueryFormat: ExpressibleByStringInterpolation {
    /// A text.
    public init(stringLiteral value: String) {}

    /// A text with arguments.
    public init(stringInterpolation: Arguments) {}

    /// The arguments of a literal.
    public struct Arguments: StringInterpolationProtocol {
      /// No arguments.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// A part of the text.
      public mutating func appendLiteral(_ literal: String) {}

      /// An argument.
      public mutating func appendInterpolation(_ value: some QueryArgumentConvertible) {}

      /// An argument that may be nil.
      public mutating func appendInterpolation(_ value: (some QueryArgumentConvertible)?) {}
    }
  }

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
