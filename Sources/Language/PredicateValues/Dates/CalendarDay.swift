/// A day of the proleptic Gregorian calendar, computed without Foundation.
///
/// ```swift
/// CalendarDay(year: 2001, month: 1, day: 2).number  // 1
/// CalendarDay(number: 0).weekday                    // 1: 2001-01-01 was a Monday
/// ```
package struct CalendarDay: Sendable, Equatable {
  package let year: Int
  /// From 1 to 12.
  package let month: Int
  /// From 1 to 31.
  package let day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that is `number` days after 2001-01-01.
  package init(number: Int) {
    let days = number + Self.referenceDay
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
  }

  /// Days since 2001-01-01.
  package var number: Int {
    let marchYear = month > 2 ? year : year - 1
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.referenceDay
  }

  /// 0 for Sunday to 6 for Saturday.
  var weekday: Int {
    let remainder = (number + 1) % 7
    return remainder < 0 ? remainder + 7 : remainder
  }

  /// 1 for January 1.
  var dayOfYear: Int { number - CalendarDay(year: year, month: 1, day: 1).number + 1 }

  /// 1 for January to March.
  var quarter: Int { (month + 2) / 3 }

  /// The week of ISO 8601 that contains the day: the year of the week's Thursday, the week's number from 1, and the ``number`` of its Monday.
  var week: (year: Int, number: Int, monday: Int) {
    let monday = number - (weekday + 6) % 7
    let thursday = CalendarDay(number: monday + 3)
    return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1, monday)
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// The number of days in a month.
  static func count(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of the day that contains a second, counted from 2001-01-01 00:00:00.
  static func number(ofSecond second: Int) -> Int { second >= 0 ? second / 86_400 : (second - 86_399) / 86_400 }

  /// The number of days before 2001-01-01 in a calendar whose years start in March. The leap day is then the last day of a year.
  private static let referenceDay = 730_791
}
