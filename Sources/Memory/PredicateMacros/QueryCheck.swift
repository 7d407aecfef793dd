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

    /// What is no optional stays what it is.
    @_disfavoredOverload
    public func value() -> QueryCheck<Value> { self }
    /// What an optional wraps.
    public func value<Wrapped>() -> QueryCheck<Wrapped> where Value == Wrapped? {
      QueryCheck<Wrapped>()
    }
  }

  /// The object whose properties a key names: the value, the elements of a collection, what the language gives texts and dates.
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
    /// A dictionary, whose keys only the run knows.
    public func object<Element>() -> QueryCheck<QueryUnknownProperties>
    where Value == [String: Element] {
      QueryCheck<QueryUnknownProperties>()
    }
    /// Anything.
    public func object() -> QueryCheck<QueryUnknownProperties> where Value == Any {
      QueryCheck<QueryUnknownProperties>()
    }
    /// Whatever a key of a dictionary gives.
    public func object() -> QueryCheck<QueryUnknownProperties>
    where Value == QueryUnknownProperties {
      QueryCheck<QueryUnknownProperties>()
    }
  }

  /// The elements that ANY, ALL, IN and CONTAINS are about.
  extension QueryCheck {
    /// Of what is no collection that the compiler knows.
    @_disfavoredOverload
    public func elements() -> QueryCheck<QueryUnknownProperties> {
      QueryCheck<QueryUnknownProperties>()
    }
    /// Of an array.
    public func elements<Element>() -> QueryCheck<Element> where Value == [Element] {
      QueryCheck<Element>()
    }
    /// Of a set.
    public func elements<Element>() -> QueryCheck<Element> where Value == Set<Element> {
      QueryCheck<Element>()
    }
    /// The bounds of a range.
    public func elements<Bound>() -> QueryCheck<Bound> where Value == ClosedRange<Bound> {
      QueryCheck<Bound>()
    }
    /// The bounds of a range.
    public func elements<Bound>() -> QueryCheck<Bound> where Value == Range<Bound> {
      QueryCheck<Bound>()
    }
    /// Not of an integer.
    @available(*, unavailable, message: "a number has no elements, and no part that it contains")
    public func elements() -> QueryCheck<QueryUnknownProperties> where Value: BinaryInteger {
      QueryCheck<QueryUnknownProperties>()
    }
    /// Not of a float.
    @available(*, unavailable, message: "a number has no elements, and no part that it contains")
    public func elements() -> QueryCheck<QueryUnknownProperties> where Value: BinaryFloatingPoint {
      QueryCheck<QueryUnknownProperties>()
    }
    /// Not of a boolean.
    @available(*, unavailable, message: "a boolean has no elements, and no part that it contains")
    public func elements() -> QueryCheck<QueryUnknownProperties> where Value == Bool {
      QueryCheck<QueryUnknownProperties>()
    }
    /// Not of a date.
    @available(*, unavailable, message: "a date has no elements, and no part that it contains")
    public func elements() -> QueryCheck<QueryUnknownProperties> where Value == Date {
      QueryCheck<QueryUnknownProperties>()
    }
    /// The parts of a text, which are texts.
    public func elements() -> QueryCheck<String> where Value == String { self }
  }

  /// The family of a value that is no optional.
  extension QueryCheck {
    /// Of an object and of other types.
    @_disfavoredOverload
    public func family() -> QueryFamily.Unknown { QueryFamily.Unknown() }
    /// Of an integer.
    public func family() -> QueryFamily.Number where Value: BinaryInteger { QueryFamily.Number() }
    /// Of a float.
    public func family() -> QueryFamily.Number where Value: BinaryFloatingPoint {
      QueryFamily.Number()
    }
    /// Of a boolean.
    public func family() -> QueryFamily.Number where Value == Bool { QueryFamily.Number() }
    /// Of a decimal.
    public func family() -> QueryFamily.Number where Value == Decimal { QueryFamily.Number() }
    /// Of a text.
    public func family() -> QueryFamily.Text where Value: StringProtocol { QueryFamily.Text() }
    /// Of a date.
    public func family() -> QueryFamily.Date where Value == Date { QueryFamily.Date() }
    /// Of bytes.
    public func family() -> QueryFamily.Data where Value == Data { QueryFamily.Data() }
    /// Of a UUID.
    public func family() -> QueryFamily.UUID where Value == UUID { QueryFamily.UUID() }
    /// Of a URL.
    public func family() -> QueryFamily.URL where Value == URL { QueryFamily.URL() }
    /// Of an enum with texts.
    public func family() -> QueryFamily.Text
    where Value: RawRepresentable, Value.RawValue == String {
      QueryFamily.Text()
    }
    /// Of an enum with integers.
    public func family() -> QueryFamily.Number
    where Value: RawRepresentable, Value.RawValue: BinaryInteger {
      QueryFamily.Number()
    }
  }
#endif
