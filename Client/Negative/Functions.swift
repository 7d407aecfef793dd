// Functions that predicates call run on any thread.
//
// error 14:5: capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure
// error 23:5: mutation of captured var 'calls' in concurrently-executing code
import OpenPredicate

final class Log {
  var lines: [String] = []
}

func function(writingTo log: Log) -> FunctionDefinition {
  FunctionDefinition("noted:", [.string], result: .string, documentation: "The text, which is noted.") {
    arguments, _ throws(PredicateIssue) in
    log.lines.append("\(arguments)")
    return arguments[0]
  }
}

func functionThatCounts() -> FunctionDefinition {
  var calls = 0
  return FunctionDefinition("counted:", [.string], result: .string, documentation: "The text.") {
    arguments, _ throws(PredicateIssue) in
    calls += 1
    return arguments[0]
  }
}
