#if Macros
  import Foundation

  /// Represents a value whose type the compiler knows. The checks of `#query` consist of such values. None of them runs.
  public struct QueryCheck<Value> {
    /// Any value of the type.
    public init() {}
    /// The value that a key path reads.
    public init<Root>(_ keyPath: KeyPath<Root, Value>) {}
    /// An argument.
    public init(of value: Value) {}

    /// A property of the value, by its key path.
    public func key<Next>(_ keyPath: KeyPath<Value, Next>) -> QueryCheck<Next> {
      QueryCheck<Next>()
    }

    /// The value itself, if it is not optional.
    @_disfavoredOverload
    public func value() -> QueryCheck<Value> { self }
    /// The wrapped value of an optional.
    public func value<Wrapped>() -> QueryCheck<Wrapped> where Value == Wrapped? {
      QueryCheck<Wrapped>()
    }
  }

  /// The object whose properties a key may name: the value itself, an element of a collection, or the properties of a text or a date.
  extension QueryCheck {
    /// The value itself.
    @_disfavoredOverload
    public func object() -> QueryCheck<Value> { self }
    /// The elements of an array.
    public func object<Element>() -> QueryCheck<Element> where Value == [Element] {
      QueryCheck<Element>()
    }
    /// The elements of a set.
    public func object<Element>() -> QueryCheck<Element> where Value == Set<Element> {
      QueryCheck<Element>()
    }
    /// A text.
    public func object() -> QueryCheck<QueryTextProperties> where Value == String {
      QueryCheck<QueryTextProperties>()
    }
    /// A date.
    public func object() -> QueryCheck<QueryDateProperties> where Value == Date {
      QueryCheck<QueryDateProperties>()
    }
    /// A dictionary, whose keys are known only at run time.
    public func object<Element>() -> QueryCheck<QueryUnknownProperties>
    where Value == [String: Element] {
      QueryCheck<QueryUnknownProperties>()
    }
    /// A value of type `Any`.
    public func object() -> QueryCheck<QueryUnknownProperties> where Value == Any {
      QueryCheck<QueryUnknownProperties>()
    }
    /// A value that was read from a dictionary.
    public func object() -> QueryCheck<QueryUnknownProperties>
    where Value == QueryUnknownProperties {
      QueryCheck<QueryUnknownProperties>()
    }
  }

  /// The parts that ANY, ALL, IN and CONTAINS test: elements of a collection, or parts of a text.
  ///
  /// `parts()` of a type without elements returns a separate type, whose only `elements()` is unavailable. This is necessary because the compiler
  /// prefers an available overload to an unavailable one.
  extension QueryCheck {
    /// A value that is not a collection of a known type.
    @_disfavoredOverload
    public func parts() -> QueryCheck<QueryUnknownProperties> {
      QueryCheck<QueryUnknownProperties>()
    }
    /// The elements of an array.
    public func parts<Element>() -> QueryCheck<Element> where Value == [Element] {
      QueryCheck<Element>()
    }
    /// The elements of a set.
    public func parts<Element>() -> QueryCheck<Element> where Value == Set<Element> {
      QueryCheck<Element>()
    }
    /// The bounds of a range.
    public func parts<Bound>() -> QueryCheck<Bound> where Value == ClosedRange<Bound> {
      QueryCheck<Bound>()
    }
    /// The bounds of a range.
    public func parts<Bound>() -> QueryCheck<Bound> where Value == Range<Bound> {
      QueryCheck<Bound>()
    }
    /// An integer has no parts.
    public func parts() -> QueryNumberWithoutParts where Value: BinaryInteger { QueryNumberWithoutParts() }
    /// A float has no parts.
    public func parts() -> QueryNumberWithoutParts where Value: BinaryFloatingPoint { QueryNumberWithoutParts() }
    /// A boolean has no parts.
    public func parts() -> QueryValueWithoutParts where Value == Bool { QueryValueWithoutParts() }
    /// A date has no parts.
    public func parts() -> QueryValueWithoutParts where Value == Date { QueryValueWithoutParts() }
    /// The parts of a text, which are texts.
    public func parts() -> QueryCheck<String> where Value == String { self }
    /// The value itself, which represents a part.
    public func elements() -> QueryCheck { self }
  }

  /// The result of `parts()` of a number. Its `elements()` makes the compiler show an error.
  public struct QueryNumberWithoutParts {
    /// Rejects a number.
    @available(*, unavailable, message: "a number has no elements, and no part that it contains")
    public func elements() -> QueryCheck<QueryUnknownProperties> { QueryCheck<QueryUnknownProperties>() }
  }

  /// The result of `parts()` of a boolean or a date. Its `elements()` makes the compiler show an error.
  public struct QueryValueWithoutParts {
    /// Rejects a boolean or a date.
    @available(*, unavailable, message: "booleans and dates have no elements, and no part that they contain")
    public func elements() -> QueryCheck<QueryUnknownProperties> { QueryCheck<QueryUnknownProperties>() }
  }

  /// The family of a value that is not optional.
  extension QueryCheck {
    /// The family of objects and of every other type.
    @_disfavoredOverload
    public func family() -> QueryFamily.Unknown { QueryFamily.Unknown() }
    /// The family of integers.
    public func family() -> QueryFamily.Number where Value: BinaryInteger { QueryFamily.Number() }
    /// The family of floats.
    public func family() -> QueryFamily.Number where Value: BinaryFloatingPoint {
      QueryFamily.Number()
    }
    /// The family of booleans.
    public func family() -> QueryFamily.Number where Value == Bool { QueryFamily.Number() }
    /// The family of decimals.
    public func family() -> QueryFamily.Number where Value == Decimal { QueryFamily.Number() }
    /// The family of texts.
    public func family() -> QueryFamily.Text where Value: StringProtocol { QueryFamily.Text() }
    /// The family of dates.
    public func family() -> QueryFamily.Date where Value == Date { QueryFamily.Date() }
    /// The family of bytes.
    public func family() -> QueryFamily.Data where Value == Data { QueryFamily.Data() }
    /// The family of UUIDs.
    public func family() -> QueryFamily.UUID where Value == UUID { QueryFamily.UUID() }
    /// The family of URLs.
    public func family() -> QueryFamily.URL where Value == URL { QueryFamily.URL() }
    /// The family of an enum with texts as raw values.
    public func family() -> QueryFamily.Text
    where Value: RawRepresentable, Value.RawValue == String {
      QueryFamily.Text()
    }
    /// The family of an enum with integers as raw values.
    public func family() -> QueryFamily.Number
    where Value: RawRepresentable, Value.RawValue: BinaryInteger {
      QueryFamily.Number()
    }
  }
#endif
