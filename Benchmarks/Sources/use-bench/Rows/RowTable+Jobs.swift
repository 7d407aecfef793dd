import Foundation
import OpenPredicate

extension RowTable where Element == Job {
  mutating func addAll() {
    add(.comparison, "id == 42") { $0.id == 42 }
    add(.comparison, "year > 1990") { $0.year > 1990 }
    add(.comparison, "year > 1990 AND rating >= 7.5") { $0.year > 1990 && $0.rating >= 7.5 }
    add(.comparison, "isDone == NO") { !$0.isDone }
    add(.comparison, "price < 9.99") { $0.price < 9.99 }
    add(.comparison, "count >= 3 OR isPinned == YES") { $0.count >= 3 || $0.isPinned }
    addDates()
    addSets()
    add(.arithmetic, "price * quantity > 100") { $0.price * $0.quantity > 100 }
    add(.arithmetic, "length(title) > 20") { $0.title.count > 20 }
    add(.arithmetic, "(year / 10) * 10 == 1990") { ($0.year / 10) * 10 == 1990 }
    addSingle("year > 1990 AND rating >= 7.5") { $0.year > 1990 && $0.rating >= 7.5 }
    add(.order, "sorted(by: year)", { $0.sorted { $0.year < $1.year }.count }) { jobs in
      let key = QuerySortKey("year")
      return { try jobs.sorted(by: key).count }
    }
  }

  private mutating func addDates() {
    let first = Samples.date(3000)
    let last = Samples.date(6000)
    add(.dates, "date >= %@ AND date < %@", [first.queryArgument, last.queryArgument]) { jobs in
      let first = Samples.date(3000)
      let last = Samples.date(6000)
      return jobs.countMatches { $0.date >= first && $0.date < last }
    }
    add(.dates, "due > %@", [last.queryArgument]) { jobs in
      let last = Samples.date(6000)
      return jobs.countMatches { job in job.due.map { $0 > last } ?? false }
    }
  }

  private mutating func addSets() {
    add(.sets, "genre == 'noir'") { $0.genre == .noir }
    add(.sets, "level IN {1, 2}") { [.middle, .high].contains($0.level) }
    add(.sets, "id IN %@", [Samples.ids(20).queryArgument], named: "id IN %@ (20)") { jobs in
      let wanted = Set(Samples.ids(20))
      return jobs.countMatches { wanted.contains($0.id) }
    }
    add(.sets, "id IN %@", [Samples.ids(2000).queryArgument], named: "id IN %@ (2,000)") { jobs in
      let wanted = Set(Samples.ids(2000))
      return jobs.countMatches { wanted.contains($0.id) }
    }
    add(.sets, "uuid == %@", [Samples.uuid(5).queryArgument]) { jobs in
      let wanted = Samples.uuid(5)
      return jobs.countMatches { $0.uuid == wanted }
    }
  }
}
