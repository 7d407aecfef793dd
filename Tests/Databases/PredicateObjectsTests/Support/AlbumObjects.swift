import PredicateObjects

/// Records of songs: ordered relationships to one and to many owners.
final class Album: StoredObject {
  @Stored var title: String
  @ToMany(inverse: \.album, deleteRule: .cascade, isOrdered: true) var songs: [Song]
}

final class Song: StoredObject {
  @Stored var title: String
  @Stored(default: 3.5) var minutes: Double
  @ToOne var album: Album?
  @ToMany(inverse: \.songs, isOrdered: true) var playlists: [Playlist]
}

final class Playlist: StoredObject {
  @Stored var name: String
  @ToMany(isOrdered: true) var songs: [Song]
}

enum AlbumObjects {
  static let classes: [StoredObject.Type] = [Album.self, Song.self, Playlist.self]

  static func context() throws -> ObjectContext { try ObjectContext(classes: classes) }

  /// An album with songs of one letter each.
  static func album(_ letters: String, in context: ObjectContext) throws -> Album {
    let album = try context.insert(Album.self)
    album.title = letters
    for letter in letters {
      let song = try context.insert(Song.self)
      song.title = String(letter)
      song.album = album
    }
    return album
  }
}

extension [Song] {
  var letters: String { map(\.title).joined() }
}
