// No table can read the stored properties of a type of the main actor, because predicates read tables on any thread.
//
// error 12:19: conformance of 'Player' to protocol 'QueryableProperties' crosses into main actor-isolated code and can cause data races
// error 21:1: cannot form main actor-isolated conformance of 'Screen' to SendableMetatype-inheriting protocol 'QueryableProperties'
import OpenPredicate

@MainActor final class Player {
  private var volume = 5
}

// The table belongs to the main actor.
extension Player: QueryableProperties {
  static let queryProperties: [QueryProperty<Player>] = [.storedFields]
}

@MainActor final class Screen {
  private var width = 5
}

// The conformance belongs to the main actor.
extension Screen: @MainActor QueryableProperties {
  static let queryProperties: [QueryProperty<Screen>] = [.storedFields]
}
