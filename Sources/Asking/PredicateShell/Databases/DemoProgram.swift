import Foundation
import PredicateDemo
import PredicateSQLite
import PredicateSyntax

/// `predicate demo`: writes the demo database to a file, with the original number of films or another one.
public struct DemoProgram {
  /// The greatest number of films. With more films, the counts of friends and loans would exceed the word lists.
  public static let mostMovies = 100_000_000

  private let file: DemoFile
  /// Whether progress is shown on the output for errors. It should be true only for a terminal.
  public var showsProgress = false

  /// The program for a number of films that are generated from a seed. With nil, it writes the shell's demo database.
  ///
  /// - Parameter replaces: Whether an existing file is replaced.
  public init(movies: Int? = nil, seed: UInt64 = 1, replaces: Bool = false) {
    file = DemoFile(movies: movies, seed: seed, replaces: replaces)
  }

  /// Writes the file. Its counts are written to `output`, progress and errors to `errors`.
  public func run(path: String, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    let interrupts = InterruptWatch()
    interrupts.start()
    let start = ContinuousClock.now
    do {
      let counts = try interrupts.run(cancel: {}) {
        try file.write(to: path) { progress in
          if interrupts.wasInterrupted { throw CancellationError() }
          if showsProgress { show(progress, on: errors) }
        }
      }
      clear(errors)
      let details = details(of: path, ContinuousClock.now - start)
      output.write("Wrote \(Self.text(of: counts)) to \(CellText.escaped(path))\(details).\n")
      return .success
    } catch is CancellationError {
      clear(errors)
      errors.write("Cancelled; nothing is written.\n")
    } catch {
      clear(errors)
      let hint = (error as? DatabaseIssue)?.kind == .fileExists ? "; --force replaces it" : ""
      errors.write("predicate: \(CellText.escaped(String(describing: error)))\(hint)\n")
    }
    return .failure
  }

  // MARK: Progress

  private func show(_ progress: DemoProgress, on errors: any ShellOutput) {
    let what =
      switch progress.work {
      case .movies: "\(progress.done.grouped) of \(EntityNoun("Movie").counted(progress.total, \.grouped))"
      case .indexes: "\(progress.done) of \(progress.total) indexes"
      }
    errors.write("\r\(what)\u{1B}[K")
    errors.flush()
  }

  private func clear(_ errors: any ShellOutput) {
    if showsProgress { errors.write("\r\u{1B}[K") }
  }

  // MARK: Results

  /// The counts as text: `200 movies, 12 friends, 15 tags and 300 loans`.
  private static func text(of counts: [(entity: String, count: Int)]) -> String {
    let parts = counts.map { EntityNoun($0.entity).counted($0.count, \.grouped) }
    guard let last = parts.last, parts.count > 1 else { return parts.joined() }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  private func details(of path: String, _ elapsed: Duration) -> String {
    var facts = stat()
    let size = stat(path, &facts) == 0 ? Int(facts.st_size) : nil
    let parts = [
      file.movies == nil ? nil : "seed \(file.seed)", size.map { "\(($0 + 999_999) / 1_000_000) MB" },
      DurationText.text(of: elapsed),
    ]
    return " (" + parts.compactMap(\.self).joined(separator: ", ") + ")"
  }
}
