/// Counts numbers in intervals. It needs one pass and little memory for any range.
///
/// The width of the intervals is 1 or 5 times a power of ten, and they begin at multiples of their width. So five or two of them make up an interval
/// of the next width. If there are too many intervals, neighbours are merged, and no count is lost.
package struct NumberHistogram {
  /// An interval of numbers, from `lower` (included) to `upper` (not included).
  package struct Interval: Equatable {
    package let lower: Double
    package let upper: Double
    package let count: Int
  }

  /// The greatest number of distinct numbers that are counted one by one. With more of them, intervals are counted.
  private static let mostNumbers = 256
  private static let mostIntervals = 128

  private var numbers: [Double: Int] = [:]
  /// The count of each interval, by its index. Empty while numbers are counted one by one.
  private var intervals: [Int: Int] = [:]
  private var width = Width(exponent: 0, isFive: false)
  private var isWhole = true

  package init() {}

  /// Counts a number. Infinite numbers and NaN are ignored.
  package mutating func add(_ number: Double, count: Int = 1) {
    guard number.isFinite else { return }
    if number != number.rounded() { isWhole = false }
    guard intervals.isEmpty else { return addToIntervals(number, count) }
    numbers[number, default: 0] += count
    guard numbers.count > Self.mostNumbers else { return }
    width = Width(for: numbers.keys, most: Self.mostIntervals, isWhole: isWhole)
    for (number, count) in numbers { addToIntervals(number, count) }
    numbers = [:]
  }

  private mutating func addToIntervals(_ number: Double, _ count: Int) {
    // Intervals are widened until the index of the number's interval fits into 64 bits.
    while abs(number / width.value) > 9e15 { widen() }
    intervals[width.place(of: number), default: 0] += count
    while let span, span > Self.mostIntervals { widen() }
  }

  private var span: Int? {
    guard let first = intervals.keys.min(), let last = intervals.keys.max() else { return nil }
    return last - first + 1
  }

  private mutating func widen() {
    let (wider, factor) = width.next
    width = wider
    intervals = Dictionary(intervals.map { (Self.floored($0, by: factor), $1) }, uniquingKeysWith: +)
  }

  private static func floored(_ place: Int, by factor: Int) -> Int {
    (place >= 0 ? place : place - factor + 1) / factor
  }

  /// The intervals from the least number to the greatest, including empty ones: at most `most`, or two if `most` is less. Zero is always a bound, so
  /// numbers of both signs need two intervals.
  package func intervals(most: Int) -> [Interval] {
    var result = self
    if intervals.isEmpty {
      guard let least = numbers.keys.min(), let greatest = numbers.keys.max() else { return [] }
      if least == greatest { return [Interval(lower: least, upper: least, count: numbers[least] ?? 0)] }
      result.width = Width(for: numbers.keys, most: most, isWhole: isWhole)
      for (number, count) in numbers { result.intervals[result.width.place(of: number), default: 0] += count }
    }
    while let span = result.span, span > max(2, most) { result.widen() }
    guard let first = result.intervals.keys.min(), let last = result.intervals.keys.max() else { return [] }
    return (first...last).map { place in
      Interval(
        lower: result.width.bound(at: place), upper: result.width.bound(at: place + 1),
        count: result.intervals[place] ?? 0)
    }
  }

  /// The width of an interval: 1 or 5 times a power of ten.
  private struct Width {
    let exponent: Int
    let isFive: Bool

    init(exponent: Int, isFive: Bool) {
      self.exponent = exponent
      self.isFive = isFive
    }

    /// The smallest width with which at most `most` intervals cover the numbers.
    init(for numbers: some Collection<Double>, most: Int, isWhole: Bool) {
      let (least, greatest) = (numbers.min() ?? 0, numbers.max() ?? 0)
      let size = max(
        greatest / Double(max(2, most)) - least / Double(max(2, most)), max(abs(least), abs(greatest)) / 1e15)
      var width = Width(exponent: max(-300, Self.exponent(of: size) - 1), isFive: false)
      if isWhole, width.exponent < 0 { width = Width(exponent: 0, isFive: false) }
      while width.place(of: greatest) - width.place(of: least) >= max(2, most) { width = width.next.width }
      self = width
    }

    private static func exponent(of number: Double) -> Int {
      guard number > 0 else { return 0 }
      var (exponent, rest) = (0, number)
      while rest >= 10 { (exponent, rest) = (exponent + 1, rest / 10) }
      while rest < 1, exponent > -300 { (exponent, rest) = (exponent - 1, rest * 10) }
      return exponent
    }

    /// The next greater width, and how many intervals of this width it covers.
    var next: (width: Width, factor: Int) {
      isFive ? (Width(exponent: exponent + 1, isFive: false), 2) : (Width(exponent: exponent, isFive: true), 5)
    }

    var value: Double { bound(at: 1) }

    /// The lower bound of the interval with an index.
    func bound(at place: Int) -> Double {
      let units = Double(place) * (isFive ? 5 : 1)
      // A division by a power of ten is rounded once: 3 / 10 is 0.3, and 3 * 0.1 is not.
      return exponent < 0 ? units / Self.power(-exponent) : units * Self.power(exponent)
    }

    /// The index of the interval that contains a number. A number that equals a bound in decimal digits belongs to the interval that begins at this bound.
    func place(of number: Double) -> Int {
      let units = (exponent < 0 ? number * Self.power(-exponent) : number / Self.power(exponent)) / (isFive ? 5 : 1)
      let nearest = units.rounded()
      return Int(abs(units - nearest) <= 1e-9 * max(1, abs(units)) && abs(units) < 1e6 ? nearest : units.rounded(.down))
    }

    private static func power(_ exponent: Int) -> Double {
      var power = 1.0
      for _ in 0..<exponent { power *= 10 }
      return power
    }
  }
}
