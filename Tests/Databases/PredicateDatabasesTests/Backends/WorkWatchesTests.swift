import PredicateDatabases
import Testing

@Suite struct WorkWatchesTests {
  private final class Owner: Sendable {}

  private static let watches = WorkWatches<Int, String>()

  private static func current(_ key: Int) -> String? { watches.current(of: key)?.watch }

  /// Only the innermost watch of a key is current. Other keys have their own watches.
  @Test func watchesAreNested() {
    let owner = Owner()
    #expect(Self.current(1) == nil)
    Self.watches.watching(1, of: owner, with: "outer") {
      #expect(Self.current(1) == "outer" && Self.current(2) == nil)
      Self.watches.watching(2, of: owner, with: "other") { #expect(Self.current(1) == "outer") }
      Self.watches.watching(1, of: owner, with: "inner") { #expect(Self.current(1) == "inner") }
      #expect(Self.current(1) == "outer" && Self.current(2) == nil)
    }
    #expect(Self.current(1) == nil)
  }

  /// A task that the work starts has the watch until the work ends, also if the work throws.
  @Test func aWatchEndsWithItsWork() async throws {
    struct Failure: Error {}
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    var task: Task<String?, Never>?
    #expect(throws: Failure.self) {
      try Self.watches.watching(1, of: Owner(), with: "watch") {
        task = Task {
          for await _ in ended { break }
          return Self.current(1)
        }
        throw Failure()
      }
    }
    end.yield()
    #expect(await task?.value == .some(nil))
    let during = Self.watches.watching(1, of: Owner(), with: "watch") { Self.watches.current(of: 1) }
    #expect(during != nil && during?.watch == nil)
  }
}
