#if Macros
  import Foundation

  /// The language's properties of texts, such as `title.length`. For the checks of `#query`.
  public struct QueryTextProperties {
    /// The number of UTF-16 units.
    public let length: Int
    /// The text in lower case.
    public let lowercaseString: String
    /// The text in upper case.
    public let uppercaseString: String
    /// The text with a capital letter at the beginning of each word.
    public let capitalizedString: String
    /// The last part of a path.
    public let lastPathComponent: String
    /// The extension of a path.
    public let pathExtension: String
    /// A path without its last part.
    public let stringByDeletingLastPathComponent: String
    /// A path without its extension.
    public let stringByDeletingPathExtension: String
    /// The integer at the beginning.
    public let integerValue: Int
    /// The integer at the beginning.
    public let longLongValue: Int
    /// The integer at the beginning.
    public let intValue: Int
    /// The number at the beginning.
    public let doubleValue: Double
    /// The number at the beginning.
    public let floatValue: Double
    /// Whether the text begins with Y, T or a digit other than 0.
    public let boolValue: Bool
  }

  /// The language's properties of dates, such as `lentOn.year`. The code of `#query` names them only so that the compiler checks their types.
  public struct QueryDateProperties {
    /// The year of the calendar: 2026.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month.
    public let day: Int
    /// The hour from 0 to 23.
    public let hour: Int
    /// The minute from 0 to 59.
    public let minute: Int
    /// The second from 0 to 59.
    public let second: Int
    /// The day of the week; 0 is Sunday.
    public let weekday: Int
    /// The day from 1 to 366.
    public let dayOfYear: Int
    /// The quarter from 1 to 4.
    public let quarter: Int
    /// The week of ISO 8601 from 1 to 53.
    public let week: Int
    /// The year of the week.
    public let weekYear: Int
    /// The beginning of the day.
    public let startOfDay: Date
    /// The beginning of the week, a Monday.
    public let startOfWeek: Date
    /// The beginning of the month.
    public let startOfMonth: Date
    /// The beginning of the quarter.
    public let startOfQuarter: Date
    /// The beginning of the year.
    public let startOfYear: Date
  }

  /// An object whose properties are known only at run time: a value in a dictionary, or an `Any`. It accepts every name.
  @dynamicMemberLookup
  public struct QueryUnknownProperties {
    /// Any property.
    public subscript(dynamicMember name: String) -> QueryUnknownProperties { self }
  }
#endif
