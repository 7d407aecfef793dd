/// The demo's schema at any size: films from word lists, everything else in proportion.
struct DemoGenerator {
  private let movies: Int
  private let friends: Int
  private let tags: Int
  private let seed: UInt64

  /// A generator of some films. If there are films, there are also at least one friend and one tag.
  init(movies: Int, seed: UInt64) {
    self.movies = movies
    self.seed = seed
    friends = movies == 0 ? 0 : max(1, movies * 12 / 200)
    tags = movies == 0 ? 0 : max(1, movies * 15 / 200)
  }

  /// The number of films between two calls of `progress`.
  private static let reportEvery = 10_000

  /// Writes all rows, in one pass.
  func write(with writer: DemoWriter, progress: (Int) throws -> Void = { _ in }) throws {
    var random = SeededRandom(seed: seed)
    for id in stride(from: 1, through: friends, by: 1) {
      try writer.write(friend(id, using: &random), id: id)
      // The other friend has a smaller id, so no pair occurs twice.
      if id > 1, !random.oneIn(6) { try writer.writeFriendship(of: id, with: 1 + random.next(below: id - 1)) }
    }
    for id in stride(from: 1, through: tags, by: 1) { try writer.writeTag(tagName(id), id: id) }
    let plan = LendingPlan(films: movies, friends: friends, seed: seed)
    var loanID = 0
    for id in stride(from: 1, through: movies, by: 1) {
      if id % Self.reportEvery == 1 { try progress(id - 1) }
      let loans = plan.loans(ofFilm: id)
      try writer.write(film(using: &random), id: id, openLoan: loans.last { $0.returnedOn == nil })
      for loan in loans {
        loanID += 1
        try writer.write(loan, id: loanID)
      }
    }
    try progress(movies)
  }

  private func film(using random: inout SeededRandom) -> DemoFilm {
    DemoFilm(
      title: title(using: &random), year: 1920 + max(random.next(below: 106), random.next(below: 106)),
      rating: random.oneIn(20) ? nil : Double(20 + random.next(below: 40) + random.next(below: 40)) / 10,
      genre: random.pick(DemoFilm.genres), summary: random.oneIn(3) ? nil : summary(using: &random),
      tags: filmTags(using: &random))
  }

  private func title(using random: inout SeededRandom) -> String {
    let adjective = random.pick(WordLists.adjectives)
    let noun = random.pick(WordLists.nouns)
    switch random.next(below: 8) {
    case 0: return "\(adjective) \(noun)"
    case 1: return "The \(noun)"
    case 2: return "The \(noun) of \(random.pick(WordLists.places))"
    case 3: return "\(random.pick(WordLists.places)), \(random.pick(WordLists.places))"
    case 4: return "\(noun) \(2 + random.next(below: 99))"
    case 5: return "\(random.pick(WordLists.firstNames))'s \(noun)"
    default: return "The \(adjective) \(noun)"
    }
  }

  private func summary(using random: inout SeededRandom) -> String {
    "\(random.pick(WordLists.firstNames)) and \(random.pick(WordLists.firstNames)) look for the "
      + "\(random.pick(WordLists.adjectives).lowercased()) \(random.pick(WordLists.nouns).lowercased()) of "
      + "\(random.pick(WordLists.places))."
  }

  /// Up to five tags. The first tags of the list are more frequent. The last one is never used if there are others.
  private func filmTags(using random: inout SeededRandom) -> [Int] {
    let count = min(random.next(below: 4), random.next(below: 6)) + (random.oneIn(10) ? 2 : 0)
    var chosen: [Int] = []
    for _ in 0..<count {
      let tag = 1 + min(random.next(below: max(1, tags - 1)), random.next(below: max(1, tags - 1)))
      if !chosen.contains(tag) { chosen.append(tag) }
    }
    return chosen.sorted()
  }

  private func tagName(_ id: Int) -> String {
    let round = (id - 1) / TagList.names.count
    let name = TagList.names[(id - 1) % TagList.names.count]
    return round == 0 ? name : "\(name) \(round + 1)"
  }

  private func friend(_ id: Int, using random: inout SeededRandom) -> DemoFriend {
    let first = random.pick(WordLists.firstNames)
    let day = 86_400.0
    return DemoFriend(
      name: "\(first) \(random.pick(WordLists.familyNames))",
      email: random.oneIn(4) ? nil : "friend\(id)@example.com",
      // A date between the middle of the 1960s and 2006.
      birthday: random.oneIn(5) ? nil : Double(random.next(below: 15_000) - 13_000) * day)
  }
}
