/// The data set that every engine is measured on: the same records from the same seed, with known numbers of matches.
public struct DataSet {
  private var numbers = SeededNumbers(seed: 42)
  private let borrowers: [Borrower]

  private init() {
    borrowers = (0..<1000).map { index in
      Borrower(name: Vocabulary.names[index % 40] + (index % 3 == 0 ? "son" : ""), age: 18 + index % 60)
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

  private mutating func next() -> Movie {
    let year = 1920 + numbers.next() % 107
    let rating = Double(numbers.next() % 101) / 10.0
    let lent = numbers.next() % 10 < 3
    let genre = Vocabulary.genres[numbers.next() % 20]
    let the = numbers.next() % 4 == 0
    let first = Vocabulary.words[numbers.next() % 64]
    let second = Vocabulary.words[numbers.next() % 64]
    let number = numbers.next() % 1000
    let cafe = numbers.next() % 20 == 0
    let title = (the ? "The " : "") + first + " " + second + " " + String(number) + (cafe ? " Caf\u{e9}" : "")
    let tagCount = numbers.next() % 5
    var tags: [String] = []
    for _ in 0..<tagCount { tags.append(Vocabulary.tags[numbers.next() % 12]) }
    let borrower = numbers.next() % 10 < 3 ? borrowers[numbers.next() % 1000] : nil
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
