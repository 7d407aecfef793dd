#if canImport(Darwin)
  import Foundation

  /// A compiled regular expression of Foundation, which uses ICU. Threads may share it.
  final class RegularExpressionEngine: Sendable {
    private let expression: NSRegularExpression
    private let pattern: String

    /// The approximate number of steps between two reports of Foundation.
    private static let stepsPerReport = 10_000

    /// Compiles a pattern; see ``RegularExpression/init(_:options:stepLimit:)``.
    init(_ pattern: String, ignoresCase: Bool) throws(PredicateIssue) {
      self.pattern = pattern
      let options: NSRegularExpression.Options = ignoresCase ? .caseInsensitive : []
      // The pattern must be valid without the group that is added. Otherwise a pattern with an extra `)` would close the group that is added below,
      // and be accepted.
      do {
        _ = try NSRegularExpression(pattern: pattern, options: options)
      } catch {
        throw .unusablePattern(pattern, "the pattern cannot be read", at: nil)
      }
      // Several ends are tried, because a comment or a quotation may be open at the end of the pattern.
      for end in [")\\z", "\n)\\z", "\\E)\\z"] {
        do {
          expression = try NSRegularExpression(pattern: "(?:" + pattern + end, options: options)
          return
        } catch {
          continue
        }
      }
      throw .unusablePattern(pattern, "the pattern cannot be anchored", at: nil)
    }

    /// Whether the pattern matches the whole of a string. Throws kind `limit` if it takes more steps than the limit.
    func matches(_ subject: String, stepLimit: Int) throws(PredicateIssue) -> Bool {
      var isMatch = false
      var reports = 0
      var isPastLimit = false
      let text = subject as NSString
      expression.enumerateMatches(
        in: subject, options: [.anchored, .reportProgress], range: NSRange(location: 0, length: text.length)
      ) { result, flags, stop in
        if result != nil {
          isMatch = true
          stop.pointee = true
        } else if flags.contains(.internalError) {
          isPastLimit = true
          stop.pointee = true
        } else if flags.contains(.progress) {
          reports += 1
          if reports > stepLimit / Self.stepsPerReport {
            isPastLimit = true
            stop.pointee = true
          }
        }
      }
      if isPastLimit { throw .patternPastLimit(pattern) }
      return isMatch
    }
  }

  /// The root collation of Foundation.
  final class CollationEngine: Sendable {
    private let options: String.CompareOptions

    init?(_ form: CollationForm) {
      var options: String.CompareOptions = []
      if form.comparesNumbers { options.insert(.numeric) }
      if form.ignoresCase { options.insert(.caseInsensitive) }
      if form.ignoresMarks { options.insert(.diacriticInsensitive) }
      self.options = options
    }

    /// Does nothing: Foundation has no sort keys for strings.
    func appendKey(of text: String, to keys: inout [UInt8]) {}

    func order(_ left: String, _ right: String) -> ValueOrder {
      switch left.compare(right, options: options, range: nil, locale: Locale(identifier: "")) {
      case .orderedAscending: .less
      case .orderedDescending: .greater
      case .orderedSame: .equal
      }
    }
  }

  /// The time zones of Foundation.
  enum TimeZoneLibrary {
    /// The changes of a zone in ascending order. The first element has the offset from UTC before all changes. Nil if Foundation does not know the zone.
    static func changes(of identifier: String, until end: Int) -> [TimeZoneChange]? {
      guard let zone = TimeZone(identifier: identifier) else { return nil }
      // The first date is in the year 1000, before the first change of any zone.
      var date = Date(timeIntervalSinceReferenceDate: -31_588_531_200)
      var changes: [TimeZoneChange] = []
      while true {
        let second = Int(date.timeIntervalSinceReferenceDate)
        if second >= end { return changes }
        changes.append(TimeZoneChange(moment: second, offset: zone.secondsFromGMT(for: date)))
        guard let next = zone.nextDaylightSavingTimeTransition(after: date), next > date else { return changes }
        date = next
      }
    }
  }
#endif
