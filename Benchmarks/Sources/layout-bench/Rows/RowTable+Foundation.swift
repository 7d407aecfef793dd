import Foundation

// Foundation's values.
extension RowTable where Element == Film<Reflected> {
  mutating func addFoundationValues() {
    add(.decimal, .comparison, "price > 12.5") { films in
      let limit: Decimal = 12.5
      return films.countMatches { $0.price > limit }
    }
    add(.decimal, .twoProperties, "price < fee") { film in film.fee.map { film.price < $0 } ?? false }
    add(.decimal, .in2, "price IN {12.5, 20}") { films in
      let wanted: [Decimal] = [12.5, 20]
      return films.countMatches { wanted.contains($0.price) }
    }
    add(.decimal, .in20, "price IN %@", Lists.prices) { films in
      let wanted = Set(Lists.prices)
      return films.countMatches { wanted.contains($0.price) }
    }
    add(.decimal, .between, "price BETWEEN {12.5, 20}") { films in
      let range: ClosedRange<Decimal> = 12.5...20
      return films.countMatches { range.contains($0.price) }
    }

    let dates = [Samples.date(2000), Samples.date(4000)]
    add(.date, .comparison, "bought > %@", dates[0]) { films in
      let limit = Samples.date(2000)
      return films.countMatches { $0.bought > limit }
    }
    add(.date, .twoProperties, "bought > shown") { $0.bought > $0.shown }
    add(.date, .in2, "bought IN %@", dates) { films in
      let wanted = [Samples.date(2000), Samples.date(4000)]
      return films.countMatches { wanted.contains($0.bought) }
    }
    add(.date, .in20, "shown IN %@", Lists.dates) { films in
      let wanted = Set(Lists.dates)
      return films.countMatches { wanted.contains($0.shown) }
    }
    add(.date, .between, "bought BETWEEN {%@, %@}", dates[0], dates[1]) { films in
      let range = Samples.date(2000)...Samples.date(4000)
      return films.countMatches { range.contains($0.bought) }
    }

    add(.uuid, .comparison, "key == %@", Samples.uuid(7)) { films in
      let wanted = Samples.uuid(7)
      return films.countMatches { $0.key == wanted }
    }
    add(.uuid, .twoProperties, "key == token") { $0.key == $0.token }
    add(.uuid, .in2, "key IN %@", [Samples.uuid(7), Samples.uuid(8)]) { films in
      let wanted = [Samples.uuid(7), Samples.uuid(8)]
      return films.countMatches { wanted.contains($0.key) }
    }
    add(.uuid, .in20, "key IN %@", Lists.uuids) { films in
      let wanted = Set(Lists.uuids)
      return films.countMatches { wanted.contains($0.key) }
    }

    add(.url, .comparison, "page == %@", Samples.urls[7]) { films in
      let wanted = Samples.urls[7]
      return films.countMatches { $0.page == wanted }
    }
    add(.url, .twoProperties, "page == link") { $0.page == $0.link }
    add(.url, .in2, "page IN %@", [Samples.urls[7], Samples.urls[8]]) { films in
      let wanted = [Samples.urls[7], Samples.urls[8]]
      return films.countMatches { wanted.contains($0.page) }
    }
    add(.url, .in20, "page IN %@", Lists.urls) { films in
      let wanted = Set(Lists.urls)
      return films.countMatches { wanted.contains($0.page) }
    }

    add(.data, .comparison, "cover == %@", Samples.data[7]) { films in
      let wanted = Samples.data[7]
      return films.countMatches { $0.cover == wanted }
    }
    add(.data, .twoProperties, "cover == back") { $0.cover == $0.back }
    add(.data, .in2, "cover IN %@", [Samples.data[7], Samples.data[8]]) { films in
      let wanted = [Samples.data[7], Samples.data[8]]
      return films.countMatches { wanted.contains($0.cover) }
    }
    add(.data, .in20, "cover IN %@", Lists.data) { films in
      let wanted = Set(Lists.data)
      return films.countMatches { wanted.contains($0.cover) }
    }
  }

  mutating func addOptionalFoundationValues() {
    add(.optionalDecimal, .comparison, "fee > 12.5") { films in
      let limit: Decimal = 12.5
      return films.countMatches { film in film.fee.map { $0 > limit } ?? false }
    }
    add(.optionalDecimal, .nilTest, "fee == nil") { $0.fee == nil }
    add(.optionalDecimal, .in2, "fee IN {12.5, 20}") { films in
      let wanted: [Decimal] = [12.5, 20]
      return films.countMatches { film in film.fee.map { wanted.contains($0) } ?? false }
    }
    add(.optionalDecimal, .between, "fee BETWEEN {12.5, 20}") { films in
      let range: ClosedRange<Decimal> = 12.5...20
      return films.countMatches { film in film.fee.map { range.contains($0) } ?? false }
    }

    add(.optionalDate, .comparison, "returned > %@", Samples.date(2000)) { films in
      let limit = Samples.date(2000)
      return films.countMatches { film in film.returned.map { $0 > limit } ?? false }
    }
    add(.optionalDate, .twoProperties, "returned < bought") { film in
      film.returned.map { $0 < film.bought } ?? false
    }
    add(.optionalDate, .nilTest, "returned == nil") { $0.returned == nil }
    add(.optionalDate, .in20, "returned IN %@", Lists.dates) { films in
      let wanted = Set(Lists.dates)
      return films.countMatches { film in film.returned.map { wanted.contains($0) } ?? false }
    }
    add(.optionalDate, .between, "returned BETWEEN {%@, %@}", Samples.date(2000), Samples.date(4000)) { films in
      let range = Samples.date(2000)...Samples.date(4000)
      return films.countMatches { film in film.returned.map { range.contains($0) } ?? false }
    }

    add(.optionalUUID, .comparison, "token == %@", Samples.uuid(7)) { films in
      let wanted = Samples.uuid(7)
      return films.countMatches { $0.token == wanted }
    }
    add(.optionalUUID, .nilTest, "token != nil") { $0.token != nil }
    add(.optionalUUID, .in20, "token IN %@", Lists.uuids) { films in
      let wanted = Set(Lists.uuids)
      return films.countMatches { film in film.token.map { wanted.contains($0) } ?? false }
    }

    add(.optionalURL, .comparison, "link == %@", Samples.urls[7]) { films in
      let wanted = Samples.urls[7]
      return films.countMatches { $0.link == wanted }
    }
    add(.optionalURL, .nilTest, "link != nil") { $0.link != nil }
    add(.optionalURL, .in20, "link IN %@", Lists.urls) { films in
      let wanted = Set(Lists.urls)
      return films.countMatches { film in film.link.map { wanted.contains($0) } ?? false }
    }

    add(.optionalData, .comparison, "back == %@", Samples.data[7]) { films in
      let wanted = Samples.data[7]
      return films.countMatches { $0.back == wanted }
    }
    add(.optionalData, .nilTest, "back == nil") { $0.back == nil }
    add(.optionalData, .in20, "back IN %@", Lists.data) { films in
      let wanted = Set(Lists.data)
      return films.countMatches { film in film.back.map { wanted.contains($0) } ?? false }
    }
  }
}
