import PredicateDemo
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

/// A number of elements that is both a shown column and a sort key is computed once for each row.
@Suite struct CountOrderTests {
  private static let subject = Result { try AgreementSubject(PredicateDatabase.demo()) }

  private static func fetch(_ columns: [(String, String)], by key: String, distinct: Bool = false) throws -> EntityFetch
  {
    func path(_ text: String) throws -> QueryExpression { try QueryExpression(format: QueryFormat(raw: text)) }
    var fetch = EntityFetch(
      "Movie", columns: try columns.map { FetchedColumn(try path($0.0), as: $0.1) },
      sortedBy: [QuerySortKey(try path(key), isAscending: false)], limit: 7)
    fetch.isDistinct = distinct
    return fetch
  }

  @Test(arguments: [
    ([("title", "title"), ("tags.@count", "n")], "n", 2),
    ([("tags.@count", "n"), ("title", "title")], "tags.@count", 1),
    // The friend is joined only to the rows that are returned.
    ([("title", "title"), ("lentToFriend.friendName", "f"), ("tags.@count", "n")], "n", 3),
    ([("title", "title"), ("loans.@count", "n")], "tags.@count", nil), ([("title", "t"), ("year", "n")], "n", nil),
    ([("title", "t"), ("tags.@count + 1", "n")], "n", nil),
  ])
  func isComputedOnce(columns: [(String, String)], key: String, place: Int?) throws {
    let subject = try Self.subject.get()
    for isDistinct in [false, true] where !isDistinct || columns.contains(where: { $0.1 == key }) {
      let fetch = try Self.fetch(columns, by: key, distinct: isDistinct)
      let bound = try BoundFetch(fetch, model: subject.database.model)
      if !isDistinct {
        let text = try #require(try subject.database.prepare(bound, as: .rows).statement).text
        #expect(text.contains("ORDER BY \(place ?? 0) DESC") == (place != nil), "\(text)")
        #expect(try "\(subject.rows(fetch).rows)" == "\(GraphFetch(subject.graph).rows(fetch).rows)")
      } else {
        let counts = try [subject.rows(fetch), GraphFetch(subject.graph).rows(fetch)].map { $0.rows.count }
        #expect(counts[0] == counts[1])
      }
    }
  }
}
