import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateValues
import Testing

/// Whole fetches of the fixture: order, bounds, columns, groups, distinct rows, the first rows of each group. The reference gives the expected rows.
@Suite struct FetchTests {
  /// Statements about one part of a fetch.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: [String]

    init(_ name: String, _ statements: String...) { (testDescription, self.statements) = (name, statements) }
  }

  static let subjects = [
    Subject(
      "order", "Book sort by pages", "Book sort by pages desc", "Book sort by rating, pages desc",
      "Person sort by name",
      "Person sort by name[c], nickname desc", "Person sort by name[cd]", "Book sort by price",
      "Book sort by published desc",
      "Book sort by isRare, author.name", "Person sort by boss.name desc, id", "Person sort by token, homePage",
      "Book where title CONTAINS 'e' sort by title[c]", "Book sort by title.length, modulus(pages, 10)",
      "Chapter sort by heading, number desc, bookId", "Country sort by area desc"),
    Subject(
      "bounds", "Book limit 3", "Book offset 37", "Book limit 5 offset 3", "Book sort by pages desc limit 4 offset 2",
      "Book where title LIKE '*e*' limit 2", "Book where title LIKE '*e*' limit 2 offset 1",
      "Book where title CONTAINS[c] 'E' sort by rating limit 3 offset 1",
      "Person where name MATCHES '.*m.*' sort by born limit 2",
      "Person sort by name[cd] limit 5", "Book sort by price desc limit 3", "Book limit 100", "Book offset 100"),
    Subject(
      "columns", "Book show title, pages, price, rating, isRare, published, cover",
      "Person show token, homePage, height, born",
      "Book show author, editor.name, author.boss.name limit 7", "Book show tags.name, chapters.@count",
      "Book show tags, chapters.heading limit 4", "Person show authorBooks.@sum.pages, authorBooks.@max.rating",
      "Book show uppercase(title), title.length, pages + 1 as next", "Book show pages / 10, rating * 2, price + 1",
      "Book show published.year as y, published + 86400 as tomorrow",
      "Book show TERNARY(pages > 7, title, summary) as t",
      "Book where title LIKE '*e*' show title, author.name sort by title", "Chapter show heading, book.title",
      "Person show passport.number, country.name limit 9"),
    Subject(
      "groups", "Book group by isRare show isRare, count() as n",
      "Book group by author show author, count() as n, sum(pages)",
      "Book group by author.name show author.name, max(rating), min(published)",
      "Book show count(), avg(rating), sum(rating)",
      "Book group by rating show rating, count() as n", "Book group by price show price, count() as n",
      "Person group by lowercase(name) as n show n, count() as number",
      "Book group by title.length show title.length, count() as n having count() > 2",
      "Book where title LIKE '*e*' group by isRare show isRare, count() as n, avg(rating)",
      "Book group by author show author, count() as n sort by n desc limit 3",
      "Book group by author show author, sum(pages) as total having max(rating) > 1 sort by total desc limit 3 offset 1",
      "Book where pages == 12345 show count(), sum(pages), avg(rating), max(title)",
      "Book where title LIKE 'nothing*' show count(), sum(pages), max(title)",
      "Chapter group by number show number, count() as n"),
    Subject(
      "statistics", "Book group by author show author, median(pages), mode(isRare), stddev(rating), variance(pages)",
      "Book group by isRare show isRare, percentile(rating, 0.9), median(price), mode(price), mode(published.year)",
      "Book show groupConcat(title, ' / '), groupConcat(distinct(author.name)), mode(title), median(rating)",
      "Book where pages == 12345 show median(pages), mode(title), groupConcat(title), percentile(rating, 0.5)",
      "Book group by format(published, 'yyyy-MM') as m show m, count() as n",
      "Book group by published.quarter as q, published.week as w having w > 3 show q, w, count() as n, n * 2 as m, m + 1",
      "Book show title, coalesce(rating, price, 0) as r, coalesce(summary, title) as s sort by s, r desc limit 9"),
    Subject(
      "the names of columns",
      "Book show pages * 2 as twice, twice + 1 as more, more + twice sort by more / 3, twice desc",
      "Book show title as pages, pages as n sort by n",
      "Book show chapters.@count as chapters sort by chapters.@count desc, id",
      "Book show pages + 1 as pages sort by -pages",
      "Book show author as a, a.name as n sort by n.length, a.id",
      "Book group by author show author, sum(pages) as total, total / count() as mean having mean > 2 sort by -total"),
    Subject(
      "each element", "Book group by each tags as t show t.name, count() as n, sum(pages)",
      "Book group by each tags.name as a, each tags.name as b having a < b show a, b, count() as n sort by n desc",
      "Book where pages > 3 group by each tags.name, isRare",
      "Book group by each chapters.heading as h having h != nil",
      "Book group by each SUBQUERY(chapters, $c, $c.number > 1).number as n show n, median(pages), count(distinct author)",
      "Person group by each authorBooks.editor as e show e.name, count() as n, max(height)",
      "Person group by each authorBooks.tags.name as t, country.name show t, country.name, count() as n limit 7",
      "Book where pages == 12345 group by each tags", "Person group by each authorBooks.price as p show p, count()"),
    Subject(
      "rows around a row", "Book show title, previous pages, next pages, next(title) as n",
      "Book show pages, running sum(pages) as s, running count() as c, running avg(pages), running max(pages)",
      "Book show rating, running sum(rating), running count(rating), running min(rating), running avg(rating) sort by rating desc",
      "Book show isRare, pages, rank as r, rank of each isRare as q, previous pages of each isRare sort by pages desc",
      "Book show title, total(pages), pages * 100.0 / total(pages) as share, total(rating) of each author sort by share desc",
      "Book show title, pages - previous pages as step, coalesce(previous title, '-') sort by published desc limit 5 offset 2",
      "Book where title LIKE '*e*' show title, running sum(pages) of each {isRare, author} sort by title[c]",
      "Book show price, previous price, running sum(price), running max(price), total(price) sort by price",
      "Book group by author show author, sum(pages) as s, running sum(pages), running sum(s), rank as r sort by s desc",
      "Book group by author.name as a show a, running avg(pages) as m, running count() as c, running max(rating)",
      "Book group by isRare as r, author as a show r, a, sum(pages) / total(sum(pages)) of each r as q, total(pages)",
      "Book group by published.year as y show y, count() as n, n - previous n as d, next y having count() > 0 sort by y",
      "Book sort by rank of each author, pages first 2 of each running count() of each author limit 30",
      "Book show title, rank as r sort by rating desc, title first 1 of each rank",
      "Book show TERNARY(previous pages == nil, 'first', 'later') as w, previous(published.year) sort by published",
      "Person show name, previous born, running min(name), next token sort by name[cd], id",
      "Chapter show heading, running count() of each bookId sort by number desc, bookId",
      "Book where pages == 12345 show running sum(pages), total(pages), rank sort by pages"),
    Subject(
      "distinct rows", "Book show distinct author", "Book show distinct isRare, modulus(pages, 2) as odd",
      "Person show distinct name",
      "Book show distinct price", "Book where title LIKE '*e*' show distinct author.name",
      "Person show distinct name.length as n sort by n desc limit 3"),
    Subject(
      "the first of each", "Book first 2 of each author", "Book sort by pages desc first 1 of each isRare",
      "Book sort by rating desc first 1 of each author show title, rating",
      "Person first 1 of each country.name sort by name",
      "Book where title LIKE '*e*' first 1 of each author",
      "Book sort by title[c] first 2 of each isRare limit 3 offset 1"),
  ]

  @Test(arguments: DatabaseContract.all, subjects)
  func giveTheRowsOfTheReference(contract: DatabaseContract, subject: Subject) throws {
    let contract = try Contract(contract)
    for text in subject.statements {
      let fetch = try contract.bound(text)
      let expected = try contract.reference.rows(fetch)
      let prepared = try contract.database.prepare(fetch, as: .rows)
      let found = try contract.database.rows(prepared)
      #expect(found.columns == expected.columns, "\(text)")
      // The order of rows without an integer key depends on the database.
      let hasOrder = fetch.entity.key.referenceColumn != nil || fetch.grouping != nil
      let texts = [found, expected].map { table in
        hasOrder ? table.rows.map(Contract.text) : table.rows.map(Contract.text).sorted()
      }
      #expect(texts[0] == texts[1], "\(text)\n\(prepared.statement?.text ?? "")")
      let isEmpty = ["offset 100", "12345 group", "12345 show running"].contains { text.contains($0) }
      #expect(isEmpty == expected.rows.isEmpty, "\(text): \(expected.rows.count) rows")
      for (counted, rows) in [(fetch, expected), (fetch.counted, try contract.reference.rows(fetch.counted))] {
        let number = try contract.database.number(contract.database.prepare(counted, as: .count))
        #expect(number == rows.rows.count, "\(text)")
      }
      guard fetch.grouping == nil, !fetch.isDistinct, fetch.entity.key.referenceColumn != nil else { continue }
      let keys = try contract.database.rows(contract.database.prepare(fetch, as: .keys)).rows.map(\.first)
      let objects = try contract.reference.rows(fetch.ofWholeObjects).rows.map(\.first)
      #expect("\(keys)" == "\(objects)", "\(text)")
    }
  }
}
