// A context and its objects stay in one task. Ids and values can be passed to other tasks.
//
// error 14:21: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
// error 19:14: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure
// error 31:21: non-Sendable '[Movie]'-typed result can not be returned from actor-isolated instance method 'movies()' to nonisolated context
import PredicateObjects

final class Movie: StoredObject {
  @Stored var title: String
  @Stored var year: Int
}

func save(_ context: ObjectContext) async throws {
  let saving = Task.detached { try context.save() }
  try await saving.value
}

func title(of movie: Movie) async -> String {
  await Task.detached { movie.title }.value
}

actor Library {
  let context: ObjectContext

  init(_ context: sending ObjectContext) { self.context = context }

  func movies() throws -> [Movie] { try context.fetch(Movie.self, "year > \(1990)") }
}

func titles(_ library: Library) async throws -> [String] {
  try await library.movies().map(\.title)
}
