import Foundation
import PredicateDemo
import PredicateSQLite

struct Arguments {
  private(set) var movies = 1_000_000
  /// How often each is run at least.
  private(set) var rounds = 5
  /// The file to use and keep; nil for one that goes away.
  private(set) var file: String?
  /// The names of the queries to run; none for all.
  private(set) var queries: Set<String> = []

  /// Throws where `--file` has no path behind it.
  init(_ arguments: [String]) throws {
    var numbers: [Int] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--file" {
        guard let path = rest.popFirst() else { throw CocoaError(.fileNoSuchFile) }
        file = path
      } else if let number = Int(argument) {
        numbers.append(number)
      } else {
        queries.insert(argument)
      }
    }
    if let first = numbers.first { movies = first }
    if numbers.count > 1 { rounds = max(1, numbers[1]) }
  }

  /// The path of a file with some films, made where it is not there.
  func makeFile(of movies: Int) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path
    let path = file ?? "\(folder)/sql-bench-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    if !FileManager.default.fileExists(atPath: path) { _ = try DemoFile(movies: movies).write(to: path) }
    return path
  }

  /// Removes the file that nobody asked to keep.
  func clean(_ path: String) {
    if file == nil { try? FileManager.default.removeItem(atPath: path) }
  }
}
