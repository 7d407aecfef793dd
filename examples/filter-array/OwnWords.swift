import OpenPredicate

/// An issue in the language of the app's users: the code identifies the problem, the parameters are the names in it.
func inGerman(_ issue: PredicateIssue) -> String {
  let parameters = issue.parameters
  let sentence =
    if issue.has(.unknownKey), parameters.count == 2 {
      "„\(parameters[1])“ gibt es nicht."
    } else if issue.has(.familiesDiffer) {
      "Diese Werte lassen sich nicht vergleichen."
    } else {
      "Die Bedingung ist nicht lesbar."
    }
  return issue.replacement.map { "\(sentence) Meinten Sie „\($0.text)“?" } ?? sentence
}

/// The answer of the search box in German.
func searchInGerman(_ typed: String) -> String {
  do throws(PredicateIssue) {
    return try found(typed).map(\.title).joined(separator: ", ")
  } catch {
    return inGerman(error)
  }
}
