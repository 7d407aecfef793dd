import BenchData
import Foundation

/// `swift run -c release layout-bench [--filter TEXT] [--csv] [--declared] [--elements N]`
///
/// Each row is a kind of property and a kind of condition: the predicate beside the closure that an ordinary developer writes, both
/// counting the same elements on one thread. Times are nanoseconds of the processor an element, the medians of rounds in turns. A row for
/// which the two count differently, or which cannot be bound, is reported, and ends the program with status 1.
let options: Options
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  print(error)
  exit(2)
}
print(options.isCSV ? Report.csvHead : Report.head)
let bench = LayoutBench(options)
let measurements = bench.run()
let right = measurements.filter { $0.fault == nil }
if !options.isCSV { print("\n" + Report(right).summary) }
for wrong in measurements {
  guard let fault = wrong.fault else { continue }
  FileHandle.standardError.write(Data("\(wrong.format): \(fault)\n".utf8))
}
exit(right.count == measurements.count ? 0 : 1)
