import PredicateModel
import Testing

@Suite("The order of relationships in models")
struct OrderedModelTests {
  /// Albums with songs (a foreign key) and playlists with songs (pairs).
  private func model(songs: String? = nil, listed: String? = nil, lists: String? = nil) -> DataModel {
    DataModel(entities: [
      Entity(
        name: "Album", attributes: [],
        relationships: [
          Relationship(
            name: "songs", destination: "Song", inverse: "album", cardinality: .toMany,
            storage: .foreignKeyOfDestination("album_id"), orderColumn: songs)
        ]),
      Entity(
        name: "Song", attributes: [Attribute(name: "title", type: .string)],
        relationships: [
          Relationship(
            name: "album", destination: "Album", inverse: "songs", cardinality: .toOne, storage: .foreignKey("album_id")
          ),
          Relationship(
            name: "lists", destination: "List", inverse: "songs", cardinality: .toMany,
            storage: .joinTable("List_songs", from: "song_id", to: "list_id"), orderColumn: lists),
        ]),
      Entity(
        name: "List", attributes: [],
        relationships: [
          Relationship(
            name: "songs", destination: "Song", inverse: "lists", cardinality: .toMany,
            storage: .joinTable("List_songs", from: "list_id", to: "song_id"), orderColumn: listed)
        ]),
    ])
  }

  @Test("A file keeps the column")
  func file() throws {
    let ordered = model(songs: "place", listed: "place", lists: "list_place")
    try ordered.validate()
    let again = try DataModel(jsonText: ordered.fileText())
    #expect(try again.jsonText() == ordered.jsonText())
    #expect(again.entity(named: "List")?.relationship(named: "songs")?.isOrdered == true)
    #expect(again.entity(named: "Song")?.relationship(named: "album")?.isOrdered == false)
    #expect(try !model().jsonText().contains("orderedBy"))
  }

  @Test("A file of changes gives an order, and its column is not an attribute then")
  func changes() throws {
    let schema = DataModel(
      entities: model().entities.map { entity in
        guard entity.name == "Song" else { return entity }
        return Entity(
          name: "Song", attributes: entity.attributes + [Attribute(name: "place", type: .integer)],
          relationships: entity.relationships)
      })
    let text = """
      {"format": 1, "extends": "schema",
       "entities": [{"table": "Album", "relationships": [{"was": "songs", "orderedBy": "place"}]}]}
      """
    guard case .changes(let changes) = try ModelFile(jsonText: text) else {
      Issue.record("no changes")
      return
    }
    let changed = try changes.applied(to: schema)
    #expect(changed.entity(named: "Album")?.relationship(named: "songs")?.orderColumn == "place")
    #expect(changed.entity(named: "Song")?.attributes.map(\.name) == ["title"])
    #expect(try ModelFile(jsonText: ModelFile.changes(changes).text()).text().contains("\"orderedBy\" : \"place\""))
  }

  @Test("An impossible order is reported")
  func flaws() {
    func flaw(_ model: DataModel) -> String? { model.issues().first?.description }
    let holds = "the order of “Album.songs” cannot be stored: “Song.TITLE” holds something else"
    #expect(flaw(model(songs: "TITLE")) == holds)
    #expect(flaw(model(songs: "id")) == holds.replacing("TITLE", with: "id"))
    #expect(flaw(model(songs: "album_id")) == holds.replacing("TITLE", with: "album_id"))
    #expect(
      flaw(model(listed: "song_id"))
        == "the order of “List.songs” cannot be stored: “List_songs.song_id” holds something else")
    #expect(
      flaw(model(listed: "place", lists: "place"))
        == "the order of “Song.lists” cannot be stored: “List_songs.place” keeps the order of “List.songs”")
    let one = DataModel(entities: [
      Entity(
        name: "A", attributes: [],
        relationships: [
          Relationship(
            name: "b", destination: "A", inverse: nil, cardinality: .toOne, storage: .foreignKey("b_id"),
            orderColumn: "place")
        ])
    ])
    #expect(flaw(one) == "the order of “A.b” cannot be stored: it leads to one object")
    let twice = DataModel(entities: [
      Entity(
        name: "A", attributes: [],
        relationships: ["c", "d"].map { name in
          Relationship(
            name: name, destination: "B", inverse: nil, cardinality: .toMany,
            storage: .foreignKeyOfDestination("\(name)_id"), orderColumn: "place")
        }),
      Entity(name: "B", attributes: []),
    ])
    #expect(flaw(twice) == "the order of “A.c” cannot be stored: “B.place” keeps the order of “A.d”")
  }
}
