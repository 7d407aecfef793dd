import Foundation
import Observation
import PredicateMacros

/// Keeps a number within bounds.
@propertyWrapper struct Clamped: Equatable {
  private var value = 0
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 10) }
  }
}

/// A struct with a table from the macro.
@Queryable
struct Friend: Equatable {
  var name: String
  var age: Int?
  var nickname: String? = nil
  @Clamped var stars: Int
  private var secret = "s"
  static let shared = 1
  lazy var later = 1
  var initials: String { String(name.prefix(1)) }
  var `default`: Int { 7 }
  var both: (Int, Int) { (1, 2) }

  init(name: String, age: Int?) {
    self.name = name
    self.age = age
  }
}

/// An observable class with a table from the macro.
@Queryable @Observable
final class Movie {
  enum Genre: String { case noir, drama }

  var title: String
  var year: Int
  var rating: Double?
  var tags: [String]
  var genre = Genre.noir
  var lentOn: Date?
  var borrower: Friend?
  var friends: [Friend]
  var notes: [String: Int] = ["a": 1]
  var decade: Int { year / 10 * 10 }

  init(
    _ title: String, _ year: Int, rating: Double? = nil, tags: [String] = [], friends: [Friend] = []
  ) {
    (self.title, self.year, self.rating, self.tags, self.friends) = (
      title, year, rating, tags, friends
    )
    borrower = friends.first
  }

  static func samples() -> [Movie] {
    let (anna, bo) = (Friend(name: "Anna", age: 30), Friend(name: "Bo", age: nil))
    return [
      Movie("Laura", 1944, rating: 7.9, tags: ["classic"]),
      Movie("Heat", 1995, rating: 8.3, friends: [anna, bo]),
      Movie("Café", 2004, tags: ["new", "1990s"], friends: [bo]),
    ]
  }
}

/// A generic struct with a table from the macro.
@Queryable
public struct Pair<First: Sendable, Second: Sendable>: Sendable {
  /// The first component.
  public var first: First
  /// The second component.
  public var second: Second
}

/// A class inside another type, with a subclass.
enum Shop {
  @Queryable
  class Item {
    var price = 3
  }

  final class Book: Item {
    var pages = 100
  }
}

/// A final class, whose stored properties are read in place.
@Queryable
final class Branch {
  let id: Int
  var parent: Branch? { didSet { moves += 1 } }
  weak var twin: Branch?
  private(set) var moves = 0
  var depth: Int { (parent?.depth ?? -1) + 1 }

  init(_ id: Int, under parent: Branch?) { (self.id, self.parent) = (id, parent) }
}

/// A struct whose paths lead through collections: an array, an optional array.
@Queryable
struct Shelf {
  var movies: [Movie]
  var spare: [Movie]?
  var built: Date
}

/// A struct of the main actor. Its stored properties can be read anywhere, a computed one only if it is not isolated.
@Queryable @MainActor
struct Track: Equatable {
  let title: String
  var seconds = 200 { didSet { changes += 1 } }
  private var changes = 0
  @available(macOS 13, *) var maker = "Ann"
  nonisolated var minutes: Int { seconds / 60 }

  nonisolated init(_ title: String) { self.title = title }
}

/// A class of the main actor whose properties are constants.
@Queryable @MainActor
final class Station {
  let name: String
  private var volume = 5

  nonisolated init(_ name: String) { self.name = name }
}
