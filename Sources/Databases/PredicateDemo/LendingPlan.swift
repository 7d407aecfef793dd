/// Decides from a seed which friend borrows which film when. Loans of a film never overlap.
///
/// The time from 2015 to the middle of 2026 is divided into as many slots as a film has loans, and each loan stays within its slot, so that no two
/// overlap. A lent film has one more loan, which is open, in the last slot. `lent`, `lentOn` and `lentToFriend` are derived from that loan. A fifth
/// of the films are lent. There are three loans, open ones included, for every two films.
struct LendingPlan {
  /// The greatest number of returned loans of a film.
  private static let mostReturned = 12
  /// 2015-01-02 and 2026-06-01, in days since 2001-01-01.
  private static let firstDay = 5114
  private static let lastDay = 9282
  private static let secondsOfDay = 86_400

  /// The number of returned loans of each film.
  private var returned: [UInt8]
  /// For each film, whether it is lent now.
  private var isLent: [Bool]
  private let friends: Int
  private let seed: UInt64

  /// A plan for films and friends that are numbered from 1. Takes two bytes per film, and time linear in the number of films.
  init(films: Int, friends: Int, seed: UInt64) {
    self.friends = friends
    self.seed = seed
    returned = Array(repeating: 0, count: films)
    isLent = Array(repeating: false, count: films)
    var random = SeededRandom(seed: seed)
    let lent = friends > 0 ? films / 5 : 0
    chooseLent(lent, using: &random)
    if friends > 0 { deal(films * 3 / 2 - lent, using: &random) }
  }

  /// Marks exactly `count` films as lent, each film with the same chance.
  private mutating func chooseLent(_ count: Int, using random: inout SeededRandom) {
    var needed = count
    for index in isLent.indices where random.next(below: isLent.count - index) < needed {
      isLent[index] = true
      needed -= 1
    }
  }

  /// Distributes loans. Every fifth film gets more of them.
  private mutating func deal(_ count: Int, using random: inout SeededRandom) {
    for _ in 0..<count {
      var index = random.next(below: returned.count)
      if random.oneIn(3) { index -= index % 5 }
      while returned[index] == Self.mostReturned { index = (index + 1) % returned.count }
      returned[index] += 1
    }
  }

  /// The loans of a film, oldest first. The last one is open if the film is lent.
  func loans(ofFilm film: Int) -> [DemoLoan] {
    let index = film - 1
    let count = Int(returned[index]) + (isLent[index] ? 1 : 0)
    guard count > 0 else { return [] }
    var random = SeededRandom(seed: seed &+ UInt64(film) &* 0xD134_2543_DE82_EF95)
    let slot = (Self.lastDay - Self.firstDay) / count
    return (0..<count).map { number in
      let isOpen = isLent[index] && number == count - 1
      let start = Self.firstDay + number * slot
      let lentDay =
        isOpen ? Self.lastDay - 1 - random.next(below: min(slot, 240)) : start + random.next(below: slot * 3 / 4)
      let longest = min(90, start + slot - lentDay - 1)
      let returnedDay = lentDay + 1 + random.next(below: longest)
      return DemoLoan(
        movie: film, friend: friend(using: &random), lentOn: time(of: lentDay, using: &random),
        returnedOn: isOpen ? nil : time(of: returnedDay, using: &random),
        note: random.oneIn(4) ? random.pick(NoteList.texts) : nil)
    }
  }

  /// A friend's id. The first friends borrow more, and one in twelve never borrows.
  private func friend(using random: inout SeededRandom) -> Int {
    let friend = 1 + min(random.next(below: friends), random.next(below: friends))
    return friend % 12 == FriendList.neverBorrows ? friend - 1 : friend
  }

  /// A minute between nine in the morning and nine in the evening, UTC.
  private func time(of day: Int, using random: inout SeededRandom) -> Double {
    Double(day * Self.secondsOfDay + (9 * 60 + random.next(below: 12 * 60)) * 60)
  }
}

/// Random-looking numbers that are the same in every run, on every platform and with every version of the standard library.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next 64 bits: a counter that grows by an odd constant, with its bits mixed.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, the bound. The bound is at least 1.
  mutating func next(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }

  /// True with a chance of one in `count`.
  mutating func oneIn(_ count: Int) -> Bool { next(below: count) == 0 }

  /// One of the elements. There must be at least one.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(below: elements.count)] }
}
