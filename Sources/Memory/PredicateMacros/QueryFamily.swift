#if Macros
  /// The families of values, for the checks of `#query`. Only values of one family can be compared.
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
    /// Objects, and every value of unknown type.
    public struct Unknown: Sendable {}

    /// The family of numbers.
    public static let number = Number()
    /// The family of texts.
    public static let text = Text()
    /// The family of dates.
    public static let date = Date()
    /// The family of bytes.
    public static let data = Data()
    /// The family of UUIDs.
    public static let uuid = UUID()
    /// The family of URLs.
    public static let url = URL()

    /// Accepts two values of one family.
    public static func compare<Family>(_ left: Family, _ right: Family) {}
    /// Accepts a value of an unknown family on the left.
    public static func compare<Family>(_ left: Unknown, _ right: Family) {}
    /// Accepts a value of an unknown family on the right.
    public static func compare<Family>(_ left: Family, _ right: Unknown) {}
    /// Accepts two values of unknown families.
    public static func compare(_ left: Unknown, _ right: Unknown) {}

    /// Rejects values of different families.
    @_disfavoredOverload
    @available(
      *, unavailable,
      message: "values of different families are compared, such as a number and a text"
    )
    public static func compare<Left, Right>(_ left: Left, _ right: Right) {}
  }
#endif
