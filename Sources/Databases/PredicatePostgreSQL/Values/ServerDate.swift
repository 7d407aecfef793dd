#if PostgreSQL
  import PredicateValues

  /// Dates as the server writes them in ISO form: `2001-01-31 12:00:00.5+00`, `0044-03-15 BC`, `infinity`.
  ///
  /// The server counts microseconds. A date of the language is the nearest double in seconds, so that more than 285 years from 2001 several
  /// microseconds may be the same date.
  enum ServerDate {
    /// The range of the server's timestamps in microseconds since 2001: from 4714 BC to 294276.
    static let range: ClosedRange<Int64> = -211_845_110_400_000_000...9_223_339_708_799_999_999
    /// The range of the server's dates in days since 2001: from 4714 BC to 5874897, which is later than any timestamp.
    static let days: ClosedRange<Double> = -2_451_911...2_145_031_582

    /// The date in seconds since 2001; nil for any other text.
    static func seconds(of text: [UInt8]) -> Double? {
      if text.elementsEqual("infinity".utf8) { return .infinity }
      if text.elementsEqual("-infinity".utf8) { return -.infinity }
      guard let (day, time) = dayAndTime(of: text) else { return nil }
      let (start, isTooFar) = day.multipliedReportingOverflow(by: 86_400_000_000)
      // A date beyond the timestamps has no time, so its seconds are exact.
      return isTooFar ? Double(day) * 86_400 : seconds(start + time)
    }

    /// Converts microseconds to seconds: the nearest double.
    static func seconds(_ microseconds: Int64) -> Double {
      if microseconds.magnitude <= 1 << 53 { return Double(microseconds) / 1e6 }
      let digits = String(microseconds.magnitude)
      let text = (microseconds < 0 ? "-" : "") + digits.dropLast(6) + "." + digits.suffix(6)
      return Double(text) ?? .nan
    }

    /// The double nearest to a number of seconds plus a number of microseconds. The microseconds must be less than a million seconds.
    static func seconds(_ whole: Int64, _ microseconds: Int64) -> Double {
      let (product, isProductOver) = whole.multipliedReportingOverflow(by: 1_000_000)
      let (sum, isSumOver) = product.addingReportingOverflow(microseconds)
      if !isProductOver, !isSumOver { return seconds(sum) }
      // There are so many seconds that a million of them can be moved to the microseconds. Both numbers then have the same sign.
      let step: Int64 = whole < 0 ? -1 : 1
      let total = microseconds + step * 1_000_000_000_000
      let (seconds, rest) = (whole - step * 1_000_000 + total / 1_000_000, (total % 1_000_000).magnitude)
      return Double("\(seconds).\(padded(Int64(rest), 6))") ?? .nan
    }

    /// The microseconds whose date is a number of seconds: a range, since a double far from 2001 is the date of several. If no microsecond has
    /// that date, `first` is `after`, the first later one. Nil for infinite and very far dates.
    static func instants(at seconds: Double) -> (first: Int64, after: Int64)? {
      guard seconds.isFinite, abs(seconds) < 9e12 else { return nil }
      // The first microsecond whose date is not less, and the first whose date is greater.
      let guess = Int64((seconds * 1e6).rounded())
      let first = boundary(near: guess) { Self.seconds($0) >= seconds }
      let after = boundary(near: guess) { Self.seconds($0) > seconds }
      return (first, after)
    }

    /// The first number that meets a condition. All greater numbers must meet it too.
    private static func boundary(near guess: Int64, where holds: (Int64) -> Bool) -> Int64 {
      var step: Int64 = 1
      var (low, high) = (guess, guess)
      while holds(low) {
        low -= step
        step *= 2
      }
      step = 1
      while !holds(high) {
        high += step
        step *= 2
      }
      while high - low > 1 {
        let middle = low + (high - low) / 2
        if holds(middle) { high = middle } else { low = middle }
      }
      return high
    }

    /// The day of a date as a text in the server's input syntax. Nil for a day outside of the server's dates.
    static func dayText(of seconds: Double) -> String? {
      let day = (seconds / 86_400).rounded(.down)
      return days.contains(day) ? text(ofDay: Int64(day)) : nil
    }

    /// A date as a text in the server's input syntax, rounded to the nearest microsecond. Nil for a date outside of the server's timestamps.
    static func text(of seconds: Double) -> String? {
      if seconds.isInfinite { return seconds < 0 ? "-infinity" : "infinity" }
      // Whole seconds are separated, because a product of all seconds would round: 1.000001 * 1e6 is less than 1000001.
      let start = seconds.rounded(.down)
      let starts = range.lowerBound / 1_000_000...range.upperBound / 1_000_000
      guard let whole = Int64(exactly: start), starts.contains(whole) else { return nil }
      let microseconds = whole * 1_000_000 + Int64(((seconds - start) * 1e6).rounded())
      return range.contains(microseconds) ? text(ofMicroseconds: microseconds) : nil
    }

    /// Microseconds as a text in the server's input syntax.
    static func text(ofMicroseconds microseconds: Int64) -> String {
      let day = floorDivided(microseconds, 86_400_000_000)
      let time = microseconds - day * 86_400_000_000
      let parts = [
        padded(time / 3_600_000_000, 2), padded(time / 60_000_000 % 60, 2), padded(time / 1_000_000 % 60, 2),
      ]
      let clock = parts.joined(separator: ":") + "." + padded(time % 1_000_000, 6)
      // The calendar has no year 0: 1 BC is followed by 1.
      let date = text(ofDay: day)
      return date.hasSuffix(" BC") ? "\(date.dropLast(3)) \(clock)+00 BC" : "\(date) \(clock)+00"
    }

    /// A day since 2001 as a text in the server's input syntax.
    static func text(ofDay day: Int64) -> String {
      let date = CalendarDay(number: Int(day))
      let isBefore = date.year <= 0
      let parts = [(isBefore ? 1 - date.year : date.year, 4), (date.month, 2), (date.day, 2)]
      return parts.map(ISODate.padded).joined(separator: "-") + (isBefore ? " BC" : "")
    }

    private static func padded(_ value: Int64, _ width: Int) -> String { ISODate.padded(Int(value), width) }

    /// The day since 2001, and the microseconds since its start.
    private static func dayAndTime(of text: [UInt8]) -> (day: Int64, time: Int64)? {
      var rest = text[...]
      var isBefore = false
      if text.suffix(3).elementsEqual(" BC".utf8) {
        isBefore = true
        rest = rest.dropLast(3)
      }
      func digits() -> Int64? {
        let found = rest.prefix { (0x30...0x39).contains($0) }
        guard !found.isEmpty, found.count <= 9 else { return nil }
        rest = rest.dropFirst(found.count)
        return found.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
      }
      func take(_ character: Character) -> Bool {
        guard rest.first == character.asciiValue else { return false }
        rest = rest.dropFirst()
        return true
      }
      guard let year = digits(), take("-"), let month = digits(), take("-"), let day = digits() else { return nil }
      let date = Int64(CalendarDay(year: Int(isBefore ? 1 - year : year), month: Int(month), day: Int(day)).number)
      if rest.isEmpty { return (date, 0) }
      guard take(" "), let hour = digits(), take(":"), let minute = digits(), take(":"), let second = digits() else {
        return nil
      }
      var time = (hour * 3_600 + minute * 60 + second) * 1_000_000
      if take(".") {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        guard count <= 6, let fraction = digits() else { return nil }
        time += (count..<6).reduce(fraction) { value, _ in value * 10 }
      }
      // The zone is UTC, because the connection's zone is.
      return rest.isEmpty || rest.elementsEqual("+00".utf8) ? (date, time) : nil
    }

    private static func floorDivided(_ value: Int64, _ divisor: Int64) -> Int64 {
      value / divisor - (value % divisor < 0 ? 1 : 0)
    }
  }

  /// Durations as the server writes them: `1 year 2 mons -3 days 04:05:06.789`.
  enum ServerInterval {
    /// The seconds as the server itself counts them: a year has 365.25 days, a month 30 days, a day 24 hours.
    static func seconds(of text: String) -> Double? {
      // Whole seconds and microseconds apart: the longest intervals have more microseconds than 64 bits.
      var (whole, microseconds): (Int64, Int64) = (0, 0)
      /// Adds a number of units; false if the sum is too large.
      func add(_ number: Int64, _ unit: Int64) -> Bool {
        let (product, isProductOver) = number.multipliedReportingOverflow(by: unit)
        let (sum, isSumOver) = whole.addingReportingOverflow(product)
        whole = sum
        return !isProductOver && !isSumOver
      }
      var count: Int64?
      for word in text.split(separator: " ") {
        if word.contains(":") {
          let sign: Int64 = word.hasPrefix("-") ? -1 : 1
          let parts = word.drop { $0 == "-" || $0 == "+" }.split(separator: ":")
          guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
            let seconds = Double(parts[2]), add(sign * hours, 3_600), add(sign * minutes, 60)
          else { return nil }
          microseconds += sign * Int64((seconds * 1e6).rounded())
        } else if let number = count {
          guard let unit = units.first(where: { word.hasPrefix($0.name) }), add(number, unit.seconds) else {
            return nil
          }
          count = nil
        } else {
          guard let number = Int64(word) else { return nil }
          count = number
        }
      }
      return count == nil ? ServerDate.seconds(whole, microseconds) : nil
    }

    private static let units: [(name: String, seconds: Int64)] = [
      ("year", 31_557_600), ("mon", 2_592_000), ("day", 86_400),
    ]
  }

  /// Times of day.
  enum ServerTime {
    /// The first time whose text begins with some characters and is longer: `09:30:00` for `09:3`. Nil if there is none.
    static func first(withPrefix text: String) -> String? {
      let midnight = "00:00:00"
      guard text.utf8.count < midnight.utf8.count else { return nil }
      let first = text + midnight.utf8.dropFirst(text.utf8.count).map { String(UnicodeScalar($0)) }.joined()
      return isWritten(first) ? first : nil
    }

    /// Whether a text is how the server writes a time: two digits each for hours, minutes and seconds, and fractions without trailing zeros. Such
    /// texts sort like the times.
    static func isWritten(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      guard bytes.count == 8 || (10...15).contains(bytes.count) else { return false }
      func number(_ place: Int) -> Int? {
        let digits = bytes[place..<place + 2].map { Int($0) - 0x30 }
        return digits.allSatisfy((0...9).contains) ? digits[0] * 10 + digits[1] : nil
      }
      guard bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":"), let hours = number(0),
        let minutes = number(3),
        let seconds = number(6), minutes < 60, seconds < 60
      else { return false }
      if hours == 24 { return minutes == 0 && seconds == 0 && bytes.count == 8 }
      if bytes.count == 8 { return hours < 24 }
      return hours < 24 && bytes[8] == UInt8(ascii: ".") && bytes[9...].allSatisfy { (0x30...0x39).contains($0) }
        && bytes.last != UInt8(ascii: "0")
    }
  }
#endif
