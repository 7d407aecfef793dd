import PredicateBinding
import PredicateModel
import PredicateValues
import Testing

/// The place of an unknown name is that of the name, not of the path around it.
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
    // What is not written plainly has one place.
    ("lentToFriend.'frendName' == 'x'", "lentToFriend.'frendName'"),
    ("lentToFriend . frendName == 'x'", "lentToFriend . frendName"),
  ])
  func places(format: String, blamed: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try LoweringTests.bound(format) }
    #expect(issue.kind == .unknownKey)
    let range = try #require(issue.range)
    let text = String(decoding: Array(format.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    #expect(text == blamed)
  }
}
