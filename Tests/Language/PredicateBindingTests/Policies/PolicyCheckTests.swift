import PredicateModel
import PredicateValues
import Testing

@testable import PredicateBinding

/// The check of the typed core refuses hidden names by itself, even if binding did not apply the policy. So hidden names are protected twice.
@Suite struct PolicyCheckTests {
  private static let policy = QueryPolicy()
    .allowing(.except("movieDescription"), ofEntity: "Movie")
    .allowing(.only("friendName", "lentMovies"), ofEntity: "Friend").allowing(.all, ofEntity: "Tag")

  private func check(_ format: String) throws {
    let model = DataModel.movies
    let root = RootType.entity("Movie", model)
    let bound = try Binder.bind(QueryPredicate(format: QueryFormat(raw: format)), to: root)
    try PolicyCheck.check(bound.condition, of: "Movie", PolicyTypeSource(source: model, policy: Self.policy))
  }

  @Test(arguments: [
    "lentToFriend.email == 'x'", "lentToFriend.email == nil", "movieDescription BEGINSWITH 'a'",
    "ANY loans.note == 'x'", "loans.@count > 1", "loans.@max.lentOn > now()", "loans[0].note == 'x'",
    "SUBQUERY(tags, $t, ANY $t.movies.movieDescription == 'x').@count > 0", "Friend.@max.email == 'x'",
    "Loan.@count > 1", "TERNARY(year > 1, movieDescription, title) == 'x'", "length(lentToFriend.email) > 1",
    "title IN tags.movies.movieDescription", "CAST(lentToFriend, 'NSString') == 'x'", "lentToFriend.friends.@count > 1",
    "lentToFriend.lentMovies.lentToFriend.email CONTAINS 'x'", "ANY lentToFriend.friends.friendName == 'x'",
  ])
  func hiddenPropertiesAreFoundInTheCore(_ format: String) {
    #expect(throws: PredicateIssue.self) { try check(format) }
  }

  @Test(arguments: [
    "year > 1990", "lentToFriend.friendName == 'Anna'", "ANY tags.name == 'x'", "lentToFriend == nil",
    "ANY tags.movies.lentToFriend == lentToFriend", "tags[0].name == 'x'",
    "SUBQUERY(tags, $t, $t.name == title).@count > 1",
  ])
  func theRestPasses(_ format: String) throws { try check(format) }
}
