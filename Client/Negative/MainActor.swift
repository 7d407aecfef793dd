// A type of the main actor cannot have a property table, because predicates read tables on any thread.
//
// error 14:19: conformance of 'Player' to protocol 'QueryableProperties' crosses into main actor-isolated code and can cause data races
// error 15:69: main actor-isolated property 'title' can not be referenced from a Sendable closure
// error 18:51: main actor-isolated property 'volume' can not be referenced from a Sendable closure
// error 19:44: type 'KeyPath<Player, Int>' does not conform to the 'Sendable' protocol
import OpenPredicate

@MainActor final class Player {
  var title = ""
  var volume = 5
}

extension Player: QueryableProperties {
  static let queryProperties = [QueryProperty<Player>("title") { $0.title }]
}

let volume = QueryProperty<Player>("volume") { $0.volume }
let path = QueryProperty<Player>("volume", \.volume)
