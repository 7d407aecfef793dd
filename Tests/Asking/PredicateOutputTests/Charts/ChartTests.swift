import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateOutput

@Suite("Histograms of numbers")
struct NumberHistogramTests {
  private static func histogram(_ numbers: some Sequence<Double>) -> NumberHistogram {
    var histogram = NumberHistogram()
    for number in numbers { histogram.add(number) }
    return histogram
  }

  /// For any range and order: no number is lost, neighbouring intervals have a common bound, and each number is in its interval.
  @Test(
    arguments: [
      [1.0, 1_000_000], [-1e300, 1e300], [1e15, 1e15 + 2], [0, .leastNonzeroMagnitude], [-3.5, 12.25], [1e-20, 2e-20],
      [-1e17, 1e17],
      [123_456_789.123, 123_456_789.124],
    ] as [[Double]])
  func nothingIsLost(_ ends: [Double]) throws {
    let steps = 1_000
    let numbers = (0...steps).map { ends[0] + (ends[1] / Double(steps) - ends[0] / Double(steps)) * Double($0) }
    for numbers in [numbers, numbers.reversed(), numbers.filter { _ in true }.sorted { abs($0) < abs($1) }] {
      let histogram = Self.histogram(numbers)
      for most in [1, 7, 16, 40] {
        let intervals = histogram.intervals(most: most)
        #expect(intervals.count <= max(2, most))
        #expect(intervals.reduce(0) { $0 + $1.count } == numbers.count)
        for (interval, next) in zip(intervals, intervals.dropFirst()) { #expect(interval.upper == next.lower) }
      }
    }
  }

  @Test func intervalsAreOneOrFiveTimesAPowerOfTen() {
    #expect(Self.histogram([0.3, 0.1, 0.7]).intervals(most: 10).map(\.lower).first == 0.1)
    #expect(Self.histogram((0..<1_000).map(Double.init)).intervals(most: 16).map(\.lower).prefix(3) == [0, 100, 200])
    #expect(Self.histogram([.nan, .infinity, 4]).intervals(most: 3) == [.init(lower: 4, upper: 4, count: 1)])
    #expect(NumberHistogram().intervals(most: 3).isEmpty)
  }
}

@Suite("Lines")
struct LineChartTests {
  private static func lines(_ numbers: [Double?], width: Int, height: Int = 5, isUTF8: Bool = false) -> [String] {
    let points = numbers.enumerated().map { (Double($0), $1) }
    return LineChart(points, isUTF8: isUTF8)?
      .lines(width: width, height: height, labels: ("first", "last")) { "\(Int($0))" } ?? []
  }

  @Test func theLineIsInASCII() {
    let lines = Self.lines([0, 4, 0], width: 16)
    #expect(lines.count == 7)
    #expect(lines[0].hasPrefix("4 |  ") && lines[0].contains("*") && lines[4].hasPrefix("0 |*"))
    #expect(lines[6] == "   first    last")
    for line in Self.lines([0, 4, 0], width: 16) { #expect(line.utf8.count <= 16) }
  }

  @Test(arguments: [10, 40, 200]) func theLineFitsTheWidth(_ width: Int) {
    for isUTF8 in [true, false] {
      for line in Self.lines([1, nil, -7, 1_000_000], width: width, isUTF8: isUTF8).dropLast() {
        #expect(DisplayWidth.columns(of: line) <= max(width, 15))
      }
    }
  }

  /// If a line comes near to zero, its scale includes zero, for positive and negative numbers. Lines that are compared have the same scale.
  @Test(arguments: [
    ([90, 100], "100", "90"), ([40, 100], "100", "0"), ([-90, -100], "-90", "-100"), ([-40, -100], "0", "-100"),
  ])
  func theScale(_ numbers: [Double], _ top: String, _ bottom: String) {
    let lines = Self.lines(numbers, width: 30)
    #expect(lines[0].contains("\(top) |") && lines[4].contains("\(bottom) |"))
  }

  @Test func comparedLinesHaveOneScale() throws {
    let all: [LineChart.Point] = [(0, 1), (9, 900), (3, 5), (4, 6)]
    let chart = try #require(LineChart(Array(all.suffix(2)), among: all, isUTF8: false))
    let lines = chart.lines(width: 40, height: 5, labels: ("0", "9")) { "\(Int($0))" }
    #expect(lines[0] == "900 |" && lines[4].hasPrefix("  0 |          ") && lines[4].contains("*"))
    #expect(LineChart([(0, 1)], among: all, isUTF8: false) == nil)
  }

  @Test func aLineTakesTwoNumbers() {
    #expect(Self.lines([1], width: 40).isEmpty)
    #expect(Self.lines([nil, 1, nil], width: 40).isEmpty)
    #expect(!Self.lines([5, 5], width: 40).isEmpty)
  }
}
