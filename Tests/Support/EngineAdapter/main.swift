import Foundation
import PredicateConformance

// The adapter over Swift values, without a database: engine-adapter Grammar/fixtures/movies.json
do {
  let engine = SwiftValuesEngine(lending: try MovieLending(file: CommandLine.arguments.dropFirst().first ?? ""))
  let session = AdapterSession(engine: engine)
  while let line = readLine() {
    guard let answer = session.answer(to: Array(line.utf8)) else { continue }
    FileHandle.standardOutput.write(Data((answer + "\n").utf8))
  }
} catch {
  FileHandle.standardError.write(Data("engine-adapter: \(error)\n".utf8))
  exit(2)
}
