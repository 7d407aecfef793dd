#if Macros
  /// Families of values: only values of one family can be compared. For the checks of `#query`.
  public enum QueryFamily {
    /// Booleans, integers, floats, decimals.
    public struct Number: Sendable {}
    /// Texts.
    public struct Text: Sendable {}
    /// Dates.
    public struct Date: Sendable {}
    /// Bytes.
    public struct Data: Sendable {}
    /// UUIDs.
    public struct UUID: Sendable {}
    /// URLs.
    public struct URL: Sendable {}
    /// Objects, and all that the compiler does not know.
    public struct Unknown: Sendable {}

    /// Of numbers.
    public static let number = Number()
    /// Of texts.
    public static let text = Text()
    /// Of dates.
    public static let date = Date()
    /// Of bytes.
    public static let data = Data()
    /// Of UUIDs.
    public static let uuid = UUID()
    /// Of URLs.
    public static let url = URL()

    /// Two values of one family.
    public static func compare<Family>(_ left: Family, _ right: Family) {}
    /// A value of an unknown family.
    public static func compare<Family>(_ left: Unknown, _ right: Family) {}
    /// A value of an unknown family.
    public static func compare<Family>(_ left: Family, _ right: Unknown) {}
    /// Two values of unknown families.
    public static func compare(_ left: Unknown, _ right: Unknown) {}

    /// Values of different families.
    @_disfavoredOverload
    @available(
      *, unavailable,
      message: "values of different families are compared, such as a number and a text"
    )
    public static func compare<Left, Right>(_ left: Left, _ right: Right) {}
  }
#endif
