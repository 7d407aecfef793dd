import Dispatch
import PredicateDatabases
import PredicateOutput
import PredicateValues

/// `predicate web`: serves a page for queries of a database.
package enum WebProgram {
  /// Serves until the program is ended, and writes the address of the page to `output`. Returns only if the server cannot start.
  package static func run(
    database: any QueryDatabase, port: UInt16, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    do {
      let server = try WebServer(database, port: port)
      let started = wait { try await server.address() }
      let ended = wait { try await server.run() }
      switch started() {
      case .success(let address):
        output.write("\(CellText.escaped(database.displayName)) is at \(address)\nCtrl-C ends the server.\n")
        output.flush()
      case .failure(let error):
        // If the server itself has failed, its error is thrown, because it contains the reason.
        if case .failure(let reason) = ended() { throw reason }
        throw error
      }
      if case .failure(let error) = ended() { throw error }
      return .success
    } catch {
      errors.write("predicate: port \(port) cannot be opened: \(CellText.escaped(String(describing: error)))\n")
      return .failure
    }
  }

  /// Starts asynchronous work. The returned closure waits for its result.
  private static func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) -> () -> Result<Value, any Error> {
    let result = Locked<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let found: Result<Value, any Error>
      do { found = .success(try await work()) } catch { found = .failure(error) }
      result.withLock { $0 = found }
      done.signal()
    }
    return {
      done.wait()
      defer { done.signal() }
      return result.withLock { $0 } ?? .failure(CancellationError())
    }
  }
}
