import PredicateBinding
import PredicateModel
import PredicateValues
import Testing

/// The place of an issue about an unknown name is the name, and not the whole path.
@Suite struct PathPlaceTests {
  @Test(arguments: [
    ("titel == 'x'", "titel"),
    ("year > 1 AND lentToFriend.frendName == 'x'", "frendName"),
    ("lentToFrend.friendName == 'x'", "lentToFrend"),
    ("SELF.lentToFriend.frendName == 'x'", "frendName"),
    ("ANY tags.nam == 'x'", "nam"),
    ("loans.friend.@sum.birthdy == 1", "birthdy"),
    ("@sum.loans.dayz == 1", "dayz"),
    ("loans.@smu.days == 1", "@smu"),
    ("SUBQUERY(loans, $l, $l.frend.friendName == 'x').@count > 0", "frend"),
    ("SUBQUERY(loans, $l, TRUEPREDICATE).frend == nil", "frend"),
    ("(lentToFriend.lentMovies)[0].titel == 'x'", "titel"),
    ("sum(loans.dayz) == 1", "dayz"),
    ("lentToFriend.'frendName' == 'x'", "'frendName'"),
    ("lentToFriend . frendName . x == 'x'", "frendName"),
    ("#lentToFrend.friendName == 'x'", "#lentToFrend"),
    ("(lentToFriend).frendName == 'x'", "frendName"),
    ("(lentToFriend.lentMovies[0]).lentToFriend.frendName == 'x'", "frendName"),
    ("tags . @sum . 'nam' == 1", "'nam'"),
    ("loans.@max.@smu == 1", "@smu"),
  ])
  func places(format: String, blamed: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try LoweringTests.bound(format) }
    #expect(issue.kind == .unknownKey)
    let range = try #require(issue.range)
    let text = String(decoding: Array(format.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    #expect(text == blamed)
  }

  /// If one `%K` gives several keys, all of them have its place.
  @Test func placesOfArguments() throws {
    let predicate = try QueryPredicate("lentToFriend.\(key: "lentMovies.@foo") == 1 AND year > 1")
    let issue = try #require(throws: PredicateIssue.self) {
      try Binder.bind(predicate, to: .entity("Movie", DataModel.movies))
    }
    #expect(issue.has(.unknownCollectionOperator) && issue.range == SourceRange(13, 15))
  }

  /// A step that replaces a variable has the place of the variable.
  @Test func placesAfterSubstitution() throws {
    let predicate = try QueryPredicate(format: "lentToFriend.$key.length == 1").substituting([
      "key": "frendName".queryArgument
    ])
    let issue = try #require(throws: PredicateIssue.self) {
      try Binder.bind(predicate, to: .entity("Movie", DataModel.movies))
    }
    #expect(issue.has(.unknownKey) && issue.suggestion == "friendName" && issue.range == SourceRange(13, 17))
  }

  /// The steps of a path that was built in code have the place of the whole expression.
  @Test func placesOfBuiltPaths() throws {
    let path = QueryKeyPath(.key("lentToFriend"), [.key("frendName")])
    let built = QueryExpression.keyPath(path, range: SourceRange(3, 9))
    let issue = try #require(throws: PredicateIssue.self) {
      try Binder.bind(built, to: .entity("Movie", DataModel.movies))
    }
    #expect(issue.range == SourceRange(3, 9))
  }
}
