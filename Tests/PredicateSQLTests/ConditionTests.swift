import PredicateModel
import PredicateSQL
import PredicateValues
import Testing

@Suite struct ConditionTests {
  @Test func show() throws {
    let formats = [
      "NOT (a < 5)", "code != 'x'", "code == 'x'", "title != 'x'", "NOT (a IN {1, 2, nil})", "a <= b", "a == b", "a != b", "year == 5.5",
      "NOT (ANY tags.name == 'x')", "ANY tags.name == 'x'", "ALL loans.note == nil",
      "SUBQUERY(loans,$l,$l.days > a AND $l.friend.name == lentToFriend.name).@count > 0",
      "lentToFriend.name == nil", "lentToFriend == nil", "lentToFriend.best == nil", "lentToFriend.best.name == 'x'",
      "SUBQUERY(loans,$l,ANY $l.marks.value == 'x').@count >= 2 OR lentToFriend == nil",
      "SUBQUERY(loans,$l,$l.friend == lentToFriend).@count == 0",
      "loans.@count == 0", "loans.@count < 3", "NOT (loans.@count > 2)", "lentToFriend.films.@count == 0", "lentToFriend.films.@count > 2",
      "tags.@count > loans.@count", "title BEGINSWITH 'ab'", "nocase BEGINSWITH 'ab'", "nocase == 'x'", "title BEGINSWITH[c] 'ab'", "title CONTAINS 'x'", "title ENDSWITH 'x'",
      "title CONTAINS code", "title LIKE 'a*b'", "title LIKE[c] '*star*'", "title MATCHES '.*x'", "title ==[cd] 'x'", "title !=[cd] 'x'", "title ==[c] code",
      "year BETWEEN {1, 2}", "NOT year BETWEEN {1, 2}", "year BETWEEN {a, b}", "seen > CAST(0, 'NSDate')", "made > CAST(0, 'NSDate')", "lent == YES",
      "rating / 2 > 3", "year / 10 == 199", "year + 1 > a", "NOT (year + 1 > 5)", "year ** 2 > 3", "year & 3 == 1", "-(year) < 3",
      "loans.@sum.days > 3", "loans.@sum.fee > 3", "loans.@avg.fee > 3", "loans.@max.days > 3", "lentToFriend.films.@sum.year > 3",
      "TERNARY(a == nil, 1, a) > 3", "CAST(year, 'NSString') == '3'", "title.length > 3", "uppercase(title) == 'X'", "floor(rating) == 3",
      "ANY {1, 2} == year", "ANY lentToFriend.films.year == 1", "ANY tags.films.title == 'x'", "TRUEPREDICATE", "FALSEPREDICATE OR year == 1", "NOT (a < 5 OR code == 'x')", "NOT (a < 5 AND code == 'x')",
      "NONE tags.name == 'x'", "lentToFriend.name IN {'a', 'b'}", "SELF.title > 'x'", "lentToFriend IN {nil}", "key == CAST('12345678-1234-1234-1234-123456789012', 'UUID')",
      "title > code", "price > 3", "price == nil", "tags[0].name == 'x'", "SUBQUERY(tags, $t, $t.name BEGINSWITH 'c').@count > 1", "a == nil AND loans.@count > 3",
    ]
    for format in formats {
      do { print("|", format, "|", try FilmModel.condition(format)) } catch { print("!", format, error) }
    }
    for format in ["amount > 5", "NOT amount > 5", "amount == nil", "text == 'x'", "text BEGINSWITH 'x'", "anything == 3", "anything == nil"] {
      do { print("|", format, "|", try FilmModel.condition(format, entity: "Loose")) } catch { print("!", format, error) }
    }
  }
}
