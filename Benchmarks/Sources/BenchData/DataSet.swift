/// The data set that every engine is measured on: the same records from the same seed, with known numbers of matches.
public struct DataSet {
  private var state: UInt64 = 42
  private let borrowers: [Borrower]

  private static let words = """
    star wars cafe night Dark River moon Shadow city House dead Road king Queen blood Fire ice Storm last First lost Found \
    secret Garden wild Heart iron Silver gold Dust rain Snow summer Winter ghost Train ship Island mountain Desert ocean Sky \
    wolf Fox raven Lion stranger Friend brother Sister mother Father doctor Soldier thief Detective clown Angel devil Dream \
    return Escape Starlight Midnight
    """.split(separator: " ").map(String.init)
  private static let genres = """
    Drama Comedy Noir Action Adventure Animation Biography Crime Documentary Family Fantasy History Horror Music Musical \
    Mystery Romance SciFi Thriller Western
    """.split(separator: " ").map(String.init)
  private static let tags = """
    classic cult cinema color award indie remake sequel silent restored foreign short
    """.split(separator: " ").map(String.init)
  private static let names = """
    Alice Bob Carol Dan Emma Frank Grace Henry Iris Jack Karl Lena Mark Nina Olaf Paula Quinn Rosa Sam Tina Ulf Vera Will \
    Xena Yves Zoe Adam Bella Carl Dora Erik Fiona Gus Hanna Ivan Julia Kurt Lars Maria Nils
    """.split(separator: " ").map(String.init)

  private init() {
    borrowers = (0..<1000).map { index in
      Borrower(name: Self.names[index % 40] + (index % 3 == 0 ? "son" : ""), age: 18 + index % 60)
    }
  }

  /// The first records.
  public static func records(_ count: Int) -> [Movie] {
    var generator = DataSet()
    var records: [Movie] = []
    records.reserveCapacity(count)
    for _ in 0..<count { records.append(generator.next()) }
    return records
  }

  private mutating func draw() -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33)
  }

  private mutating func next() -> Movie {
    let year = 1920 + draw() % 107
    let rating = Double(draw() % 101) / 10.0
    let lent = draw() % 10 < 3
    let genre = Self.genres[draw() % 20]
    let the = draw() % 4 == 0
    let first = Self.words[draw() % 64]
    let second = Self.words[draw() % 64]
    let number = draw() % 1000
    let cafe = draw() % 20 == 0
    let title = (the ? "The " : "") + first + " " + second + " " + String(number) + (cafe ? " Caf\u{e9}" : "")
    let tagCount = draw() % 5
    var tags: [String] = []
    for _ in 0..<tagCount { tags.append(Self.tags[draw() % 12]) }
    let borrower = draw() % 10 < 3 ? borrowers[draw() % 1000] : nil
    return Movie(
      year: year, rating: rating, lent: lent, genre: genre, title: title, tags: tags, borrower: borrower)
  }

  /// Whether the first records are those that the description of the data set shows.
  public static func isRight(_ records: [Movie]) -> Bool {
    guard records.count >= 3 else { return false }
    let first = records[0]
    let third = records[2]
    return first.year == 2018 && first.rating == 7.5 && !first.lent && first.genre == "Action"
      && first.title == "king Heart 710" && first.tags.isEmpty && third.title == "ghost ship 888"
      && third.tags == ["restored", "foreign"] && third.lent
  }
}
