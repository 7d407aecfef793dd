// Properties that only the main actor can read.
//
// error 13:3: predicates read properties on any thread, and this one can be read only on the main actor: make it nonisolated or private
// error 21:3: predicates read properties on any thread, and this one can be read only on the main actor: make it nonisolated or private
import PredicateMacros

@MainActor
@Queryable
struct Film {
  let title: String
  var year: Int { didSet { count += 1 } }
  private var count = 0
  var decade: Int { year / 10 * 10 }
  nonisolated var label: String { title }
}

@MainActor
@Queryable
final class Player {
  let name: String
  var volume = 5

  init(name: String) { self.name = name }
}
