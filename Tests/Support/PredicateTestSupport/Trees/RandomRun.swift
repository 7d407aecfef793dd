import Foundation

/// The number of rounds of a property test and the first seed, from `OPENPREDICATE_ROUNDS` and `OPENPREDICATE_SEED` in the environment. By default, a
/// few rounds run from a fixed seed, so that a build has the same result each time. More rounds from another seed search further. A failing test
/// prints the seed of its round.
public struct RandomRun: Sendable {
  private static let standardSeed: UInt64 = 20_010_101

  /// The number of rounds.
  public let rounds: Int
  /// The seed of the first round.
  public let seed: UInt64

  /// A run of a default number of rounds, which the environment can change.
  public init(rounds defaultRounds: Int) {
    let environment = ProcessInfo.processInfo.environment
    rounds = environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? defaultRounds
    seed = environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? Self.standardSeed
  }

  /// The seed of each round. The first round has the run's own, so that a printed seed with one round repeats a failure.
  public var seeds: some Sequence<UInt64> { (0..<UInt64(rounds)).lazy.map { [seed] in seed &+ $0 } }
}
