import Foundation

/// `swift run -c release use-bench [--filter TEXT] [--csv] [--elements N] [--closures] [--predicate PROGRAM]`
///
/// Forty-one filters that programs run over Swift values, weighted by how often programs have them: the predicate and the closure that a
/// developer writes, in turns on one thread. Times are nanoseconds of the processor per element, medians of the rounds. The status is 1 if a row
/// takes more than three times as long as its closure, or if the two forms count differently.
///
/// The types have the tables that `@Queryable` writes; `--closures` reads the properties of the classes by closures, as for a class that is not final.
/// The row of `predicate filter` needs the built program: `swift build -c release --product predicate`.
let options: Options
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  print(error)
  exit(2)
}
print(options.isCSV ? Report.csvHead : Report.head)
var bench = UseBench(options)
bench.run()
let measurements = bench.measurements
let right = measurements.filter { $0.fault == nil }
let report = Report(right)
if !right.isEmpty && !options.isCSV { print("\n" + report.summary) }
for wrong in measurements {
  if let fault = wrong.fault { note("wrong: \(wrong.name): \(fault)") }
}
for failure in report.failures { note("above \(Report.worst) times the closure: \(failure.name)") }
exit(right.count == measurements.count && report.failures.isEmpty ? 0 : 1)

/// Writes a line to the standard error, so that the standard output has rows alone.
func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
