import PredicateValues

extension ShellSession {
  /// What may stand where an unfinished statement ends.
  func completion(of text: String) -> Completion {
    var environment = Completer.Environment()
    environment.values = { [database, limit = environment.mostValues] source, prefix in
      // Proposals are an extra: where the database fails, there are none, and the statement will tell why.
      (try? database.values(
        of: source.attribute.name, in: source.entity.name, prefix: prefix, limit: limit)) ?? []
    }
    environment.variables = variables.map { ($0.name, $0.value.type) }
    environment.files = FileCandidates.candidates
    environment.savedQueries = savedStatements.map(\.name)
    environment.parameters = { [self] name in
      savedStatement(named: name).map { SavedParameters(of: $0, self).needed } ?? []
    }
    return Completer(model: database.shownModel, currentEntity: currentEntity, environment: environment)
      .completion(of: text)
  }
}
