import BenchData
import Foundation
import GRDB
import PredicateObjects

/// `swift run -c release store-bench [FILMS] [ROUNDS] [insert|fetch|changes]`
///
/// Objects of `PredicateObjects` beside records of GRDB written by hand, over the same tables in memory: insertion with relationships in one
/// save, reading all attributes, changing and deleting all; batches beside SQL. Then what grows with the number of unsaved changes, for three sizes: linear work takes about twice
/// as long for twice as many. Numbers are milliseconds of the processor, medians of the rounds. Tables or sums that differ end it with
/// status 1.
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let films = numbers.first ?? 100_000
let rounds = numbers.dropFirst().first ?? 5
let parts = ["insert", "fetch", "changes"].filter(CommandLine.arguments.contains)
func runs(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

func show(_ name: String, _ ours: Double, _ theirs: Double) {
  print(
    name.padding(toLength: 34, withPad: " ", startingAt: 0)
      + String(format: "%9.1f%9.1f%8.2f", ours, theirs, ours / theirs))
}

func finish(_ message: String) -> Never {
  print(message)
  exit(1)
}

print("\(films) films".padding(toLength: 34, withPad: " ", startingAt: 0) + "  objects  records   ratio")

if runs("insert") {
  let inserted = try PairedMedians(within: .greatestFiniteMagnitude, atMost: rounds) {
    let store = try Store()
    try store.insertObjects(films)
    return try store.digest()
  } _: {
    let store = try Store()
    try store.insertRecords(films)
    return try store.digest()
  }
  if inserted.firstResult != inserted.secondResult { finish("The tables differ.") }
  show("insert with relationships, save", inserted.first, inserted.second)
}

if runs("fetch") {
  let store = try Store()
  try store.insertRecords(films)
  let read = try PairedMedians(within: .greatestFiniteMagnitude, atMost: rounds) {
    try store.readObjects()
  } _: {
    try store.readRecords()
  }
  if read.firstResult != read.secondResult { finish("The sums differ.") }
  show("fetch, read all attributes", read.first, read.second)
}

if runs("changes") {
  for work in ChangingWork.allCases {
    guard let medians = try work.medians(films, rounds) else { finish("The tables differ: \(work.rawValue)") }
    show(work.rawValue, medians.ours, medians.theirs)
  }
  print("")
  let sizes = [5_000, 10_000, 20_000]
  print(
    "unsaved changes".padding(toLength: 34, withPad: " ", startingAt: 0)
      + sizes.map { String(format: "%9d", $0) }.joined())
  for work in GrowingWork.allCases {
    let times = try sizes.map { size in
      let store = try Store()
      try store.insertRecords(size)
      let context = try store.context()
      try work.prepare(context)
      let start = ProcessorTime.milliseconds
      try work.run(context)
      return ProcessorTime.milliseconds - start
    }
    print(
      work.rawValue.padding(toLength: 34, withPad: " ", startingAt: 0)
        + times.map { String(format: "%9.1f", $0) }.joined())
  }
}
