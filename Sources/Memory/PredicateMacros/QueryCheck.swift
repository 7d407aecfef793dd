#if Macros
  import Foundation

  /// Represents a value whose type the compiler knows, or the values that a path reads from each element of a collection. The checks of `#query` consist
  /// of such values. None of them runs.
  ///
  /// `Reach` is `QueryOne` or `QueryMany`: `when` is one date, and `items.price` is one price for each item.
  public struct QueryCheck<Value, Reach> {
    /// Any value of the type.
    public init() {}

    /// A property of the value, by its key path. A property of elements has a value for each element.
    public func key<Next>(_ keyPath: KeyPath<Value, Next>) -> QueryCheck<Next, Reach> { .init() }

    /// The value itself, if it is not optional.
    @_disfavoredOverload
    public func value() -> QueryCheck { self }
    /// The wrapped value of an optional.
    public func value<Wrapped>() -> QueryCheck<Wrapped, Reach> where Value == Wrapped? { .init() }
  }

  /// The reach of a path without collections: one value.
  public enum QueryOne {}

  /// The reach of a path through a collection: a value for each element.
  public enum QueryMany {}

  extension QueryCheck where Reach == QueryOne {
    /// An argument.
    public init(of value: Value) {}
  }

  /// A collection with elements of a known type: an array or a set.
  public typealias QueryCollection = ExpressibleByArrayLiteral & Sequence

  /// The elements of a collection in a path. Collections inside elements are flattened: `orders.items` has the items of all orders.
  extension QueryCheck {
    /// A value that is not a collection.
    @_disfavoredOverload
    public func each() -> QueryCheck { self }
    /// The elements of a collection.
    public func each() -> QueryCheck<Value.Element, QueryMany> where Value: QueryCollection { .init() }
  }

  /// The object whose properties a key may name: the value itself, or the properties of a text or a date.
  extension QueryCheck {
    /// The value itself.
    @_disfavoredOverload
    public func object() -> QueryCheck { self }
    /// A text.
    public func object() -> QueryCheck<QueryTextProperties, Reach> where Value == String { .init() }
    /// A date.
    public func object() -> QueryCheck<QueryDateProperties, Reach> where Value == Date { .init() }
    /// A dictionary, whose keys are known only at run time.
    public func object<Element>() -> QueryCheck<QueryUnknownProperties, Reach> where Value == [String: Element] {
      .init()
    }
    /// A value of type `Any`.
    public func object() -> QueryCheck<QueryUnknownProperties, Reach> where Value == Any { .init() }
  }

  /// The parts that ANY, ALL, IN and CONTAINS test in one value: elements of a collection, or parts of a text.
  ///
  /// `parts()` of a type without elements returns a separate type, whose only `elements()` is unavailable. This is necessary because the compiler
  /// prefers an available overload to an unavailable one.
  extension QueryCheck where Reach == QueryOne {
    /// A value that is not a collection of a known type.
    @_disfavoredOverload
    public func parts() -> QueryCheck<QueryUnknownProperties, QueryOne> { .init() }
    /// The elements of a collection.
    public func parts() -> QueryCheck<Value.Element, QueryOne> where Value: QueryCollection { .init() }
    /// The bounds of a range.
    public func parts() -> QueryCheck<Value.Bound, QueryOne> where Value: RangeExpression { .init() }
    /// A number has no collection of parts.
    public func parts() -> QueryValueWithoutParts where Value: Numeric { .init() }
    /// A boolean has no collection of parts.
    public func parts() -> QueryValueWithoutParts where Value == Bool { .init() }
    /// A date has no collection of parts, so `#query` rejects ANY over a date.
    public func parts() -> QueryValueWithoutParts where Value == Date { .init() }
    /// The parts of a text, which are texts.
    public func parts() -> QueryCheck<String, QueryOne> where Value == String { self }
  }

  /// The parts that ANY, ALL, IN and CONTAINS test in the values of a path through a collection.
  extension QueryCheck where Reach == QueryMany {
    /// The value of each element.
    @_disfavoredOverload
    public func parts() -> QueryCheck<Value, QueryOne> { .init() }
    /// The elements of the collections of all elements.
    public func parts() -> QueryCheck<Value.Element, QueryOne> where Value: QueryCollection { .init() }
  }

  extension QueryCheck {
    /// The value itself, which represents a part.
    public func elements() -> QueryCheck { self }
  }

  /// The result of `parts()` of a number, a boolean or a date. Its `elements()` makes the compiler show an error.
  public struct QueryValueWithoutParts {
    /// Rejects the value.
    @available(
      *, unavailable,
      message: "numbers, booleans and dates cannot be searched, because they have no elements and no parts"
    )
    public func elements() -> QueryCheck<QueryUnknownProperties, QueryOne> { .init() }
  }

  /// Whether a value is a collection, which is not compared with one value. As for `parts()`, a separate type has the unavailable function.
  extension QueryCheck {
    /// A value that is not a collection of a known type.
    @_disfavoredOverload
    public func whole() -> QueryCheck { self }
    /// Accepts the value.
    public func single() {}
  }

  extension QueryCheck where Reach == QueryOne {
    /// A collection.
    public func whole() -> QueryWholeCollection where Value: QueryCollection { .init() }
  }

  /// The result of `whole()` of a collection. Its `single()` makes the compiler show an error.
  public struct QueryWholeCollection {
    /// Rejects a collection.
    @available(
      *, unavailable,
      message: "a collection cannot be compared with a single value: write ANY or ALL before the collection"
    )
    public func single() {}
  }

  /// The family of a value that is not optional.
  extension QueryCheck {
    /// The family of a type that no other overload accepts, such as an object.
    @_disfavoredOverload
    public func family() -> QueryFamily.Unknown.Type { QueryFamily.Unknown.self }
    /// The family of integers, floats and decimals.
    public func family() -> QueryFamily.Number.Type where Value: Numeric { QueryFamily.Number.self }
    /// The family of booleans.
    public func family() -> QueryFamily.Number.Type where Value == Bool { QueryFamily.Number.self }
    /// The family of texts.
    public func family() -> QueryFamily.Text.Type where Value: StringProtocol { QueryFamily.Text.self }
    /// The family of dates.
    public func family() -> QueryFamily.Date.Type where Value == Date { QueryFamily.Date.self }
    /// The family of bytes.
    public func family() -> QueryFamily.Data.Type where Value == Data { QueryFamily.Data.self }
    /// The family of UUIDs.
    public func family() -> QueryFamily.UUID.Type where Value == UUID { QueryFamily.UUID.self }
    /// The family of URLs.
    public func family() -> QueryFamily.URL.Type where Value == URL { QueryFamily.URL.self }
    /// The family of an enum with texts as raw values.
    public func family() -> QueryFamily.Text.Type where Value: RawRepresentable<String> { QueryFamily.Text.self }
    /// The family of an enum with integers as raw values.
    public func family() -> QueryFamily.Number.Type where Value: RawRepresentable, Value.RawValue: BinaryInteger {
      QueryFamily.Number.self
    }
  }
#endif
