#if canImport(Foundation)
  import Foundation

  /// The components by their names. Those that are not set are nil: `due.year == 2025 AND due.hour == nil`.
  extension DateComponents: QueryableProperties {
    /// From `era` to `isLeapMonth`, and `date`, which needs a calendar.
    public static let queryProperties: [QueryProperty<DateComponents>] = [
      QueryProperty("era", \.era), QueryProperty("year", \.year), QueryProperty("month", \.month),
      QueryProperty("day", \.day), QueryProperty("hour", \.hour), QueryProperty("minute", \.minute),
      QueryProperty("second", \.second), QueryProperty("nanosecond", \.nanosecond),
      QueryProperty("weekday", \.weekday), QueryProperty("weekdayOrdinal", \.weekdayOrdinal),
      QueryProperty("quarter", \.quarter), QueryProperty("weekOfMonth", \.weekOfMonth),
      QueryProperty("weekOfYear", \.weekOfYear), QueryProperty("yearForWeekOfYear", \.yearForWeekOfYear),
      QueryProperty("isLeapMonth", \.isLeapMonth), QueryProperty("date", \.date),
    ]
  }
#endif
