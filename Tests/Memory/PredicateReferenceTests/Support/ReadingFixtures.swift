import Foundation
import OpenPredicate

/// A class without a property table.
final class Guest: Hashable {
  let name: String
  private let secret: String

  init(_ name: String, secret: String = "s") {
    self.name = name
    self.secret = secret
  }

  static func == (left: Guest, right: Guest) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A struct with every kind of reference to instances.
struct Party {
  var title = "Ball"
  var host: Guest
  var partner: Guest?
  var guests: [Guest] = []
  var missing: [Guest?] = []
  var circle: Set<Guest> = []
  var places: [String: Guest] = [:]
  var anything: Any

  init(host: Guest, others: [Guest]) {
    self.host = host
    partner = others.first
    guests = others
    missing = [nil] + others
    circle = Set(others)
    places = ["left": host]
    anything = host
  }
}

/// A class whose table makes its stored properties readable, and the stored properties of its subclasses.
class ReadAnimal: QueryableProperties {
  typealias PropertyRoot = ReadAnimal
  let name: String
  private let chip: Int

  init(_ name: String, chip: Int) {
    self.name = name
    self.chip = chip
  }

  static let queryProperties: [QueryProperty<ReadAnimal>] = [
    .storedFields, QueryProperty("loud") { $0.name.uppercased() }, QueryProperty("chip") { -$0.chip },
  ]
}

/// A subclass that uses the table of its superclass.
final class ReadHound: ReadAnimal {
  var tricks = ["sit"]
  var friend: ReadAnimal?
}

/// A struct without a table.
struct ReadAccount {
  var name = "Ada"
  var passwordHash = "d0"
}

/// A struct whose table makes all stored properties readable.
struct ReadProfile: QueryableProperties {
  var city = "Wien"
  var zip = 1010

  static let queryProperties: [QueryProperty<ReadProfile>] = [.storedFields]
}

/// A property table with properties of every kind of type.
struct ReadPost: QueryableProperties {
  var title = "Hello"
  var draft = "secret"
  var tags = ["new", "old"]
  var dates: [Date?] = [Date(timeIntervalSinceReferenceDate: 0)]
  var author = ReadAccount()
  var coauthor: ReadAccount? = ReadAccount()
  var readers = [ReadAccount()]
  var byName = ["ada": ReadAccount()]
  var likes = ["ada": 3]
  var profile = ReadProfile()
  var profiles = [ReadProfile(), ReadProfile()]
  var guest = Guest("Ann")
  var guests = [Guest("Bob")]
  var payload: Any = ReadAccount()
  var mixed: [Any] = [ReadAccount(), 3, ReadProfile()]
  var details: [String: Any] = ["account": ReadAccount(), "profile": ReadProfile(), "size": 3]

  static var queryProperties: [QueryProperty<ReadPost>] {
    [
      QueryProperty("title", \.title), QueryProperty("tags") { $0.tags }, QueryProperty("dates") { $0.dates },
      QueryProperty("author") { $0.author }, QueryProperty("coauthor") { $0.coauthor },
      QueryProperty("readers") { $0.readers }, QueryProperty("byName") { $0.byName },
      QueryProperty("likes") { $0.likes }, QueryProperty("profile") { $0.profile },
      QueryProperty("profiles") { $0.profiles }, QueryProperty("guest") { $0.guest },
      QueryProperty("guests") { $0.guests }, QueryProperty("payload") { $0.payload },
      QueryProperty("mixed") { $0.mixed }, QueryProperty("details") { $0.details },
    ]
  }
}

/// A struct without a table. It has types that the table closes, through the table and directly.
struct ReadShelf {
  var owner = ReadAccount()
  var post = ReadPost()
}

/// Calls every function that reads elements, with a path or a condition.
enum ReadingEntries {
  /// Runs each entry. The result has the code of the issue that it throws; nil if it throws none.
  static func codes<Element>(
    _ elements: [Element], path: String, condition: String, _ options: BindingOptions = BindingOptions()
  ) -> [String: String?] {
    func code(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return nil
      } catch {
        return (error as? PredicateIssue)?.code ?? "\(error)"
      }
    }
    return [
      "filter": code { _ = try elements.filter(BoundQuery(QueryFormat(raw: condition), options: options)) },
      "matches": code {
        _ = try BoundQuery<Element>(QueryFormat(raw: condition), options: options).matches(elements[0])
      },
      "evaluate": code {
        _ = try QueryPredicate(QueryFormat(raw: condition)).evaluate(with: elements[0], options: options)
      },
      "remembered": code {
        guard options.reading == .values else { return }
        _ = try QueryPredicate(QueryFormat(raw: condition)).evaluate(with: elements[0])
      },
      "sorted": code { _ = try elements.sorted(by: QuerySortKey(QueryFormat(raw: path)), options: options) },
      "least": code { _ = try elements.min(by: QuerySortKey(QueryFormat(raw: path)), options: options) },
      "grouped": code { _ = try elements.grouped(by: QueryFormat(raw: path), options: options) },
      "value": code {
        _ = try QueryExpression(QueryFormat(raw: path)).expressionValue(with: elements[0], options: options)
      },
      "condition in a subquery": code {
        let nested = "SUBQUERY({1}, $x, \(condition)).@count > 0"
        _ = try elements.filter(BoundQuery(QueryFormat(raw: nested), options: options))
      },
    ]
  }
}
