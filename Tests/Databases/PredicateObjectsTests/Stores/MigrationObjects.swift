import Foundation
import PredicateObjects

/// The classes of a shelf of films, in two versions.
enum Shelf {
  enum First {
    static let classes: [StoredObject.Type] = [Film.self, Owner.self, Place.self]

    final class Film: StoredObject {
      @Stored(isUnique: true) var name: String
      @Stored var year: Int
      @Stored var rating: Double?
      @Stored var note: String?
      @Stored var shelf: Int?
      @ToOne var owner: Owner?
      @ToOne var place: Place?
    }

    final class Owner: StoredObject {
      @Stored var name: String
      @ToMany(inverse: \.owner) var films: [Film]
    }

    final class Place: StoredObject {
      @Stored var label: String
    }
  }

  /// The second version. Changes: `name` is now `title`, `year` may be a fraction, a rating is required, `shelf` is removed, `seen` is new, a film
  /// has many owners, and `Place` is now `Room`, whose films have an order.
  enum Second {
    static let classes: [StoredObject.Type] = [Film.self, Owner.self, Room.self]
    static let migration = ModelMigration()
      .renaming("Film.name", to: "title").renaming("Film.owner", to: "owners").renaming(entity: "Place", to: "Room")
      .renaming("Film.place", to: "room").removing("Film.shelf")

    final class Film: StoredObject {
      @Stored(isUnique: true) var title: String
      @Stored var year: Double
      @Stored(default: 5) var rating: Double
      @Stored var note: String?
      @Stored(default: false) var seen: Bool
      @ToMany var owners: [Owner]
      @ToOne var room: Room?
    }

    final class Owner: StoredObject {
      @Stored var name: String
      @ToMany(inverse: \.owners) var films: [Film]
    }

    final class Room: StoredObject {
      @Stored var label: String
      @ToMany(inverse: \.room, isOrdered: true) var films: [Film]
    }
  }

  static func path() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("shelf-\(UUID().uuidString).sqlite").path
  }

  /// A file of the first version: three films, two owners, one place.
  static func fill(_ path: String) throws {
    let context = try ObjectContext(path: path, classes: First.classes)
    let place = try context.insert(First.Place.self)
    place.label = "cellar"
    let owners = try ["Anna", "Ben"].map { name in
      let owner = try context.insert(First.Owner.self)
      owner.name = name
      return owner
    }
    for (index, name) in ["Alien", "Laura", "Ran"].enumerated() {
      let film = try context.insert(First.Film.self)
      (film.name, film.year, film.shelf) = (name, 1950 + index, index)
      film.rating = index == 1 ? nil : Double(index) + 0.5
      film.note = index == 2 ? "long" : nil
      film.owner = index == 2 ? nil : owners[index]
      film.place = index == 0 ? nil : place
    }
    try context.save()
  }
}
