#if Macros
  import Foundation

  /// A value of a type that the compiler knows. The checks of `#query` are made of these; none of them runs.
  public struct QueryCheck<Value> {
    /// Some value.
    public init() {}
    /// The value of a key path.
    public init<Root>(_ keyPath: KeyPath<Root, Value>) {}
    /// An argument.
    public init(of value: Value) {}

    /// A property of the value.
    public func key<Next>(_ keyPath: KeyPath<Value, Next>) -> QueryCheck<Next> {
      QueryCheck<Next>()
    }

    /// A value that is not optional.
    @_disfavoredOverload
    public func value() -> QueryCheck<Value> { self }
    /// The wrapped value of an optional.
    public func value<Wrapped>() -> QueryCheck<Wrapped> where Value == Wrapped? {
      QueryCheck<Wrapped>()
    }
  }

  /// The object that has the properties of a key: the value, the elements of a collection, or the language's properties of a text or a date.
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
    /// Anything.
    public func object() -> QueryCheck<QueryUnknownProperties> where Value == Any {
      QueryCheck<QueryUnknownProperties>()
    }
    /// The value of a dictionary's key.
    public func object() -> QueryCheck<QueryUnknownProperties>
    where Value == QueryUnknownProperties {
      QueryCheck<QueryUnknownProperties>()
    }
  }

  /// What ANY, ALL, IN and CONTAINS look into.
  ///
  /// The compiler prefers an available overload to an unavailable one, so that the types without elements have a type of their own, which has one `elements()`.
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
    /// An integer has none.
    public func parts() -> QueryNumberWithoutParts where Value: BinaryInteger { QueryNumberWithoutParts() }
    /// A float has none.
    public func parts() -> QueryNumberWithoutParts where Value: BinaryFloatingPoint { QueryNumberWithoutParts() }
    /// A boolean has none.
    public func parts() -> QueryValueWithoutParts where Value == Bool { QueryValueWithoutParts() }
    /// A date has none.
    public func parts() -> QueryValueWithoutParts where Value == Date { QueryValueWithoutParts() }
    /// The parts of a text, which are texts.
    public func parts() -> QueryCheck<String> where Value == String { self }
    /// The parts themselves.
    public func elements() -> QueryCheck { self }
  }

  /// The parts of a number, for the compiler's message.
  public struct QueryNumberWithoutParts {
    /// Rejects a number.
    @available(*, unavailable, message: "a number has no elements, and no part that it contains")
    public func elements() -> QueryCheck<QueryUnknownProperties> { QueryCheck<QueryUnknownProperties>() }
  }

  /// The parts of a boolean or a date, for the compiler's message.
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
