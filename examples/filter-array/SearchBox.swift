import OpenPredicate

/// What a search box shows for what was typed: the titles found, or the error with a mark below its place.
func search(_ typed: String) -> String {
  do throws(PredicateIssue) {
    let found = try movies.filter(typed)
    return found.isEmpty ? "nothing found" : found.map(\.title).joined(separator: ", ")
  } catch {
    return DiagnosticRenderer().render(error, in: typed)
  }
}
